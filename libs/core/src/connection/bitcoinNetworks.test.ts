import { expect, it } from "@effect/vitest"
import { fromBitcoinWallet } from "@wmodal/chains/bitcoin"
import type { StandardWallet } from "@wmodal/chains/standard"
import { makeScriptedStandardWallet } from "@wmodal/dev-wallet/testing"
import { SubscriptionRef } from "@wmodal/protocol"
import { bitcoin, bitcoinTestnet } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { makeEngineWith, makeTestChain, memoryStorage } from "../testing/makeEngineOver.ts"

const here = "bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te"
const there = "tb1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelvmc7t8"
const account = (address: string, chain: string) => ({
  address,
  publicKey: new Uint8Array(33),
  chains: [chain],
  features: [],
})

/** Opens an engine with a wallet that shares an account on each network; a second call is a reload. */
const visit = (storage: ReturnType<typeof memoryStorage>, wallet: StandardWallet) =>
  Effect.gen(function* () {
    const connector = fromBitcoinWallet(wallet)
    const options = {
      chains: [makeTestChain([connector], {}, "bip122")],
      networks: [bitcoin, bitcoinTestnet] as const,
    }
    const engine = yield* makeEngineWith(options, { storage })
    yield* engine.ready
    yield* engine.connection.settled
    return engine
  })
type VisitEngine = Effect.Success<ReturnType<typeof visit>>

/** Reads the state after all pending events were processed. */
const getShown = ({ account, networks }: VisitEngine) =>
  Effect.map(TestClock.adjust(0), () => [
    SubscriptionRef.getUnsafe(networks.shown).network.name,
    SubscriptionRef.getUnsafe(account.state)?.address,
  ])

it.effect("restores the Bitcoin testnet and its address after a reload", () =>
  Effect.gen(function* () {
    const storage = memoryStorage()
    const { wallet } = makeScriptedStandardWallet({
      accounts: [account(here, "bitcoin:mainnet"), account(there, "bitcoin:testnet")],
      chains: ["bitcoin:mainnet", "bitcoin:testnet"],
    })
    yield* Effect.scoped(
      Effect.gen(function* () {
        const engine = yield* visit(storage, wallet)
        yield* engine.connection.connectAndWait("Standard Wallet")
        expect(yield* getShown(engine)).toEqual([bitcoin.name, here])
        yield* engine.networks.switchTo(bitcoinTestnet.caipNetworkId)
        expect(yield* getShown(engine)).toEqual([bitcoinTestnet.name, there])
      }),
    )
    const engine = yield* visit(storage, wallet)
    expect(yield* getShown(engine)).toEqual([bitcoinTestnet.name, there])
    yield* engine.networks.switchTo(bitcoin.caipNetworkId)
    expect(yield* getShown(engine)).toEqual([bitcoin.name, here])
  }).pipe(Effect.scoped),
)
