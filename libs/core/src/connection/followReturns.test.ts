import { describe, expect, it } from "@effect/vitest"
import { type Connector, ConnectorError, type WalletSession } from "@wmodal/chains"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect, Queue, Stream } from "effect"
import type { Engine } from "../Engine.ts"
import { makePersistedState } from "../storage/PersistedState.ts"
import type { Storage } from "../storage/Storage.ts"
import { hasSession, sessionsKey } from "../storage/session.ts"
import { sharedStorage } from "../testing/ledgerWorld.ts"
import { makeEngineWith, makeTestChain, memoryStorage } from "../testing/makeEngineOver.ts"
import { reach } from "../testing/reach.ts"
import { failing, scriptedSession, scriptedWallet } from "../testing/scriptedWallet.ts"
import type { ConnectionState } from "./Connection.ts"
import { leaveSession } from "./sessionRecords.ts"

const now = SubscriptionRef.getUnsafe
const getState = (engine: Engine) => now(engine.connection.state).eip155
const reached = (engine: Engine, tag: ConnectionState["_tag"]) =>
  reach(engine.connection.state, ({ eip155 }) => eip155?._tag === tag)

const offline = new ConnectorError({ connectorId: "io.scripted", reason: { _tag: "Offline" } })
const shared = { _tag: "AccountsChanged", accounts: scriptedSession.accounts } as const
const lost = { _tag: "Disconnected", cause: offline } as const

/** What a wallet shares that imitates the scripted one. */
const foreignSession: WalletSession = {
  ...scriptedSession,
  accounts: [`eip155:1:0x${"ee".repeat(20)}`],
}

/** A page whose wallet answers `restore` once it is unlocked, and whose list of wallets may change. */
const openPage = (answers: Partial<Connector> = {}, storage: Storage["Service"] = memoryStorage()) =>
  Effect.gen(function* () {
    const window = new EventTarget()
    const lists = yield* Queue.unbounded<readonly Connector[]>()
    const wallet = { isThere: true, isHeard: false }
    const restore = Effect.suspend(() =>
      wallet.isThere ? Effect.succeed(scriptedSession) : failing({ _tag: "Locked" }),
    )
    const scripted = scriptedWallet({ restore, ...answers })
    const { say } = scripted
    const heard = Effect.sync(() => void (wallet.isHeard = true))
    const unheard = Effect.sync(() => void (wallet.isHeard = false))
    const connector: Connector = {
      ...scripted.connector,
      events: Effect.map(Effect.andThen(heard, scripted.connector.events), Stream.ensuring(unheard)),
    }
    Queue.offerUnsafe(lists, [connector])
    const chains = [makeTestChain(Stream.fromQueue(lists))]
    const engine = yield* makeEngineWith({ chains }, { storage, platform: { window } })
    yield* engine.ready
    return { connector, engine, lists, say, storage, wallet, window }
  })

const openConnectedPage = Effect.gen(function* () {
  const page = yield* openPage()
  yield* page.engine.connection.connectAndWait("io.scripted")
  page.wallet.isThere = false
  page.say(lost)
  yield* reached(page.engine, "Disconnected")
  return page
})

describe("a wallet that was lost", () => {
  it.effect("connects again when the wallet says that it has returned", () =>
    Effect.gen(function* () {
      const { engine, say, wallet } = yield* openConnectedPage
      wallet.isThere = true
      say({ _tag: "Returned" })
      yield* reached(engine, "Connected")
    }),
  )

  it.effect.each(["pageshow", "visibilitychange"])("connects again on %s", (type) =>
    Effect.gen(function* () {
      const { engine, wallet, window } = yield* openConnectedPage
      window.dispatchEvent(new Event(type))
      yield* Effect.repeat(Effect.yieldNow, { times: 20 })
      expect(getState(engine)?._tag).toBe("Disconnected")
      wallet.isThere = true
      window.dispatchEvent(new Event(type))
      yield* reached(engine, "Connected")
    }),
  )

  it.effect("connects again when the extension announces itself anew", () =>
    Effect.gen(function* () {
      const { engine, lists } = yield* openConnectedPage
      Queue.offerUnsafe(lists, [scriptedWallet().connector])
      yield* reached(engine, "Connected")
    }),
  )

  it.effect("stays disconnected when another wallet in its place shares other accounts", () =>
    Effect.gen(function* () {
      const { engine, lists } = yield* openConnectedPage
      Queue.offerUnsafe(lists, [scriptedWallet({ restore: Effect.succeed(foreignSession) }).connector])
      yield* Effect.repeat(Effect.yieldNow, { times: 40 })
      expect(getState(engine)?._tag).toBe("Disconnected")
    }),
  )

  it.effect(
    "stays disconnected when its session is forgotten meanwhile, also when it shares its account",
    () =>
      Effect.gen(function* () {
        const { engine, say, storage, wallet } = yield* openConnectedPage
        storage.remove(sessionsKey)
        wallet.isThere = true
        say(shared)
        yield* Effect.repeat(Effect.yieldNow, { times: 20 })
        expect(getState(engine)).toMatchObject({
          _tag: "Disconnected",
          because: { reason: { _tag: "Offline" } },
        })
      }),
  )

  it.effect("stays disconnected when the user disconnects it meanwhile", () =>
    Effect.gen(function* () {
      const { engine, say, storage, wallet, window } = yield* openConnectedPage
      yield* engine.connection.disconnect()
      expect(hasSession(storage.get)).toBe(false)
      wallet.isThere = true
      say({ _tag: "Returned" })
      window.dispatchEvent(new Event("pageshow"))
      yield* Effect.repeat(Effect.yieldNow, { times: 20 })
      expect(getState(engine)).toEqual({ _tag: "Disconnected", because: null })
    }),
  )
})

