import { describe, expect, it } from "@effect/vitest"
import type { Chain, Connector } from "@wmodal/chains"
import type { makeEmbeddedWallet } from "@wmodal/chains/frame"
import type { makeWalletConnect } from "@wmodal/chains/walletconnect"
import { type CaipNetworkId, type Network, SubscriptionRef } from "@wmodal/protocol"
import { Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import type { ConnectionState } from "../connection/Connection.ts"
import type { Engine } from "../Engine.ts"
import type { Platform } from "../Platform.ts"
import { sessionsKey } from "../storage/session.ts"
import { makeEngineWith, makeTestChain, memoryStorage, testNetworks } from "./makeEngineOver.ts"
import { reach } from "./reach.ts"

/** A wallet under test, with controls for its user's decisions and for the changes that the wallet makes. */
export interface WalletFixture {
  readonly chain: Chain
  readonly window: Platform["Service"]["window"]
  /** The id of the discovered connector. */
  readonly connectorId: string
  /** Returns the number of listeners on the wallet's provider and on the web page. */
  readonly listeners: () => number
  /** Sets the response to later prompts. `wait` leaves prompts open. */
  readonly willAnswer: (answer: "approve" | "decline" | "wait") => void
  /** Responds to every pending prompt. */
  readonly answerOpen: (answer: "approve" | "decline") => void
  /** Completes when a prompt is open. */
  readonly whenAsked: Effect.Effect<void>
  /** Returns the number of prompts that the user has seen. */
  readonly timesAsked: () => number
  /** @returns the newly active address; `null` for a wallet with a single account. */
  readonly chooseOtherAccount: (() => string) | null
  /** The network that the wallet reports; `null` when wallets of its kind report none. */
  readonly isOn: CaipNetworkId | null
  /** `null` for a wallet that never switches by itself. */
  readonly moveTo: ((network: CaipNetworkId) => void) | null
  /** Disconnects from the wallet's side. */
  readonly leave: () => void
  /** For a remote wallet: the client between it and the app. */
  readonly walletConnect?: typeof makeWalletConnect
  /** For a wallet in a frame: the client between it and the app. */
  readonly embeddedWallet?: typeof makeEmbeddedWallet
}

export interface ConnectorSuiteOptions {
  /** A fresh wallet for each test. */
  readonly fixture: () => WalletFixture
  /** Connectors over providers that throw or return malformed responses, by name. */
  readonly odd: readonly (readonly [name: string, connector: Connector])[]
  /** Two networks of the chain. A wallet starts on the first, if it is on any. */
  readonly networks?: readonly [Network, Network]
  /** Returns true when two plain addresses are the same. */
  readonly isSame?: (one: string, two: string) => boolean
}

const isSameIgnoringCase = (one: string, two: string) => one.toLowerCase() === two.toLowerCase()

/** Registers the Vitest tests that every connector must pass, through a real engine under virtual time. */
export const connectorSuite = (
  name: string,
  { fixture, isSame = isSameIgnoringCase, networks = testNetworks, odd }: ConnectorSuiteOptions,
): void => {
  const [first, second] = networks
  const namespace = first.chainNamespace

  const stateOf = (engine: Engine): ConnectionState =>
    SubscriptionRef.getUnsafe(engine.connection.state)[namespace] ?? { _tag: "Disconnected", because: null }

  const reachState = (engine: Engine, meets: (state: ConnectionState) => boolean) =>
    reach(engine.connection.state, (all) => {
      const state = all[namespace]
      return state !== undefined && meets(state)
    })

  const connect = (engine: Engine, wallet: WalletFixture) =>
    engine.connection.connectAndWait(wallet.connectorId, namespace)

  const askInVain = (wallet: WalletFixture, engine: Engine) =>
    Effect.gen(function* () {
      wallet.willAnswer("wait")
      yield* engine.connection.connect(wallet.connectorId, namespace)
      yield* wallet.whenAsked
    })

  const start = Effect.gen(function* () {
    const wallet = fixture()
    const storage = memoryStorage()
    const scope = yield* Scope.make()
    yield* Effect.addFinalizer(() => Scope.close(scope, Exit.void))
    const { chain, embeddedWallet, walletConnect, window } = wallet
    const endpoints = {
      ...(walletConnect && { relay: "ws://127.0.0.1:1" }),
      ...(embeddedWallet && { secureSite: "http://127.0.0.1:1" }),
    }
    const open = makeEngineWith(
      { chains: [chain], networks, endpoints },
      {
        storage,
        platform: { window },
        ...(walletConnect && { walletConnect }),
        ...(embeddedWallet && { embeddedWallet }),
      },
    )
    const engine = yield* Scope.provide(open, scope)
    yield* engine.ready
    const atRest = wallet.listeners()
    return { wallet, storage, scope, engine, atRest, open }
  })

  describe(`${name} meets the Connector contract`, () => {
    it.effect("connects, and returns account and network", () =>
      Effect.gen(function* () {
        const { wallet, engine, scope, storage } = yield* start
        const connected = yield* connect(engine, wallet)
        expect(connected.walletNetwork).toBe(wallet.isOn)
        expect(connected.account).toBe(connected.accounts[0])
        expect(storage.held.has(sessionsKey)).toBe(true)
        yield* Scope.close(scope, Exit.void)
        expect(wallet.listeners()).toBe(0)
      }),
    )

    it.effect("reports a rejection, and connects on the next attempt", () =>
      Effect.gen(function* () {
        const { wallet, engine, atRest } = yield* start
        wallet.willAnswer("decline")
        const error = yield* Effect.flip(connect(engine, wallet))
        expect(error.reason._tag).toBe("Declined")
        expect(stateOf(engine)._tag).toBe("Failed")
        expect(wallet.listeners()).toBe(atRest)
        wallet.willAnswer("approve")
        yield* connect(engine, wallet)
        expect(stateOf(engine)._tag).toBe("Connected")
      }),
    )

    it.effect("applies the wallet's change to another account, if it has one", () =>
      Effect.gen(function* () {
        const { wallet, engine } = yield* start
        const connected = yield* connect(engine, wallet)
        const address = wallet.chooseOtherAccount?.() ?? getAddress(connected)
        yield* reachState(engine, (state) => isOn(state, first) && isSame(getAddress(state), address))
      }),
    )

    it.effect("applies the wallet's switch to another network, or switches it", () =>
      Effect.gen(function* () {
        const { wallet, engine } = yield* start
        yield* connect(engine, wallet)
        if (wallet.moveTo === null) yield* engine.networks.switchTo(second.caipNetworkId)
        else wallet.moveTo(second.caipNetworkId)
        yield* reach(engine.networks.selected, ({ caipNetworkId }) => caipNetworkId === second.caipNetworkId)
        yield* reachState(engine, (state) => isOn(state, second))
      }),
    )

    it.effect("ends the session when the wallet disconnects", () =>
      Effect.gen(function* () {
        const { wallet, engine, storage, atRest } = yield* start
        yield* connect(engine, wallet)
        wallet.leave()
        yield* reachState(engine, (state) => state._tag === "Disconnected")
        expect(storage.held.has(sessionsKey)).toBe(false)
        yield* Effect.yieldNow
        // Until then a wallet that was only locked may share its accounts again.
        yield* engine.connection.disconnect()
        expect(wallet.listeners()).toBe(atRest)
      }),
    )

    it.effect("ends the session when the app disconnects", () =>
      Effect.gen(function* () {
        const { wallet, engine, storage, atRest } = yield* start
        yield* connect(engine, wallet)
        yield* engine.connection.disconnect()
        expect(stateOf(engine)).toEqual({ _tag: "Disconnected", because: null })
        expect(storage.held.has(sessionsKey)).toBe(false)
        expect(wallet.listeners()).toBe(atRest)
      }),
    )

    it.effect("shows slow after 60 s without a response, and cancels at once", () =>
      Effect.gen(function* () {
        const { wallet, engine, atRest } = yield* start
        yield* askInVain(wallet, engine)
        yield* TestClock.adjust("59 seconds")
        expect(stateOf(engine)).toMatchObject({ _tag: "Connecting", slow: false })
        yield* TestClock.adjust("1 second")
        expect(stateOf(engine)).toMatchObject({ _tag: "Connecting", slow: true })
        yield* engine.connection.cancel()
        expect(stateOf(engine)).toEqual({ _tag: "Disconnected", because: null })
        yield* Effect.yieldNow
        expect(wallet.listeners()).toBe(atRest)
      }),
    )

    it.effect("offers a late approval, and applies it only when accepted", () =>
      Effect.gen(function* () {
        const { wallet, engine, storage } = yield* start
        yield* askInVain(wallet, engine)
        yield* engine.connection.cancel()
        wallet.answerOpen("approve")
        const late = yield* reach(engine.connection.late, (offered) => offered !== null)
        expect(late?.wallet.connectorId).toBe(wallet.connectorId)
        expect(stateOf(engine)._tag).toBe("Disconnected")
        expect(storage.held.has(sessionsKey)).toBe(false)
        yield* engine.connection.acceptLate
        expect(stateOf(engine)._tag).toBe("Connected")
        expect(SubscriptionRef.getUnsafe(engine.connection.late)).toBe(null)
      }),
    )

    it.effect("drops a late approval that is dismissed", () =>
      Effect.gen(function* () {
        const { wallet, engine } = yield* start
        yield* askInVain(wallet, engine)
        yield* engine.connection.cancel()
        wallet.answerOpen("approve")
        yield* reach(engine.connection.late, (offered) => offered !== null)
        yield* engine.connection.dismissLate
        yield* engine.connection.acceptLate
        expect(stateOf(engine)._tag).toBe("Disconnected")
      }),
    )

    it.effect("prompts the user once when connected twice", () =>
      Effect.gen(function* () {
        const { wallet, engine } = yield* start
        yield* askInVain(wallet, engine)
        const second = yield* Effect.forkChild(connect(engine, wallet), {
          startImmediately: true,
        })
        wallet.answerOpen("approve")
        expect((yield* Fiber.join(second))._tag).toBe("Connected")
        expect(wallet.timesAsked()).toBe(1)
      }),
    )

    it.effect("leaves no listener or storage when the engine closes during a prompt", () =>
      Effect.gen(function* () {
        const { wallet, engine, scope, storage } = yield* start
        yield* askInVain(wallet, engine)
        yield* Scope.close(scope, Exit.void)
        expect(wallet.listeners()).toBe(0)
        wallet.answerOpen("approve")
        yield* Effect.yieldNow
        expect(stateOf(engine)._tag).not.toBe("Connected")
        expect(storage.held.has(sessionsKey)).toBe(false)
        expect(wallet.listeners()).toBe(0)
      }),
    )

    it.effect("restores the session after a reload without a prompt", () =>
      Effect.gen(function* () {
        const { wallet, engine, scope, open } = yield* start
        yield* connect(engine, wallet)
        yield* Scope.close(scope, Exit.void)
        const asked = wallet.timesAsked()
        const again = yield* open
        yield* again.ready
        expect(stateOf(again)._tag).toBe("Connected")
        expect(wallet.timesAsked()).toBe(asked)
      }),
    )

    for (const [what, connector] of odd)
      it.effect(`fails with a described problem when it meets ${what}`, () =>
        Effect.gen(function* () {
          const engine = yield* makeEngineWith({
            chains: [makeTestChain([connector], {}, namespace)],
            networks,
          })
          yield* engine.ready
          const error = yield* Effect.flip(engine.connection.connectAndWait(connector.id))
          expect(error._tag).toBe("ConnectorError")
          expect(stateOf(engine)._tag).toBe("Failed")
        }),
      )
  })
}

const isOn = (state: ConnectionState, { caipNetworkId }: Network) =>
  state._tag === "Connected" && state.account.startsWith(`${caipNetworkId}:`)

const getAddress = (state: ConnectionState) =>
  state._tag === "Connected" ? state.account.slice(state.account.lastIndexOf(":") + 1) : ""
