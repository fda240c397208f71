import { base58, base64 } from "@scure/base"
import {
  makeProfileFixture,
  makeProviderConnector,
  type ProfileCell,
  type ProfileFixture,
  type ProfileNamespace,
  type ProfileOutcome,
  usualOutcomes,
  type WalletProfile,
  walletProfiles,
} from "@wmodal/dev-wallet/testing"
import type { CaipAddress, Network } from "@wmodal/protocol"
import { base, bitcoin, mainnet, optimism, polkadot, solana } from "@wmodal/protocol/networks"
import { Effect, Result } from "effect"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { fromBitcoinWallet } from "../bitcoin/index.ts"
import type { Connector } from "../contract/Connector.ts"
import type { ConnectorReason } from "../contract/ConnectorError.ts"
import type { ChainTransaction } from "../contract/Transfer.ts"
import { makeInjectedConnector } from "../polkadot/injected/makeInjectedConnector.ts"
import { fromSolanaWallet } from "../solana/index.ts"
import { bitcoinKey, makeBitcoinPayment } from "../testing/bitcoinTransactions.ts"
import { makeSolanaPayment, solanaKey, toSignRequest } from "../testing/solanaTransactions.ts"

const networks: Readonly<Record<ProfileNamespace, Network>> = {
  eip155: mainnet,
  solana,
  bip122: bitcoin,
  polkadot,
}

/** A Solana node that takes every transaction. Its answer is the first signature. */
const solanaNode = (method: string, [transaction]: readonly unknown[]) => {
  if (method === "simulateTransaction")
    return { context: { slot: 1 }, value: { err: null, logs: [], unitsConsumed: 300, accounts: [] } }
  return method === "sendTransaction" && typeof transaction === "string"
    ? base58.encode(base64.decode(transaction).slice(1, 65))
    : null
}

const connectorOf = ({ face }: ProfileFixture): Connector => {
  switch (face._tag) {
    case "Provider":
      return makeProviderConnector(face.provider)
    case "Standard":
      return face.wallet.chains.some((chain) => chain.startsWith("bitcoin:"))
        ? fromBitcoinWallet(face.wallet)
        : fromSolanaWallet(face.wallet)
    case "Entry":
      return makeInjectedConnector(
        face.entry,
        {
          id: "Profile",
          name: "Profile",
          type: "ANNOUNCED",
          namespace: "polkadot",
          icon: null,
          rdns: null,
          explorerId: null,
        },
        "dapp.example",
      )
  }
}