const openEmptiedPage = Effect.gen(function* () {
  const page = yield* openPage()
  yield* page.engine.connection.connectAndWait("io.scripted")
  page.say({ _tag: "Disconnected" })
  yield* reached(page.engine, "Disconnected")
  return page
})
describe("a wallet that took its accounts back, as a locked one does", () => {
  it.effect("connects again when it shares the same account again", () =>
    Effect.gen(function* () {
      const { engine, say, storage } = yield* openEmptiedPage
      expect(hasSession(storage.get)).toBe(false)
      say(shared)
      yield* reached(engine, "Connected")
      yield* Effect.yieldNow
      expect(hasSession(storage.get)).toBe(true)
    }),
  )

  it.effect("stays disconnected when it shares another account", () =>
    Effect.gen(function* () {
      const { engine, say } = yield* openEmptiedPage
      say({ _tag: "AccountsChanged", accounts: foreignSession.accounts })
      say({ _tag: "Returned" })
      yield* Effect.repeat(Effect.yieldNow, { times: 20 })
      expect(getState(engine)).toEqual({ _tag: "Disconnected", because: null })
    }),
  )

  it.effect("stays disconnected when the user has disconnected meanwhile", () =>
    Effect.gen(function* () {
      const { engine, say } = yield* openEmptiedPage
      yield* engine.connection.disconnect()
      say(shared)
      yield* Effect.repeat(Effect.yieldNow, { times: 20 })
      expect(getState(engine)?._tag).toBe("Disconnected")
    }),
  )

  it.effect.each([
    { first: "the wallet", order: ["wallet", "tab"] },
    { first: "the other tab", order: ["tab", "wallet"] },
  ])("stays disconnected when the user left it in another tab and $first says so first", ({ order }) =>
    Effect.gen(function* () {
      const tabs = sharedStorage()
      const { engine, say, wallet } = yield* openPage({}, tabs.tab())
      yield* engine.connection.connectAndWait("io.scripted")
      expect(wallet.isHeard).toBe(true)
      const otherTab = makePersistedState(tabs.tab(), () => {})
      for (const one of order) {
        if (one === "tab") leaveSession(otherTab, "eip155", "io.scripted")
        else say({ _tag: "Disconnected" })
        yield* reached(engine, "Disconnected")
        yield* Effect.repeat(Effect.yieldNow, { times: 20 })
      }
      expect(wallet.isHeard).toBe(false)
      say(shared)
      yield* Effect.repeat(Effect.yieldNow, { times: 20 })
      expect(getState(engine)).toEqual({ _tag: "Disconnected", because: null })
    }),
  )

  it.effect("stays disconnected when the user left it in another tab, whose event is on its way", () =>
    Effect.gen(function* () {
      const tabs = sharedStorage()
      const { engine, say } = yield* openPage({}, tabs.tab())
      yield* engine.connection.connectAndWait("io.scripted")
      say({ _tag: "Disconnected" })
      yield* reached(engine, "Disconnected")
      const silent = { ...tabs.tab(), set: (key: string, value: string) => void tabs.held.set(key, value) }
      leaveSession(
        makePersistedState(silent, () => {}),
        "eip155",
        "io.scripted",
      )
      say(shared)
      yield* Effect.repeat(Effect.yieldNow, { times: 20 })
      expect(getState(engine)).toEqual({ _tag: "Disconnected", because: null })
    }),
  )

  it.effect("stays disconnected in other tabs when the user disconnects in one", () =>
    Effect.gen(function* () {
      const tabs = sharedStorage()
      const [one, two] = [yield* openPage({}, tabs.tab()), yield* openPage({}, tabs.tab())]
      for (const { engine, say } of [one, two]) {
        yield* engine.connection.connectAndWait("io.scripted")
        say({ _tag: "Disconnected" })
        yield* reached(engine, "Disconnected")
      }
      yield* one.engine.connection.disconnect()
      two.say(shared)
      yield* Effect.repeat(Effect.yieldNow, { times: 20 })
      expect(getState(two.engine)).toEqual({ _tag: "Disconnected", because: null })
    }),
  )

  it.effect(
    "keeps listening to a wallet that was picked since, when the user left the earlier one in another tab",
    () =>
      Effect.gen(function* () {
        const tabs = sharedStorage()
        const { engine, lists, say } = yield* openPage({}, tabs.tab())
        yield* engine.connection.connectAndWait("io.scripted")
        say({ _tag: "Disconnected" })
        yield* reached(engine, "Disconnected")
        const locked = { isLocked: true }
        const other = scriptedWallet({
          id: "io.other",
          connect: () => failing({ _tag: "Locked" }),
          restore: Effect.suspend(() =>
            locked.isLocked ? failing({ _tag: "Locked" }) : Effect.succeed(scriptedSession),
          ),
        })
        Queue.offerUnsafe(lists, [scriptedWallet().connector, other.connector])
        yield* Effect.repeat(Effect.yieldNow, { times: 20 })
        yield* engine.connection.connect("io.other")
        yield* reached(engine, "Failed")
        leaveSession(
          makePersistedState(tabs.tab(), () => {}),
          "eip155",
          "io.scripted",
        )
        yield* Effect.repeat(Effect.yieldNow, { times: 20 })
        locked.isLocked = false
        other.say(shared)
        yield* reached(engine, "Connected")
        expect(getState(engine)).toMatchObject({ wallet: { connectorId: "io.other" } })
      }),
  )

  it.effect("stays in its place when another wallet is being connected", () =>
    Effect.gen(function* () {
      const { engine, lists, say } = yield* openEmptiedPage
      const other = scriptedWallet({ id: "io.other", connect: () => Effect.never }).connector
      Queue.offerUnsafe(lists, [scriptedWallet().connector, other])
      yield* Effect.repeat(Effect.yieldNow, { times: 20 })
      yield* engine.connection.connect("io.other")
      say(shared)
      yield* Effect.repeat(Effect.yieldNow, { times: 20 })
      expect(getState(engine)).toMatchObject({ _tag: "Connecting", wallet: { connectorId: "io.other" } })
    }),
  )
})

