import { describe, expect, it } from "@effect/vitest"
import { ConnectorError } from "@wmodal/chains"
import { type FrameUser, frameId } from "@wmodal/chains/frame"
import { SubscriptionRef } from "@wmodal/protocol"
import { mainnet, optimism } from "@wmodal/protocol/networks"
import { Effect, Exit, Scope } from "effect"
import { TestClock } from "effect/testing"
import { sessionsKey } from "../storage/session.ts"
import { makeEngineWith, makeTestChain, memoryStorage, testNetworks } from "../testing/makeEngineOver.ts"
import { makeFrameError, openSignInPage, secureSite, settle } from "../testing/openSignInPage.ts"
import { getTags, getViews } from "../testing/relayPage.ts"
import { frameUser, scriptedEmbeddedWallet } from "../testing/scriptedEmbeddedWallet.ts"
import { frameStateRecord, signInProviderRecord } from "./frameState.ts"

const signedIn = (storage = memoryStorage(), frame = scriptedEmbeddedWallet()) =>
  Effect.gen(function* () {
    const page = yield* openSignInPage({ storage }, {}, frame)
    yield* page.signIn.withEmail("ann@example.com")
    frame.connectEmail.answer("CONNECT")
    yield* settle
    frame.connect.answer()
    yield* settle
    return { ...page, storage }
  })

const reloaded = (
  storage: ReturnType<typeof memoryStorage>,
  frame: ReturnType<typeof scriptedEmbeddedWallet>,
) =>
  makeEngineWith(
    { chains: [makeTestChain([])], networks: testNetworks, endpoints: { secureSite } },
    { storage, embeddedWallet: frame.make },
  )

