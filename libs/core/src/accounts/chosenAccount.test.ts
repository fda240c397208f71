import { expect, it } from "@effect/vitest"
import type { DappRequest } from "@wmodal/chains"
import { fromBitcoinWallet, type GuardedBitcoin } from "@wmodal/chains/bitcoin"
import { fromSolanaWallet, type GuardedSolana } from "@wmodal/chains/solana"
import { makeScriptedStandardWallet } from "@wmodal/dev-wallet/testing"
import { SubscriptionRef } from "@wmodal/protocol"
import { bitcoin, solana } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { makeEngineWith, makeTestChain, memoryStorage } from "../testing/makeEngineOver.ts"

const account = (address: string, chain: string, purpose?: "payment" | "ordinals") => ({
  address,
  publicKey: new Uint8Array(33),
  chains: [chain],
  features: [],
  ...(purpose && { purpose }),
})
const [sun, moon] = [
  "oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96",
  "AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD",
]
const [first, second, ordinals] = [
  "bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te",
  "bc1qp533522veg9uyhpx3sva9vqrnfzmt262n4lsuq",
  "bc1pfzhx49qe6s5exppe5hqljg3n6587xk0w75xqr70pgdt7ygnfkssqxqjd9l",
]

it.effect("reports the selected account to a Solana dApp", () =>
  Effect.gen(function* () {
    const { wallet } = makeScriptedStandardWallet({
      accounts: [account(sun, "solana:mainnet"), account(moon, "solana:mainnet")],
      chains: ["solana:mainnet"],
    })
    const connector = fromSolanaWallet(wallet)
    const engine = yield* makeEngineWith({
      chains: [makeTestChain([connector], {}, "solana")],
      networks: [solana],
    })
    yield* engine.ready
    yield* engine.connection.connectAndWait(connector.id)
    const { accounts } = yield* engine.flows
    const page = connector.getProvider(() => Promise.reject(new Error("unasked"))) as GuardedSolana
    expect(page.publicKey).toBe(sun)
    for (const address of [moon, sun]) {
      yield* accounts.select(`${solana.caipNetworkId}:${address}`)
      expect(page.publicKey).toBe(address)
    }
  }).pipe(Effect.scoped),
)

it.effect("pays from the selected address in a Bitcoin dApp when it is a payment address", () =>
  Effect.gen(function* () {
    const { wallet } = makeScriptedStandardWallet({
      accounts: [
        account(first, "bitcoin:mainnet", "payment"),
        account(second, "bitcoin:mainnet", "payment"),
        account(ordinals, "bitcoin:mainnet", "ordinals"),
      ],
      chains: ["bitcoin:mainnet"],
      features: () => ({ "bitcoin:signAndSendTransaction": { signAndSendTransaction: () => [] } }),
    })
    const connector = fromBitcoinWallet(wallet)
    const engine = yield* makeEngineWith({
      chains: [makeTestChain([connector], {}, "bip122")],
      networks: [bitcoin],
    })
    yield* engine.ready
    yield* engine.connection.connectAndWait(connector.id)
    const { accounts } = yield* engine.flows
    const asked: (string | null)[] = []
    const page = connector.getProvider(async ({ from }: DappRequest) => {
      asked.push(from)
      return { _tag: "Result", value: null } as const
    }) as GuardedBitcoin
    for (const address of [first, second, ordinals]) {
      yield* accounts.select(`${bitcoin.caipNetworkId}:${address}`)
      yield* Effect.promise(() => page.sendTransfer({ recipient: first, amount: "1000" }))
    }
    expect(asked).toEqual([first, second, first])
  }).pipe(Effect.scoped),
)

it.effect("uses an address of the host's default type until another one is selected", () =>
  Effect.gen(function* () {
    const storage = memoryStorage()
    const { wallet } = makeScriptedStandardWallet({
      accounts: [
        account(first, "bitcoin:mainnet", "payment"),
        account(ordinals, "bitcoin:mainnet", "ordinals"),
      ],
      chains: ["bitcoin:mainnet"],
    })
    const visit = Effect.gen(function* () {
      const connector = fromBitcoinWallet(wallet)
      const engine = yield* makeEngineWith(
        {
          chains: [makeTestChain([connector], {}, "bip122")],
          networks: [bitcoin],
          defaultAccountTypes: { bip122: "ordinal" },
        },
        { storage },
      )
      yield* engine.ready
      const address = () => SubscriptionRef.getUnsafe(engine.account.state)?.address
      return { engine, connector, address }
    })
    yield* Effect.scoped(
      Effect.gen(function* () {
        const { engine, connector, address } = yield* visit
        yield* engine.connection.connectAndWait(connector.id)
        expect(address()).toBe(ordinals)
        const { accounts } = yield* engine.flows
        yield* accounts.select(`${bitcoin.caipNetworkId}:${first}`)
        expect(address()).toBe(first)
      }),
    )
    const { engine, address } = yield* visit
    yield* engine.connection.settled
    yield* engine.flows
    yield* TestClock.adjust(0)
    expect(address()).toBe(first)
  }).pipe(Effect.scoped),
)
