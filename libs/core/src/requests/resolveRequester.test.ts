import { expect, it } from "@effect/vitest"
import type { ChainActions, DappRequest } from "@wmodal/chains"
import { fromBitcoinWallet } from "@wmodal/chains/bitcoin"
import { makeScriptedStandardWallet } from "@wmodal/dev-wallet/testing"
import { bitcoin } from "@wmodal/protocol/networks"
import { Effect, Fiber } from "effect"
import { makeEngineWith, makeTestChain } from "../testing/makeEngineOver.ts"
import { makeExplained, makeMessageQuestion } from "../testing/pageRequests.ts"
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
