import { describe, expect, it } from "@effect/vitest"
import { walletConnectId } from "@wmodal/chains/walletconnect"
import { Feed, SubscriptionRef } from "@wmodal/protocol"
import { mainnet, optimism, solana } from "@wmodal/protocol/networks"
import { Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import { persistedRecords } from "../storage/PersistedState.ts"
import { sessionsKey } from "../storage/session.ts"
import { memoryStorage } from "../testing/makeEngineOver.ts"
import { reach } from "../testing/reach.ts"
import {
  collectEvents,
  getTags,
  getViews,
  openPageWith,
  polkadot,
  scanAndApprove,
  waitUntilAsked,
} from "../testing/relayPage.ts"
import { scriptedWalletConnect } from "../testing/scriptedWalletConnect.ts"

const now = SubscriptionRef.getUnsafe

describe("pairing failures", () => {
  it.effect("shows the reason in the state when connecting fails", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* openPageWith(phone)
      for (const reason of [
        { _tag: "Declined" },
        { _tag: "Expired" },
        { _tag: "ChunkLoadFailed" },
      ] as const) {
        yield* engine.connection.connect(walletConnectId)
        yield* waitUntilAsked(engine)
        phone.refuse(reason)
        const { eip155 } = yield* reach(engine.connection.state, ({ eip155 }) => eip155?._tag === "Failed")
        expect(eip155).toMatchObject({ problem: { reason } })
      }
    }),
  )

  it.effect("raises one alert for each relay rejection reason", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* openPageWith(phone)
      yield* engine.connection.connect(walletConnectId)
      yield* waitUntilAsked(engine)
      for (const refusal of ["origin", "time", "projectId"] as const) {
        phone.deps().onRelayRejection(refusal)
        yield* reach(engine.alerts.current, (problem) => problem !== null)
        expect(now(engine.alerts.current)).toMatchObject({ reason: { _tag: "Refused", refusal } })
        yield* engine.alerts.dismiss
        phone.deps().onRelayRejection(refusal)
        yield* Effect.yieldNow
        expect(now(engine.alerts.current)).toBe(null)
      }
    }),
  )

  it.effect("fails with 'WalletConnectConnector not found' and loads nothing without a relay", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* openPageWith(phone, {}, { endpoints: {} })
      expect(engine.pairing.available).toBe(false)
      const error = yield* Effect.flip(engine.connection.connect(walletConnectId))
      expect(error.reason).toEqual({ _tag: "WalletConnectNotFound" })
      expect(getTags(engine)).toEqual({ eip155: "Disconnected", solana: "Disconnected" })
      expect(phone.made()).toBe(0)
    }),
  )

  it.effect("keeps a stored session when no relay is configured any more", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const storage = memoryStorage()
      yield* Effect.scoped(
        Effect.flatMap(openPageWith(phone, { storage }), (engine) => scanAndApprove(engine, phone, "eip155")),
      )
      const again = yield* openPageWith(phone, { storage }, { endpoints: {} })
      yield* again.ready
      expect(now(again.connection.state).eip155).toMatchObject({
        _tag: "Disconnected",
        because: { reason: { _tag: "Failed", detail: "WalletConnectNotFound" } },
      })
      expect(storage.held.has(sessionsKey)).toBe(true)
    }),
  )
})

describe("WalletConnect code loading", () => {
  it.effect("creates one client for concurrent requests and ends it with the engine", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const scope = yield* Scope.make()
      const engine = yield* openPageWith(phone).pipe(Scope.provide(scope))
      yield* Effect.all(
        [
          engine.connection.connect(walletConnectId, "eip155"),
          engine.connection.connect(walletConnectId, "solana"),
        ],
        { concurrency: 2 },
      )
      yield* waitUntilAsked(engine)
      expect(phone.made()).toBe(1)
      yield* Scope.close(scope, Exit.void)
      // Callbacks after the end have no effect.
      phone.deps().onLink({ uri: "wc:late", expiresAt: 1 })
      phone.deps().onRelayRejection("origin")
      yield* Effect.yieldNow
      expect(now(engine.pairing.link)?.uri).not.toBe("wc:late")
      expect(now(engine.alerts.current)).toBe(null)
    }),
  )

  it.effect("receives the host's settings and reads through its nodes", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const namespaceOverride = { methods: { eip155: ["personal_sign"] } }
      const engine = yield* openPageWith(phone, {}, { namespaceOverride, metadata: { name: "Shop" } })
      yield* engine.connection.connect(walletConnectId)
      yield* waitUntilAsked(engine)
      const deps = phone.deps()
      expect(deps).toMatchObject({
        projectId: "test",
        relay: "wss://relay.example",
        metadata: { name: "Shop" },
        override: namespaceOverride,
      })
      expect(deps.networks).toEqual([mainnet, optimism, solana, polkadot])
      const error = yield* Effect.flip(deps.read(polkadot, "eth_chainId", []))
      expect(error._tag).toBe("RpcError")
    }),
  )
})