const paymentFrom = (namespace: ProfileNamespace, from: string): ChainTransaction => {
  switch (namespace) {
    case "eip155":
      return { to: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", value: "0x5", data: "0x", gas: "0x5208" }
    case "solana":
      return toSignRequest(makeSolanaPayment({ from, to: solanaKey(2).address, amount: 5n }))
    default:
      return makeBitcoinPayment({ from: [from], to: bitcoinKey(2, "segwit").address, amount: 9_000n })
  }
}

type Outcome = ProfileOutcome | `undefined: ${string}`

const toWord = (reason: ConnectorReason): Outcome => {
  switch (reason._tag) {
    case "Declined":
      return "declined"
    case "RequestPending":
      return "pending"
    case "Locked":
      return "locked"
    case "Unauthorized":
      return "unauthorized"
    case "Unsupported":
    case "NetworkNotSupported":
      return "unsupported"
    case "Offline":
      return "offline"
    case "NotInstalled":
      return "notInstalled"
    case "NetworkUnchanged":
      return "unchanged"
    case "Failed":
      return "failed"
    default:
      return `undefined: ${reason._tag}`
  }
}

const turns = async () => {
  for (let turn = 0; turn < 30; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** Ends with `waits` when nothing has ended after many turns of the event loop and a minute. */
const settled = (asking: Promise<Outcome>): Promise<Outcome> => {
  const quiet = async (): Promise<Outcome> => {
    await turns()
    await vi.advanceTimersByTimeAsync(60_000)
    await turns()
    return "waits"
  }
  return Promise.race([asking, quiet()])
}

const run = async (
  asking: Effect.Effect<unknown, { readonly reason: ConnectorReason }>,
): Promise<Outcome> => {
  const result = await Effect.runPromise(Effect.result(asking))
  return Result.isSuccess(result) ? "done" : toWord(result.failure.reason)
}

interface Connected {
  readonly connector: Connector
  readonly account: CaipAddress
  readonly profile: WalletProfile
}

const sign = ({ account, connector }: Connected) => run(connector.signMessage({ account, message: "hi" }))

const send = async ({ account, connector, profile: { namespace } }: Connected): Promise<Outcome> => {
  const calls = await Effect.runPromise(connector.calls)
  const transaction = paymentFrom(namespace, account.slice(account.lastIndexOf(":") + 1))
  const sent = await Effect.runPromise(
    calls.sendTransaction({ account, network: networks[namespace], transaction }),
  )
  if (sent._tag === "NotSent") return toWord(sent.error.reason)
  return sent._tag === "Unknown" ? "lost" : "done"
}

const switchTo =
  (network: Network) =>
  ({ connector }: Connected) =>
    run(connector.switchNetwork(network))

/** What the person, or the browser, has done before, and what the page then asks for. */
const acts: Partial<
  Record<
    ProfileCell,
    readonly [before: "approve" | "decline" | "gone", ask: (one: Connected) => Promise<Outcome>]
  >
> = {
  sign: ["approve", sign],
  signDeclined: ["decline", sign],
  signGone: ["gone", sign],
  send: ["approve", send],
  sendDeclined: ["decline", send],
  sendGone: ["gone", send],
  switch: ["approve", switchTo(optimism)],
  switchDeclined: ["decline", switchTo(optimism)],
  switchUnknown: ["approve", switchTo(base)],
}

/** Cells that a chain does not have: Polkadot's wallets send nothing, and only EVM's switch. */
const isThere = (namespace: ProfileNamespace, cell: string) =>
  (namespace === "eip155" || !cell.startsWith("switch")) &&
  (namespace !== "polkadot" || !cell.startsWith("send"))

const isCell = (cell: string): cell is ProfileCell => cell in usualOutcomes

const cells = walletProfiles.flatMap((profile) =>
  Object.entries(acts).flatMap(([cell, act]) =>
    isCell(cell) && isThere(profile.namespace, cell)
      ? [
          {
            cell,
            name: profile.name,
            namespace: profile.namespace,
            expected: profile.outcomes?.[cell] ?? usualOutcomes[cell],
            profile,
            act,
          },
        ]
      : [],
  ),
)

const play = async ({ act: [before, ask], profile }: (typeof cells)[number]): Promise<Outcome> => {
  const fixture = makeProfileFixture(profile, profile.namespace === "solana" ? solanaNode : undefined)
  const connector = connectorOf(fixture)
  const network = networks[profile.namespace]
  const { accounts } = await Effect.runPromise(connector.connect({ network, onLateApproval: () => {} }))
  await Effect.runPromise(connector.calls)
  if (before === "gone") fixture.remove()
  else fixture.approver.willAnswer(before)
  return settled(ask({ connector, account: accounts[0], profile }))
}

describe("a request to each real wallet", () => {
  const ended: Outcome[] = []

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it.each(cells)("ends $cell of $name on $namespace with: $expected", async (cell) => {
    const outcome = await play(cell)
    ended.push(outcome)
    expect(outcome).toBe(cell.expected)
  })

  it(`leaves 0 outcomes undefined in ${cells.length} requests`, () => {
    expect(ended.filter((outcome) => outcome.startsWith("undefined"))).toEqual([])
  })

  it("states no outcome of a step that a chain does not have", () => {
    const stated = walletProfiles.flatMap(({ id, namespace, outcomes = {} }) =>
      Object.keys(outcomes).flatMap((cell) => (isThere(namespace, cell) ? [] : `${id}: ${cell}`)),
    )
    expect(stated).toEqual([])
  })
})
