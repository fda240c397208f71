import { expect, it } from "@effect/vitest"
import { type ChainActions, type DappRequest, TransferRejected, type WalletResponse } from "@wmodal/chains"
import { fromBitcoinWallet } from "@wmodal/chains/bitcoin"
import { makeScriptedStandardWallet } from "@wmodal/dev-wallet/testing"
import { RpcError, SubscriptionRef } from "@wmodal/protocol"
import { bitcoin } from "@wmodal/protocol/networks"
import { Effect, Fiber } from "effect"
import { makeEngineWith, makeTestChain } from "../testing/makeEngineOver.ts"
import {
  makeExplained,
  makeMessageQuestion,
  makeTransactionQuestion,
  openPageWorld,
  sessionAccount,
} from "../testing/pageRequests.ts"
import { reach } from "../testing/reach.ts"

const payment = "bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te"
const ordinals = "bc1pfzhx49qe6s5exppe5hqljg3n6587xk0w75xqr70pgdt7ygnfkssqxqjd9l"
const stranger = "bc1qp533522veg9uyhpx3sva9vqrnfzmt262n4lsuq"

const account = (address: string) => ({
  address,
  publicKey: new Uint8Array(33),
  chains: ["bitcoin:mainnet"],
  features: [],
})

it.effect("returns all addresses that the wallet shares", () =>
  Effect.gen(function* () {
    const { wallet } = makeScriptedStandardWallet({
      accounts: [account(payment), account(ordinals)],
      chains: ["bitcoin:mainnet"],
    })
    const connector = fromBitcoinWallet(wallet)
    const told: unknown[] = []
    const explain: ChainActions["explain"] = ({ from, own }) => {
      told.push([from, own])
      return Effect.succeed(makeExplained())
    }
    const chains = [makeTestChain([connector], { explain }, "bip122")]
    const engine = yield* makeEngineWith({ chains, networks: [bitcoin] })
    yield* engine.ready
    yield* engine.connection.connectAndWait(connector.id)
    const { requests } = yield* engine.flows
    yield* requests.explain({ _tag: "Message", message: "hi" })
    expect(told).toEqual([[payment, [payment, ordinals]]])
  }).pipe(Effect.scoped),
)

it.effect("accepts any address of the current account, and rejects all others", () =>
  Effect.gen(function* () {
    const { wallet } = makeScriptedStandardWallet({
      accounts: [account(payment), account(ordinals)],
      chains: ["bitcoin:mainnet"],
    })
    const connector = fromBitcoinWallet(wallet)
    const engine = yield* makeEngineWith({
      chains: [makeTestChain([connector], {}, "bip122")],
      networks: [bitcoin],
    })
    yield* engine.ready
    yield* engine.connection.connectAndWait(connector.id)
    const { requests } = yield* engine.flows
    const asking = (from: string): DappRequest =>
      makeMessageQuestion({ namespace: "bip122", connectorId: connector.id, from })
    for (const address of [payment, ordinals]) {
      const page = yield* Effect.forkChild(requests.handle(asking(address)), { startImmediately: true })
      const state = yield* reach(requests.state, ({ _tag }) => _tag === "Reviewing")
      expect(state).toMatchObject({ asked: { account: `${bitcoin.caipNetworkId}:${address}` } })
      yield* requests.reject
      expect(yield* Fiber.join(page)).toMatchObject({ _tag: "Rejected", code: 4001 })
      yield* reach(requests.state, ({ _tag }) => _tag === "Empty")
    }
    expect(yield* requests.handle(asking(stranger))).toMatchObject({ _tag: "Rejected", code: 4100 })
  }).pipe(Effect.scoped),
)

const from = sessionAccount.slice(sessionAccount.lastIndexOf(":") + 1)
const transfer = { from, to: "0x02", token: null, amount: 7n }
const hash = `0x${"5e".repeat(32)}`
const sent: WalletResponse = { answer: { _tag: "Result", value: hash }, outcome: { _tag: "Sent", hash } }

/** A payment by its amount alone; the builds are counted. */
const paymentQuestion = (asked: unknown[]): DappRequest =>
  makeMessageQuestion({
    request: { _tag: "Other", method: "sendTransfer", params: "[]" },
    from,
    ask: () => {
      asked.push("unbuilt")
      return Promise.resolve(sent)
    },
    buildPayment: {
      transfer,
      with: (transaction) =>
        makeTransactionQuestion({
          request: { _tag: "Transaction", transaction },
          from,
          submission: { _tag: "Transaction", transaction },
          ask: () => {
            asked.push(transaction)
            return Promise.resolve(sent)
          },
        }),
    },
  })

it.effect("builds a payment that a dApp names, and sends it as reviewed", () =>
  Effect.gen(function* () {
    const asked: unknown[] = []
    const { ask, heard, ledger, requests, until } = yield* openPageWorld()
    const page = yield* ask(paymentQuestion(asked))
    const built = { to: "0x02", value: "0x7", data: "0x" }
    const { asked: shown } = yield* until("Reviewing")
    expect(shown.request).toEqual({ _tag: "Transaction", transaction: built })
    expect(asked).toEqual([])
    yield* requests.approve
    expect(yield* heard(page)).toEqual(sent.answer)
    expect(asked).toEqual([built])
    const [entry] = yield* reach(ledger.entries, ([one]) => one?.state._tag === "Sent")
    expect(entry).toMatchObject({ transaction: built, state: { hash } })
  }).pipe(Effect.scoped),
)

it.effect.each([
  ["cannot be paid", new TransferRejected({ reason: { _tag: "Insufficient" } }), -32000],
  [
    "cannot be built without a node",
    new RpcError({ method: "x", host: "", reason: { _tag: "NoEndpoint" } }),
    4900,
  ],
] as const)("rejects a payment that %s before the review", ([, error, code]) =>
  Effect.gen(function* () {
    const asked: unknown[] = []
    const { ask, heard, ledger, requests } = yield* openPageWorld(undefined, {
      actions: { estimate: () => Effect.fail(error) },
    })
    const page = yield* ask(paymentQuestion(asked))
    expect(yield* heard(page)).toMatchObject({ _tag: "Rejected", code })
    yield* reach(requests.state, ({ _tag }) => _tag === "Empty")
    expect(asked).toEqual([])
    expect(SubscriptionRef.getUnsafe(ledger.entries)).toEqual([])
  }).pipe(Effect.scoped),
)