describe("picked remote wallet", () => {
  const entry = {
    id: "a".repeat(64),
    name: "Acme",
    icon: null,
    rdns: null,
    certified: false,
    links: { mobile: "acme://", desktop: null, webapp: null },
    stores: { appStore: null, playStore: null, chromeStore: null, homepage: null },
  }

  it.effect("stores the picked wallet by its id, or without one the name of the app", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const storage = memoryStorage()
      const engine = yield* openPageWith(phone, { storage })
      const recent = () => JSON.parse(storage.held.get(persistedRecords.recentWallets.key) ?? "null")?.data
      yield* engine.router.open()
      yield* engine.connectors.pickEntry(entry)
      yield* waitUntilAsked(engine)
      expect(getViews(engine)).toEqual(["Connect", "ConnectingWalletConnect"])
      yield* engine.pairing.choose({ name: "Acme", href: "acme://" })
      const events = yield* collectEvents(engine)
      phone.approve("eip155")
      yield* reach(engine.router.state, ({ open }) => !open)
      expect(recent()).toEqual([{ id: entry.id, name: "Acme", icon: null }])
      expect(now(engine.connection.state).eip155).toMatchObject({ wallet: { name: "Phone Wallet" } })
      yield* Effect.yieldNow
      expect(events).toContainEqual(
        expect.objectContaining({
          name: "CONNECT_SUCCESS",
          properties: { method: "mobile", name: "Acme" },
        }),
      )

      yield* engine.connection.disconnect()
      yield* engine.router.open()
      yield* engine.connectors.pick("walletConnect")
      yield* waitUntilAsked(engine)
      phone.approve("eip155")
      yield* reach(engine.router.state, ({ open }) => !open)
      expect(recent()).toEqual([
        { id: "Phone Wallet", name: "Phone Wallet", icon: null },
        { id: entry.id, name: "Acme", icon: null },
      ])
    }),
  )

  it.effect("cancels the request when its view is left or the modal closed, not when a view covers it", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* openPageWith(phone)
      yield* engine.router.open()
      yield* engine.connectors.pickEntry(entry)
      yield* waitUntilAsked(engine)
      yield* engine.router.push({ _tag: "Downloads", wallet: entry })
      expect(getTags(engine)).toMatchObject({ eip155: "Connecting" })
      yield* engine.router.goBack
      expect(getTags(engine)).toMatchObject({ eip155: "Connecting" })
      expect(phone.asked()).toBe(1)
      yield* engine.router.goBack
      expect(getTags(engine)).toMatchObject({ eip155: "Disconnected" })
      yield* reach(engine.pairing.link, (link) => link === null)

      yield* engine.connectors.pick("walletConnect")
      yield* waitUntilAsked(engine)
      yield* engine.router.close
      expect(getTags(engine)).toMatchObject({ eip155: "Disconnected" })
      yield* reach(engine.pairing.link, (link) => link === null)
    }),
  )

  it.effect("sends no request when its view is left before the code is loaded", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* openPageWith(phone)
      yield* engine.router.open()
      yield* engine.connectors.pickEntry(entry)
      yield* engine.router.goBack
      // The second request has been pending for as long as the first would have been.
      yield* engine.connection.connect(walletConnectId, "polkadot")
      yield* waitUntilAsked(engine)
      expect(phone.asked()).toBe(1)
      expect(getTags(engine)).toMatchObject({ eip155: "Disconnected", polkadot: "Connecting" })
    }),
  )

  it.effect("shows slow after a minute and still accepts the approval", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* openPageWith(phone)
      const connecting = yield* Effect.forkChild(engine.connection.connectAndWait(walletConnectId))
      yield* waitUntilAsked(engine)
      yield* TestClock.adjust("60 seconds")
      expect(now(engine.connection.state).eip155).toMatchObject({ _tag: "Connecting", slow: true })
      phone.approve("eip155")
      expect((yield* Fiber.join(connecting))._tag).toBe("Connected")
    }),
  )

  it.effect(
    "shows an error without navigating when the code cannot be loaded, and emits INTERNAL_SDK_ERROR",
    () =>
      Effect.gen(function* () {
        const phone = scriptedWalletConnect()
        const broken: typeof phone.make = () => Effect.die(new Error("no code"))
        const engine = yield* openPageWith(phone, { walletConnect: broken })
        const errors: unknown[] = []
        yield* Effect.forkScoped(
          Feed.runForEach(engine.events, ({ name, properties }) =>
            Effect.sync(() => {
              if (name === "INTERNAL_SDK_ERROR") errors.push(properties)
            }),
          ),
          { startImmediately: true },
        )
        yield* engine.router.open()
        yield* engine.connectors.pick("walletConnect")
        yield* reach(engine.router.state, ({ history }) => history.length === 1)
        expect(errors).toEqual([
          {
            errorType: "UniversalProviderInitError",
            errorMessage: now(engine.toasts.current)?.message.values?.text ?? expect.any(String),
          },
        ])
        expect(getViews(engine)).toEqual(["Connect"])
        expect(now(engine.toasts.current)).toMatchObject({ variant: "error" })
      }),
  )
})

describe("ConnectingWalletConnectBasic", () => {
  it.effect("requests a session when its view opens without a configured chain", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* openPageWith(phone, {}, { chains: [] })
      yield* engine.router.open()
      expect(getViews(engine)).toEqual(["ConnectingWalletConnectBasic"])
      yield* waitUntilAsked(engine)
      phone.approve("eip155", "polkadot")
      yield* reach(engine.router.state, ({ open }) => !open)
      expect(getTags(engine)).toMatchObject({ eip155: "Connected", polkadot: "Connected" })
    }),
  )

  it.effect("requests nothing without a relay", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* openPageWith(phone, {}, { chains: [], endpoints: {} })
      yield* engine.router.open()
      expect(getTags(engine)).toEqual({})
      expect(phone.made()).toBe(0)
    }),
  )

  it.effect("requests nothing when the host shows a link of its own", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* openPageWith(phone)
      yield* engine.ready
      yield* engine.router.open({ _tag: "ConnectingWalletConnectBasic", uri: "wc:host@2?symKey=00" })
      yield* Effect.yieldNow
      expect(phone.made()).toBe(0)
      expect(SubscriptionRef.getUnsafe(engine.pairing.link)).toBe(null)
      yield* engine.router.close
      yield* engine.router.open({ _tag: "ConnectingWalletConnectBasic" })
      yield* waitUntilAsked(engine)
      expect(phone.made()).toBe(1)
    }),
  )
})
