import type { WalletCalls } from "@wmodal/chains"
import { mainnet } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { type Hex, parseUnits } from "viem"
import { describe, expect, it } from "vitest"
import { connectWallet, encodeTransfer } from "../testing/connectedWallet.ts"
import { setupTestHandler } from "../testing/setupTestHandler.ts"
import { accounts } from "./accounts.ts"
import { tokens } from "./tokens.ts"

const handler = setupTestHandler()
const [vera] = accounts
const [usd] = tokens
const stranger: Hex = "0x1111111111111111111111111111111111111111"
const on = { account: `eip155:1:${vera}`, network: mainnet } as const
const call = { value: 0n, ...encodeTransfer(stranger, 5n) }
const coins = { to: stranger, value: "0x7", data: "0x" }

const connected = async (projectId: string, smartAccount = true) => {
  const wallet = await connectWallet(handler, projectId, { smartAccount })
  const ask = <A, E>(what: (calls: WalletCalls) => Effect.Effect<A, E>) =>
    Effect.runPromise(Effect.flatMap(wallet.connector.calls, what))
  return { ...wallet, ask }
}

describe("dev wallet connector on a real chain", { timeout: 30_000 }, () => {
  it("sends transactions, and signs without sending", async () => {
    const { ask, reader } = await connected("connector-send")
    const outcome = await ask((calls) => calls.sendTransaction({ ...on, transaction: coins }))
    if (outcome._tag !== "Sent") throw new Error(outcome._tag)
    expect(await reader.getBalance({ address: stranger })).toBe(7n)
    const raw = await ask((calls) => calls.signTransaction({ ...on, transaction: coins }))
    expect(raw).toMatch(/^0x02/)
    expect(await reader.getBalance({ address: stranger })).toBe(7n)
  })

  it("sends a batch and reports its status", async () => {
    const { ask, broadcasts, holds, reader } = await connected("connector-calls")
    expect(await ask((calls) => calls.capabilities(on))).toEqual({ atomic: "ready", assetDiscovery: true })
    const both = [call, { to: stranger, value: 7n, data: "0x" }] as const
    const id = await ask((calls) => calls.sendCalls({ ...on, calls: both, atomicRequired: true }))
    expect(await ask((calls) => calls.callsStatus(id))).toEqual({ status: "confirmed", hashes: [id] })
    expect([await holds(stranger), await reader.getBalance({ address: stranger })]).toEqual([5n, 7n])
    expect(broadcasts).toHaveLength(1)
    expect((await ask((calls) => calls.capabilities(on))).atomic).toBe("supported")
  })

  it("reports a declined upgrade like any other rejection", async () => {
    const { ask, willAnswer } = await connected("connector-declined")
    willAnswer("decline")
    const declined = ask((calls) =>
      Effect.flip(calls.sendCalls({ ...on, calls: [call], atomicRequired: true })),
    )
    expect((await declined).reason).toEqual({ _tag: "Declined" })
  })

  it("reports its assets", async () => {
    const { ask } = await connected("connector-assets")
    const assets = await ask((calls) => calls.assets(on))
    expect(assets.map(({ symbol }) => symbol)).toEqual(["ETH", "mUSDC", "mDAI", "mUSDT", "mFEE"])
    expect(assets[0]).toMatchObject({ token: null, balance: 10_000n * 10n ** 18n, price: 2500 })
    expect(assets[1]).toMatchObject({ token: usd.address, balance: parseUnits("10000", 6), price: 1 })
  })

  it("rejects all of these when the option is off", async () => {
    const { ask } = await connected("connector-off", false)
    expect(await ask((calls) => calls.capabilities(on))).toEqual({
      atomic: "unsupported",
      assetDiscovery: false,
    })
    const refused = ask((calls) =>
      Effect.flip(calls.sendCalls({ ...on, calls: [call], atomicRequired: true })),
    )
    expect((await refused).reason).toEqual({ _tag: "Unsupported", method: "wallet_sendCalls" })
  })
})