describe("embedded wallet", () => {
  it.effect("makes the wallet once, on first use, and never without a secure site", () =>
    Effect.gen(function* () {
      const frame = scriptedEmbeddedWallet()
      const without = yield* makeEngineWith({ chains: [makeTestChain([])] }, { embeddedWallet: frame.make })
      expect((yield* Effect.flip(without.signIn)).reason._tag).toBe("SecureSiteNotFound")
      expect((yield* Effect.flip(without.connection.connectAndWait(frameId))).reason._tag).toBe(
        "SecureSiteNotFound",
      )
      const { engine } = yield* openSignInPage()
      expect(yield* engine.signIn).toBe(yield* engine.signIn)
    }),
  )

  it.effect("passes the app's identity, options and theme to the frame", () =>
    Effect.gen(function* () {
      const { engine, frame } = yield* openSignInPage(
        {},
        { themeMode: "dark", themeVariables: { accent: "#123456", zIndex: 7, background: "#000" } },
      )
      const { networks, ...given } = frame.deps()
      expect(given).toMatchObject({
        projectId: "test",
        secureSite,
        sdkVersion: "html-evm,solana-0.1.0",
        preferred: "smartAccount",
      })
      expect((yield* engine.signIn).dashboard).toBe("https://secure.example/dashboard?projectId=test")
      expect(networks.map(({ caipNetworkId }) => caipNetworkId)).toContain("eip155:1")
      expect(given.theme()).toEqual({
        themeMode: "dark",
        themeVariables: { "--w3m-accent": "#123456", "--w3m-z-index": 7 },
        w3mThemeVariables: { "--w3m-accent": "#123456", "--w3m-background": "#000" },
      })
      const before = frame.calls.length
      yield* SubscriptionRef.set(engine.theme, { mode: "light", variables: {} })
      yield* settle
      expect(frame.calls.slice(before)).toEqual(["syncTheme"])
      expect(given.theme()).toEqual({
        themeMode: "light",
        themeVariables: {},
        w3mThemeVariables: { "--w3m-accent": "hsla(231, 100%, 70%, 1)", "--w3m-background": "#fff" },
      })
    }),
  )

  it.effect("restores the wallet with its user after a reload", () =>
    Effect.gen(function* () {
      const { frame, storage } = yield* signedIn()
      const scope = yield* Scope.make()
      const engine = yield* Scope.provide(reloaded(storage, frame), scope)
      yield* engine.ready
      expect(SubscriptionRef.getUnsafe(engine.connection.state).eip155).toMatchObject({
        _tag: "Connected",
        wallet: { connectorId: frameId, name: "ann@example.com" },
      })
      expect(SubscriptionRef.getUnsafe(engine.signedIn)).toMatchObject({ by: "email" })
      yield* Scope.close(scope, Exit.void)
    }),
  )

  it.effect("aborts a restore after 10 s without a response, and tries again on the next visit", () =>
    Effect.gen(function* () {
      const { storage } = yield* signedIn()
      const silent = scriptedEmbeddedWallet()
      const make: typeof silent.make = (deps) =>
        Effect.map(silent.make(deps), (wallet) => ({
          ...wallet,
          connectors: wallet.connectors.map((one) => ({ ...one, restore: Effect.never })),
        }))
      const engine = yield* reloaded(storage, { ...silent, make })
      yield* settle
      expect(getTags(engine)).toEqual({ eip155: "Restoring" })
      yield* TestClock.adjust("10 seconds")
      yield* engine.ready
      expect(SubscriptionRef.getUnsafe(engine.connection.state).eip155).toMatchObject({
        _tag: "Disconnected",
        because: { reason: { _tag: "NoAnswer" } },
      })
      expect(storage.held.has(sessionsKey)).toBe(true)
    }),
  )

  it.effect("keeps the stored state when the session is locked, and reports it", () =>
    Effect.gen(function* () {
      const { engine, frame, storage, told } = yield* signedIn()
      yield* engine.router.open()
      const because = new ConnectorError({ connectorId: frameId, reason: { _tag: "Locked" } })
      frame.say({ _tag: "Disconnected", cause: because })
      yield* settle
      expect(SubscriptionRef.getUnsafe(engine.connection.state).eip155).toEqual({
        _tag: "Disconnected",
        because,
      })
      expect(storage.held.has(sessionsKey)).toBe(true)
      expect(getViews(engine)).toEqual(["Connect"])
      expect(told().at(-1)).toBe("DISCONNECT_SUCCESS")
    }),
  )

  it.effect("clears its storage and state on disconnect", () =>
    Effect.gen(function* () {
      const { engine, frame, storage } = yield* signedIn()
      expect(storage.held.has(signInProviderRecord.key)).toBe(true)
      yield* engine.connection.disconnect()
      yield* settle
      expect(frame.calls).toContain("disconnect")
      expect(SubscriptionRef.getUnsafe(engine.signedIn)).toBe(null)
      expect(storage.held.has(sessionsKey)).toBe(false)
      expect(storage.held.has(signInProviderRecord.key)).toBe(false)
      expect(storage.held.get(frameStateRecord.key)).not.toContain("ann@example.com")
    }),
  )

  it.effect("names the wallet after its user, also after an email change", () =>
    Effect.gen(function* () {
      const { engine, frame } = yield* signedIn()
      const wallet = () => {
        const state = SubscriptionRef.getUnsafe(engine.connection.state).eip155
        return state?._tag === "Connected" ? state.wallet : null
      }
      expect(wallet()).toEqual({ connectorId: frameId, name: "ann@example.com", icon: null })
      yield* SubscriptionRef.set<FrameUser | null>(frame.user, {
        ...frameUser,
        email: "bob@example.com",
        inUse: "eoa",
        smartAccountDeployed: true,
      })
      yield* settle
      expect(wallet()?.name).toBe("bob@example.com")
      expect(SubscriptionRef.getUnsafe(engine.signedIn)).toMatchObject({
        email: "bob@example.com",
        accountType: "eoa",
        smartAccountDeployed: true,
      })
    }),
  )

  it.effect("requests the session once more, then never, when the site reports a signed-out user", () =>
    Effect.gen(function* () {
      const { frame, storage } = yield* signedIn()
      const { memory } = frame.deps()
      memory.write({ ...memory.read(), loginUsed: false, email: null })
      expect(storage.held.has(sessionsKey)).toBe(true)
      const engine = yield* reloaded(storage, scriptedEmbeddedWallet())
      yield* engine.ready
      expect(SubscriptionRef.getUnsafe(engine.connection.state).eip155).toMatchObject({
        because: { reason: { _tag: "WalletLocked" } },
      })
      expect(storage.held.has(sessionsKey)).toBe(false)
    }),
  )

  it.effect("switches the account type, and reports the reason when it fails", () =>
    Effect.gen(function* () {
      const { engine, frame, signIn, events, toast } = yield* signedIn()
      const switching = yield* Effect.forkChild(signIn.setAccountType("eoa"), { startImmediately: true })
      expect(frame.setAccountType.heard).toEqual(["eoa"])
      yield* SubscriptionRef.set<FrameUser | null>(frame.user, { ...frameUser, inUse: "eoa" })
      frame.setAccountType.answer()
      yield* settle
      expect(switching.pollUnsafe()).toBeUndefined()
      const accounts = ["eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8"] as const
      frame.say({
        _tag: "AccountsChanged",
        accounts,
        details: { "0x70997970C51812dc3A010C7d01b50e0d17dc79C8": { type: "eoa", publicKey: null } },
      })
      yield* settle
      expect(switching.pollUnsafe()).toBeDefined()
      const { accounts: shown } = yield* engine.flows
      expect(SubscriptionRef.getUnsafe(shown.entries)).toMatchObject([{ type: "eoa", selected: true }])
      expect(SubscriptionRef.getUnsafe(engine.signedIn)?.accountType).toBe("eoa")
      expect(events.at(-1)).toMatchObject({
        name: "SET_PREFERRED_ACCOUNT_TYPE",
        properties: { accountType: "eoa", network: "eip155:1" },
      })
      yield* Effect.forkChild(signIn.setAccountType("smartAccount"), { startImmediately: true })
      frame.setAccountType.fail(makeFrameError("Not here"))
      yield* settle
      expect(toast()).toBe("problem.frame.said")
      expect(events.at(-1)?.properties).toMatchObject({ accountType: "eoa" })
    }),
  )

  it.effect("offers the other account type only on a network with both", () =>
    Effect.gen(function* () {
      const { engine } = yield* signedIn()
      const can = () => SubscriptionRef.getUnsafe(engine.signedIn)?.canSwitchType
      expect(can()).toBe(true)
      yield* engine.networks.switchTo(optimism.caipNetworkId)
      yield* settle
      expect(can()).toBe(false)
      yield* engine.networks.switchTo(mainnet.caipNetworkId)
      yield* settle
      expect(can()).toBe(true)
    }),
  )
})