describe("a connected wallet", () => {
  it.effect("keeps its connector when another wallet in its place shares other accounts", () =>
    Effect.gen(function* () {
      const { engine, lists } = yield* openPage()
      yield* engine.connection.connectAndWait("io.scripted")
      const before = getState(engine)
      Queue.offerUnsafe(lists, [scriptedWallet({ restore: Effect.succeed(foreignSession) }).connector])
      yield* Effect.repeat(Effect.yieldNow, { times: 40 })
      expect(getState(engine)).toEqual(before)
    }),
  )

  it.effect("uses the new connector when the wallet registers again", () =>
    Effect.gen(function* () {
      const { engine, lists } = yield* openPage()
      yield* engine.connection.connectAndWait("io.scripted")
      const successor = scriptedWallet({
        restore: Effect.succeed({ ...scriptedSession, network: "eip155:10" }),
      })
      Queue.offerUnsafe(lists, [successor.connector])
      yield* reach(
        engine.connection.state,
        ({ eip155 }) => eip155?._tag === "Connected" && eip155.walletNetwork === "eip155:10",
      )
    }),
  )
})

describe("a wallet that decides in its own window", () => {
  it.effect("connects when the user approves a request that was pending there", () =>
    Effect.gen(function* () {
      const { engine, say } = yield* openPage({ connect: () => failing({ _tag: "RequestPending" }) })
      yield* Effect.flip(engine.connection.connectAndWait("io.scripted"))
      expect(getState(engine)?._tag).toBe("Failed")
      say({ _tag: "Returned" })
      yield* reached(engine, "Connected")
    }),
  )

  it.effect("stays disconnected after a decline", () =>
    Effect.gen(function* () {
      const { engine, say } = yield* openPage({ connect: () => failing({ _tag: "Declined" }) })
      yield* Effect.flip(engine.connection.connectAndWait("io.scripted"))
      say({ _tag: "Returned" })
      yield* Effect.repeat(Effect.yieldNow, { times: 20 })
      expect(getState(engine)?._tag).toBe("Failed")
    }),
  )
})

describe("a wallet that was locked at the start", () => {
  it.effect("connects when it is unlocked", () =>
    Effect.gen(function* () {
      const first = yield* openPage()
      yield* first.engine.connection.connectAndWait("io.scripted")
      let isLocked = true
      const { connector, say } = scriptedWallet({
        restore: Effect.suspend(() =>
          isLocked ? failing({ _tag: "Locked" }) : Effect.succeed(scriptedSession),
        ),
      })
      const engine = yield* makeEngineWith(
        { chains: [makeTestChain([connector])] },
        { storage: first.storage },
      )
      yield* engine.ready
      expect(getState(engine)).toMatchObject({
        _tag: "Disconnected",
        because: { reason: { _tag: "WalletLocked" } },
      })
      isLocked = false
      say({ _tag: "Returned" })
      yield* reached(engine, "Connected")
    }),
  )
})
