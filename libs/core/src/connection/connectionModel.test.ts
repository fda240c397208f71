import type { WalletSession } from "@wmodal/chains"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { EngineError } from "../problems/EngineError.ts"
import {
  applyConnectionStep,
  type ConnectionStep,
  disconnected,
  toConnectionStatus,
} from "./connectionModel.ts"

const walletArbitrary = fc.constantFrom("io.one", "io.two").map((connectorId) => ({
  connectorId,
  name: connectorId,
  icon: null,
}))

const networkArbitrary = fc.constantFrom<"eip155:1" | "eip155:10" | "eip155:999">(
  "eip155:1",
  "eip155:10",
  "eip155:999",
)

const accountsArbitrary = fc.constantFrom<WalletSession["accounts"]>(
  ["eip155:1:0xaa"],
  ["eip155:10:0xbb", "eip155:10:0xaa"],
)

const problem = new EngineError({ reason: { _tag: "NotConnected" } })

const stepArbitrary: fc.Arbitrary<ConnectionStep> = fc.oneof(
  walletArbitrary.map((wallet): ConnectionStep => ({ _tag: "RestoreStarted", wallet })),
  walletArbitrary.map((wallet): ConnectionStep => ({ _tag: "Asked", wallet })),
  fc.constant<ConnectionStep>({ _tag: "GrewSlow" }),
  fc
    .record({
      wallet: walletArbitrary,
      accounts: accountsArbitrary,
      network: fc.option(networkArbitrary),
      selected: networkArbitrary,
    })
    .map(
      ({ wallet, selected, accounts, network }): ConnectionStep => ({
        _tag: "Approved",
        wallet,
        selected,
        session: { accounts, network },
      }),
    ),
  fc.constant<ConnectionStep>({ _tag: "Refused", problem }),
  accountsArbitrary.map((accounts): ConnectionStep => ({ _tag: "AccountsChanged", accounts })),
  fc.constantFrom("0xaa", "0xbb").map((address): ConnectionStep => ({ _tag: "Chose", address })),
  networkArbitrary.map((network): ConnectionStep => ({ _tag: "WalletMoved", network })),
  networkArbitrary.map((network): ConnectionStep => ({ _tag: "Selected", network })),
  fc.option(fc.constant(problem)).map((because): ConnectionStep => ({ _tag: "Ended", because })),
)

const toAddress = (account: string | null) => account?.split(":")[2]
const toNetwork = (account: string) => account.split(":").slice(0, 2).join(":")

describe("applyConnectionStep", () => {
  it("keeps its invariants under any sequence of steps", () => {
    fc.assert(
      fc.property(fc.array(stepArbitrary, { maxLength: 30 }), (steps) => {
        let state = disconnected
        let asked: string | null = null
        let selected: string | null = null
        for (const step of steps) {
          const before = state
          state = applyConnectionStep(before, step)
          if (step._tag === "Asked") asked = step.wallet.connectorId
          if (step._tag === "Approved" || (step._tag === "Selected" && before._tag === "Connected"))
            selected = step._tag === "Approved" ? step.selected : step.network

          const { _tag } = state
          const wallet = _tag === "Connecting" || _tag === "Failed" ? state.wallet.connectorId : null
          const account = _tag === "Connected" ? state.account : null
          const shared = _tag === "Connected" ? state.accounts.map(toAddress) : [undefined]
          const kept = before._tag === "Connected" ? toAddress(before.account) : undefined
          const promises = {
            "connected only by an approval":
              _tag !== "Connected" || before._tag === "Connected" || step._tag === "Approved",
            "slow or failed is the wallet that was asked": wallet === null || wallet === asked,
            "a restore interrupts nothing":
              _tag !== "Restoring" || /^(Disconnected|Restoring)$/.test(before._tag),
            "the account in use is one that the wallet shares": shared.includes(toAddress(account)),
            "a new session begins with the wallet's first":
              step._tag !== "Approved" || toAddress(account) === shared[0],
            "what was chosen stays as long as the wallet shares it":
              before._tag !== "Connected" ||
              step._tag !== "AccountsChanged" ||
              kept === toAddress(before.accounts[0]) ||
              !shared.includes(kept) ||
              toAddress(account) === kept,
            "the wallet is followed where nothing was chosen":
              before._tag !== "Connected" ||
              step._tag !== "AccountsChanged" ||
              kept !== toAddress(before.accounts[0]) ||
              toAddress(account) === shared[0],
            "only one that is shared can be chosen":
              step._tag !== "Chose" || state === before || toAddress(account) === step.address,
            "it is on the network that the app selected": account === null || toNetwork(account) === selected,
            "the end is the end": step._tag !== "Ended" || _tag === "Disconnected",
          }
          expect(Object.entries(promises).filter(([, kept]) => !kept)).toEqual([])
        }
      }),
    )
  })

  it("returns the same object when a step has no effect", () => {
    for (const step of [
      { _tag: "GrewSlow" },
      { _tag: "Refused", problem },
      { _tag: "AccountsChanged", accounts: ["eip155:1:0xaa"] },
      { _tag: "Chose", address: "0xaa" },
      { _tag: "WalletMoved", network: "eip155:1" },
      { _tag: "Selected", network: "eip155:1" },
      { _tag: "Ended", because: null },
    ] satisfies ConnectionStep[])
      expect(applyConnectionStep(disconnected, step)).toBe(disconnected)
  })

  it("reports a restore to the host as connecting", () => {
    const wallet = { connectorId: "io.one", name: "One", icon: null }
    expect(toConnectionStatus({ _tag: "Restoring", wallet })).toBe("connecting")
    expect(toConnectionStatus({ _tag: "Connecting", wallet, slow: true })).toBe("connecting")
    expect(toConnectionStatus({ _tag: "Failed", wallet, problem })).toBe("disconnected")
    expect(toConnectionStatus(undefined)).toBe("disconnected")
  })
})
