import { walletConnectId } from "@wmodal/chains/walletconnect"
import { Feed, type Network, SubscriptionRef } from "@wmodal/protocol"
import { mainnet, optimism, solana } from "@wmodal/protocol/networks"
import { Effect, Fiber } from "effect"
import type { Engine } from "../Engine.ts"
import type { EngineEvent } from "../EngineEvent.ts"
import { makeEngineWith, makeTestChain, type TestDeps } from "./makeEngineOver.ts"
import { reach } from "./reach.ts"
import { scriptedWallet, solanaWallet } from "./scriptedWallet.ts"
import type { scriptedWalletConnect } from "./scriptedWalletConnect.ts"

/** A network without configured chain code. */
export const polkadot: Network = {
  id: "91b171bb158e2d3848fa23a9f1c25182",
  caipNetworkId: "polkadot:91b171bb158e2d3848fa23a9f1c25182",
  chainNamespace: "polkadot",
  name: "Polkadot",
  nativeCurrency: { name: "DOT", symbol: "DOT", decimals: 10 },
  rpcUrls: { default: { http: [] } },
}

type Phone = ReturnType<typeof scriptedWalletConnect>

/** Opens an engine with the code of two chains, and a third chain without code. */
export const openPageWith = (phone: Phone, deps: TestDeps = {}, options: object = {}) =>
  makeEngineWith(
    {
      chains: [
        makeTestChain([scriptedWallet().connector]),
        makeTestChain([solanaWallet().connector], {}, "solana"),
      ],
      networks: [mainnet, optimism, solana, polkadot],
      endpoints: { relay: "wss://relay.example" },
      ...options,
    },
    { walletConnect: phone.make, ...deps },
  )

/** Returns the tag of each namespace's state. */
export const getTags = (engine: Engine) =>
  Object.fromEntries(
    Object.entries(SubscriptionRef.getUnsafe(engine.connection.state)).map(([one, { _tag }]) => [one, _tag]),
  )

/** Returns the names of the views in the open modal. */
export const getViews = (engine: Engine) => {
  const { open, history } = SubscriptionRef.getUnsafe(engine.router.state)
  return open ? history.map(({ _tag }) => _tag) : []
}

/** Completes when the phone has received the request. */
export const waitUntilAsked = (engine: Engine) => reach(engine.pairing.link, (link) => link !== null)

/** Scans the code and approves. */
export const scanAndApprove = (engine: Engine, phone: Phone, ...approved: Parameters<typeof phone.approve>) =>
  Effect.gen(function* () {
    const connecting = yield* Effect.forkChild(engine.connection.connectAndWait(walletConnectId))
    yield* waitUntilAsked(engine)
    phone.approve(...approved)
    return yield* Fiber.join(connecting)
  })

/** Collects all later events. */
export const collectEvents = (engine: Engine) =>
  Effect.gen(function* () {
    const events: EngineEvent[] = []
    yield* Effect.forkChild(
      Feed.runForEach(engine.events, (event) => Effect.sync(() => void events.push(event))),
      { startImmediately: true },
    )
    return events
  })
