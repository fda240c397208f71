import { describe, expect, it } from "@effect/vitest"
import type { Connector } from "@wmodal/chains"
import { Clock, Feed, SubscriptionRef } from "@wmodal/protocol"
import { Deferred, Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import type { Engine } from "../Engine.ts"
import { formatEnglish, presentProblem } from "../problems/presentProblem.ts"
import { makePersistedState, persistedRecords } from "../storage/PersistedState.ts"
import { sessionsKey } from "../storage/session.ts"
import { sharedStorage } from "../testing/ledgerWorld.ts"
import { makeEngineOver, memoryStorage } from "../testing/makeEngineOver.ts"
import { reach } from "../testing/reach.ts"
import { failing, scriptedSession, scriptedWallet } from "../testing/scriptedWallet.ts"
import { leaveSession, rememberSession } from "./sessionRecords.ts"

const now = SubscriptionRef.getUnsafe
const getState = (engine: Engine) => now(engine.connection.state).eip155

const start = (connectors: readonly Connector[], storage = memoryStorage()) =>
  Effect.tap(makeEngineOver(connectors, { storage }), (engine) => engine.ready)

/** Makes a wallet that never responds; `asked` lists its requests in order. */
const silentWallet = () => {
  const asked: Parameters<Connector["connect"]>[0][] = []
  const { connector } = scriptedWallet({
    connect: (request) => {
      asked.push(request)
      return Effect.never
    },
  })
  return { asked, connector }
}

/** Records the names of later events. */
const recorded = (engine: Engine) =>
  Effect.gen(function* () {
    const names: string[] = []
    yield* Effect.forkChild(
      Feed.runForEach(engine.events, (event) => Effect.sync(() => names.push(event.name))),
      { startImmediately: true },
    )
    return names
  })

describe("connection", () => {
  it.effect("fails with 'Adapter not found' when no wallet has the id", () =>
    Effect.gen(function* () {
      const engine = yield* start([])
      const error = yield* Effect.flip(engine.connection.connect("io.nobody"))
      expect(formatEnglish(presentProblem(error).title)).toBe("Adapter not found")
    }),
  )

  it.effect("replaces the pending connection attempt when a second wallet is connected", () =>
    Effect.gen(function* () {
      const slow = scriptedWallet({ connect: () => Effect.never }).connector
      const quick = scriptedWallet({ id: "io.quick", name: "Quick" }).connector
      const engine = yield* start([slow, quick])
      const first = yield* Effect.forkChild(Effect.flip(engine.connection.connectAndWait(slow.id)), {
        startImmediately: true,
      })
      yield* engine.connection.connectAndWait(quick.id)
      expect((yield* Fiber.join(first)).reason._tag).toBe("Cancelled")
      expect(getState(engine)).toMatchObject({ _tag: "Connected", wallet: { name: "Quick" } })
    }),
  )

  it.effect("cancels the attempt when its caller is interrupted", () =>
    Effect.gen(function* () {
      const { connector } = scriptedWallet({ connect: () => Effect.never })
      const engine = yield* start([connector])
      const waiting = yield* Effect.forkChild(engine.connection.connectAndWait(connector.id), {
        startImmediately: true,
      })
      expect(getState(engine)?._tag).toBe("Connecting")
      yield* Fiber.interrupt(waiting)
      expect(getState(engine)).toEqual({ _tag: "Disconnected", because: null })
    }),
  )

  it.effect("cancels the attempt on going back, and clears a failure", () =>
    Effect.gen(function* () {
      const never = scriptedWallet({ connect: () => Effect.never }).connector
      const declines = scriptedWallet({
        id: "io.no",
        name: "No",
        connect: () => failing({ _tag: "Declined" }),
      })
      const engine = yield* start([never, declines.connector])
      const [first, second] = now(engine.connectors.rows)
      yield* engine.router.open()
      yield* engine.connectors.pick(first?.key ?? "")
      expect(getState(engine)?._tag).toBe("Connecting")
      yield* engine.router.goBack
      expect(getState(engine)?._tag).toBe("Disconnected")
      yield* engine.connectors.pick(second?.key ?? "")
      yield* reach(engine.connection.state, ({ eip155 }) => eip155?._tag === "Failed")
      yield* engine.router.requestClose
      expect(getState(engine)).toEqual({ _tag: "Disconnected", because: null })
    }),
  )

  it.effect("stores two recent wallets, newest first", () =>
    Effect.gen(function* () {
      const storage = memoryStorage()
      const connectors = ["a", "b", "c"].map((id) => scriptedWallet({ id, name: id }).connector)
      const engine = yield* start(connectors, storage)
      for (const id of ["a", "b", "c", "b"]) yield* engine.connection.connectAndWait(id)
      expect(storage.held.get(persistedRecords.recentWallets.key)).toBe(
        '{"v":1,"data":[{"id":"b","name":"b","icon":null},{"id":"c","name":"c","icon":null}]}',
      )
      expect(now(engine.connectors.rows).map(({ key, group }) => [key, group])).toEqual([
        ["eip155/b", "recent"],
        ["eip155/c", "recent"],
        ["eip155/a", "announced"],
      ])
    }),
  )

  it.effect("stores a wallet once in the recent wallets when its id differs between chains", () =>
    Effect.gen(function* () {
      const storage = memoryStorage()
      const wallets = [
        scriptedWallet({ id: "a", name: "A" }).connector,
        scriptedWallet({ id: "io.b", name: "B" }).connector,
        scriptedWallet({ id: "B", name: "B" }).connector,
      ]
      const engine = yield* start(wallets, storage)
      for (const { id } of wallets) yield* engine.connection.connectAndWait(id)
      expect(storage.held.get(persistedRecords.recentWallets.key)).toContain(
        '[{"id":"B","name":"B","icon":null},{"id":"a","name":"A","icon":null}]',
      )
    }),
  )

  it.effect("stores no icon above the maximum size", () =>
    Effect.gen(function* () {
      const storage = memoryStorage()
      const { connector } = scriptedWallet({ icon: `data:image/png;base64,${"A".repeat(20_000)}` })
      const engine = yield* start([connector], storage)
      yield* engine.connection.connectAndWait(connector.id)
      expect(storage.held.get(sessionsKey)).toContain('"icon":null')
    }),
  )

  it.effect.each([
    ["refuses with any code", failing({ _tag: "Failed", code: -32603, text: "no" })],
    ["declines", failing({ _tag: "Declined" })],
    ["is offline", failing({ _tag: "Offline" })],
    ["throws", Effect.die("odd")],
    ["never answers", Effect.never],
  ] as const)("disconnects at once, without a notice, when the wallet %s", ([, disconnect]) =>
    Effect.gen(function* () {
      for (const type of ["ANNOUNCED", "WALLET_CONNECT"] as const) {
        const storage = memoryStorage()
        const { connector } = scriptedWallet({ disconnect, type })
        const engine = yield* start([connector], storage)
        const names = yield* recorded(engine)
        yield* engine.connection.connectAndWait(connector.id)
        yield* engine.router.open()
        yield* engine.connection.disconnect()
        expect(getState(engine)).toEqual({ _tag: "Disconnected", because: null })
        expect(storage.held.has(sessionsKey)).toBe(false)
        expect(now(engine.toasts.current)).toBe(null)
        expect(now(engine.router.state).open).toBe(false)
        expect(names).toContain("DISCONNECT_SUCCESS")
        expect(names).not.toContain("DISCONNECT_ERROR")
        yield* TestClock.adjust("3 seconds")
      }
    }),
  )

  it.effect("lets the wallet hear of a disconnect before the engine ends, for at most 3 s", () =>
    Effect.gen(function* () {
      for (const [heard, disconnect] of [
        [true, Clock.sleep(2_000)],
        [false, Clock.sleep(4_000)],
      ] as const) {
        let told = false
        const { connector } = scriptedWallet({
          disconnect: Effect.andThen(
            disconnect,
            Effect.sync(() => {
              told = true
            }),
          ),
        })
        const scope = yield* Scope.make()
        const engine = yield* Scope.provide(start([connector]), scope)
        yield* engine.connection.connectAndWait(connector.id)
        yield* engine.connection.disconnect()
        const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void), { startImmediately: true })
        yield* TestClock.adjust("3 seconds")
        yield* Fiber.join(closing)
        expect(told).toBe(heard)
      }
    }),
  )

  it.effect(
    "clears its state and shows 'Failed to disconnect' when the embedded wallet does not sign out",
    () =>
      Effect.gen(function* () {
        const cases = [
          [failing({ _tag: "Offline" }), "0 seconds"],
          [Effect.die("odd"), "0 seconds"],
          [Effect.never, "3 seconds"],
        ] as const
        for (const [disconnect, wait] of cases) {
          const storage = memoryStorage()
          const { connector } = scriptedWallet({ disconnect, type: "AUTH" })
          const engine = yield* start([connector], storage)
          const names = yield* recorded(engine)
          yield* engine.connection.connectAndWait(connector.id)
          yield* engine.router.open()
          const leaving = yield* Effect.forkChild(Effect.flip(engine.connection.disconnect()), {
            startImmediately: true,
          })
          yield* TestClock.adjust(wait)
          const error = yield* Fiber.join(leaving)
          expect(formatEnglish(presentProblem(error).title)).toBe("Failed to disconnect")
          expect(getState(engine)).toEqual({ _tag: "Disconnected", because: null })
          expect(storage.held.has(sessionsKey)).toBe(false)
          expect(now(engine.toasts.current)).toMatchObject({
            variant: "error",
            message: { id: "problem.disconnectFailed" },
          })
          // The toast is visible in any view, so the modal stays.
          expect(now(engine.router.state)).toMatchObject({ open: true, history: [{ _tag: "Connect" }] })
          expect(names).toContain("DISCONNECT_ERROR")
        }
      }),
  )

  it.effect.each(["ANNOUNCED", "AUTH"] as const)(
    "keeps a wallet that connects while the previous %s wallet is being disconnected",
    (type) =>
      Effect.gen(function* () {
        const storage = memoryStorage()
        const deaf = scriptedWallet({ disconnect: Effect.never, type }).connector
        const other = scriptedWallet({ id: "io.other", name: "Other" }).connector
        const engine = yield* start([deaf, other], storage)
        const names = yield* recorded(engine)
        for (const next of [other, deaf]) {
          yield* engine.connection.connectAndWait(deaf.id)
          const leaving = yield* Effect.forkChild(engine.connection.disconnect(), { startImmediately: true })
          yield* TestClock.adjust("1 second")
          yield* engine.connection.connectAndWait(next.id)
          yield* TestClock.adjust("1 minute")
          yield* Fiber.join(leaving)
          expect(getState(engine)).toMatchObject({ _tag: "Connected", wallet: { connectorId: next.id } })
          expect(engine.connection.connectorOf("eip155")?.id).toBe(next.id)
          expect(storage.held.get(sessionsKey)).toContain(next.id)
        }
        expect(names.includes("DISCONNECT_SUCCESS")).toBe(type === "ANNOUNCED")
        expect(now(engine.toasts.current)).toBe(null)
      }),
  )

  it.effect("follows a disconnect in another tab without asking the wallet", () =>
    Effect.gen(function* () {
      const shared = sharedStorage()
      let asked = 0
      const here = scriptedWallet({ disconnect: Effect.sync(() => void (asked += 1)) })
      const there = scriptedWallet()
      const tab = yield* makeEngineOver([here.connector], { storage: shared.tab() })
      const other = yield* makeEngineOver([there.connector], { storage: shared.tab() })
      yield* tab.connection.connectAndWait(here.connector.id)
      yield* other.connection.connectAndWait(there.connector.id)
      const names = yield* recorded(tab)
      yield* other.connection.disconnect()
      yield* reach(tab.connection.state, ({ eip155 }) => eip155?._tag === "Disconnected")
      expect(names).toContain("DISCONNECT_SUCCESS")
      expect(asked).toBe(0)
      expect(shared.held.has(sessionsKey)).toBe(false)

      // A later connection is not ended by the earlier disconnect.
      yield* tab.connection.connectAndWait(here.connector.id)
      shared.tab().set("@wmodal/other", "")
      yield* Effect.yieldNow
      expect(getState(tab)?._tag).toBe("Connected")
      expect(shared.held.has(persistedRecords.left.key)).toBe(false)
    }),
  )

  it.effect("follows a disconnect in another tab that connects another wallet at once", () =>
    Effect.gen(function* () {
      const shared = sharedStorage()
      const here = scriptedWallet()
      const other = scriptedWallet({ id: "io.other", name: "Other" })
      const tab = yield* makeEngineOver([here.connector], { storage: shared.tab() })
      yield* tab.connection.connectAndWait(here.connector.id)
      const there = shared.tab()
      // The other tab is done before this one hears of it.
      const unheard = { ...there, set: (key: string, value: string) => void shared.held.set(key, value) }
      const memory = makePersistedState(unheard, () => {})
      leaveSession(memory, "eip155", here.connector.id)
      rememberSession(memory, other.connector, other.connector, scriptedSession.accounts[0])
      const left = shared.held.get(persistedRecords.left.key)
      expect(left).toContain(here.connector.id)
      there.set(persistedRecords.left.key, left ?? "")
      yield* reach(tab.connection.state, ({ eip155 }) => eip155?._tag === "Disconnected")
    }),
  )

  it.effect("keeps its wallet when another tab disconnects another one, or cannot restore the session", () =>
    Effect.gen(function* () {
      const shared = sharedStorage()
      const here = scriptedWallet()
      const there = scriptedWallet({ id: "io.there", name: "There" })
      const tab = yield* makeEngineOver([here.connector], { storage: shared.tab() })
      const other = yield* makeEngineOver([there.connector], { storage: shared.tab() })
      yield* tab.connection.connectAndWait(here.connector.id)
      yield* other.connection.connectAndWait(there.connector.id)
      yield* other.connection.disconnect()
      shared.tab().remove(sessionsKey)
      yield* Effect.yieldNow
      expect(getState(tab)).toMatchObject({ _tag: "Connected", wallet: { connectorId: here.connector.id } })
    }),
  )

  it.effect("closes the modal when the last wallet disconnects", () =>
    Effect.gen(function* () {
      const wallet = scriptedWallet()
      const engine = yield* start([wallet.connector])
      yield* engine.connection.connectAndWait(wallet.connector.id)
      yield* engine.router.open()
      yield* engine.connection.cancel()
      expect(getState(engine)?._tag).toBe("Connected")
      wallet.say({ _tag: "Disconnected" })
      yield* reach(engine.router.state, ({ open }) => !open)
      yield* engine.connection.connectAndWait(wallet.connector.id)
      yield* engine.router.open()
      yield* engine.connection.disconnect("eip155")
      expect(now(engine.router.state).open).toBe(false)
    }),
  )

  it.effect("ignores a disconnect when nothing is connected", () =>
    Effect.gen(function* () {
      const engine = yield* start([])
      yield* engine.router.open()
      yield* engine.connection.disconnect()
      yield* engine.connection.cancel()
      yield* engine.connection.acceptLate
      expect(now(engine.router.state).open).toBe(true)
    }),
  )

  it.effect("emits events with the well-known names", () =>
    Effect.gen(function* () {
      const { connector } = scriptedWallet()
      const engine = yield* start([connector])
      const names = yield* recorded(engine)
      // Navigation in a closed modal emits no event.
      yield* engine.router.push({ _tag: "Networks" })
      yield* engine.router.close
      yield* engine.router.open()
      yield* engine.connectors.pick(now(engine.connectors.rows)[0]?.key ?? "")
      yield* reach(engine.router.state, ({ open }) => !open)
      yield* engine.networks.switchTo("eip155:10")
      yield* engine.connection.disconnect()
      expect(names).toEqual([
        "MODAL_OPEN",
        "SELECT_WALLET",
        "CONNECT_SUCCESS",
        "MODAL_CLOSE",
        "SWITCH_NETWORK",
        "DISCONNECT_SUCCESS",
      ])
    }),
  )

  it.effect.each([
    ["it is cancelled", "cancel"],
    ["the other wallet declines", "decline"],
    ["the modal closes", "close"],
  ] as const)("keeps the connected wallet through an attempt with another one, after which %s", ([, way]) =>
    Effect.gen(function* () {
      const one = scriptedWallet()
      const declines = Deferred.makeUnsafe<void>()
      const other = scriptedWallet({
        id: "io.other",
        name: "Other",
        connect: () => Effect.andThen(Deferred.await(declines), failing({ _tag: "Declined" })),
      }).connector
      const storage = memoryStorage()
      const engine = yield* start([one.connector, other], storage)
      const names = yield* recorded(engine)
      yield* engine.connection.connectAndWait(one.connector.id)
      const before = getState(engine)
      const stored = storage.held.get(sessionsKey)
      const kept = () => {
        expect(getState(engine)).toMatchObject({
          _tag: "Connected",
          wallet: { connectorId: one.connector.id },
        })
        expect(engine.connection.connectorOf("eip155")?.id).toBe(one.connector.id)
        expect(now(engine.account.state)?.caipAddress).toBe(scriptedSession.accounts[0])
        expect(storage.held.get(sessionsKey)).toBe(stored)
      }
      yield* engine.router.open({ _tag: "Connect" })
      yield* engine.connectors.pick("eip155/io.other")
      kept()
      expect(getState(engine)).toMatchObject({
        next: { _tag: "Connecting", wallet: { connectorId: "io.other" }, slow: false },
      })
      yield* TestClock.adjust("1 minute")
      expect(getState(engine)).toMatchObject({ next: { slow: true } })
      if (way === "decline") {
        yield* Deferred.succeed(declines, undefined)
        yield* reach(engine.connection.state, ({ eip155 }) =>
          eip155?._tag === "Connected" ? eip155.next?._tag === "Failed" : false,
        )
        kept()
        yield* TestClock.adjust("1 second")
        expect(names).toContain("CONNECT_ERROR")
      }
      yield* way === "close" ? engine.router.close : engine.router.goBack
      kept()
      expect(getState(engine)).toEqual(before)
      // It is still listened to.
      one.say({ _tag: "NetworkChanged", network: "eip155:10" })
      yield* reach(engine.account.state, (account) => account?.network === "eip155:10")
      one.say({ _tag: "Disconnected" })
      yield* reach(engine.connection.state, ({ eip155 }) => eip155?._tag === "Disconnected")
    }),
  )

  it.effect("replaces the connected wallet once another one is connected", () =>
    Effect.gen(function* () {
      const one = scriptedWallet()
      const answer = Deferred.makeUnsafe<typeof scriptedSession>()
      const account = "eip155:1:0x70997970c51812dc3a010c7d01b50e0d17dc79c8" as const
      const other = scriptedWallet({ id: "io.other", name: "Other", connect: () => Deferred.await(answer) })
      const storage = memoryStorage()
      const engine = yield* start([one.connector, other.connector], storage)
      const names = yield* recorded(engine)
      yield* engine.connection.connectAndWait(one.connector.id)
      const connecting = yield* Effect.forkChild(engine.connection.connectAndWait("io.other"), {
        startImmediately: true,
      })
      expect(storage.held.get(sessionsKey)).toContain(one.connector.id)
      yield* Deferred.succeed(answer, { accounts: [account], network: "eip155:1" })
      expect(yield* Fiber.join(connecting)).toEqual(getState(engine))
      expect(getState(engine)).toMatchObject({ wallet: { connectorId: "io.other" }, account })
      expect(getState(engine)).not.toHaveProperty("next")
      expect(engine.connection.connectorOf("eip155")?.id).toBe("io.other")
      expect(storage.held.get(sessionsKey)).toContain("io.other")
      // The first is not heard any more.
      one.say({ _tag: "Disconnected" })
      yield* TestClock.adjust("1 second")
      expect(getState(engine)).toMatchObject({ wallet: { connectorId: "io.other" } })
      expect(names.filter((name) => name !== "SELECT_WALLET")).toEqual(["CONNECT_SUCCESS", "CONNECT_SUCCESS"])
    }),
  )

  it.effect("continues the attempt with another wallet when the connected one disconnects by itself", () =>
    Effect.gen(function* () {
      const one = scriptedWallet()
      const other = scriptedWallet({ id: "io.other", connect: () => Effect.never }).connector
      const storage = memoryStorage()
      const engine = yield* start([one.connector, other], storage)
      const names = yield* recorded(engine)
      yield* engine.connection.connectAndWait(one.connector.id)
      yield* engine.router.open({ _tag: "Connect" })
      yield* engine.connectors.pick("eip155/io.other")
      one.say({ _tag: "Disconnected" })
      yield* TestClock.adjust("1 second")
      expect(now(engine.account.state)).toBe(null)
      expect(getState(engine)).toMatchObject({ _tag: "Connecting", wallet: { connectorId: "io.other" } })
      expect(now(engine.router.state)).toMatchObject({
        open: true,
        history: [{}, { _tag: "ConnectingExternal" }],
      })
      expect(storage.held.has(sessionsKey)).toBe(false)
      expect(names).toContain("DISCONNECT_SUCCESS")
      yield* engine.router.goBack
      expect(getState(engine)).toEqual({ _tag: "Disconnected", because: null })
    }),
  )

  it.effect("disconnects the connected wallet and ends the attempt with another one", () =>
    Effect.gen(function* () {
      const one = scriptedWallet({ disconnect: Effect.never }).connector
      const { asked, connector: other } = silentWallet()
      const engine = yield* start([one, { ...other, id: "io.other" }])
      yield* engine.connection.connectAndWait(one.id)
      yield* engine.connection.connect("io.other")
      const leaving = yield* Effect.forkChild(Effect.exit(engine.connection.disconnect()), {
        startImmediately: true,
      })
      expect(getState(engine)).not.toHaveProperty("next")
      // A further attempt that fails keeps no wallet that is being disconnected.
      yield* engine.connection.connect("io.other")
      expect(getState(engine)?._tag).toBe("Connecting")
      yield* engine.connection.cancel()
      yield* Fiber.join(leaving)
      expect(getState(engine)).toEqual({ _tag: "Disconnected", because: null })
      expect(engine.connection.connectorOf("eip155")).toBe(null)
      expect(asked).toHaveLength(2)
      yield* TestClock.adjust("3 seconds")
    }),
  )

  it.effect("joins a fresh attempt with the same wallet, and starts a new one once it is slow", () =>
    Effect.gen(function* () {
      const { asked, connector } = silentWallet()
      const engine = yield* start([connector])
      yield* engine.connection.connect(connector.id)
      const joined = yield* Effect.forkChild(Effect.flip(engine.connection.connectAndWait(connector.id)), {
        startImmediately: true,
      })
      yield* TestClock.adjust("59 seconds")
      yield* engine.connection.connect(connector.id)
      expect(asked).toHaveLength(1)
      yield* TestClock.adjust("1 second")
      yield* engine.connection.connect(connector.id)
      expect(asked).toHaveLength(2)
      expect((yield* Fiber.join(joined)).reason._tag).toBe("Cancelled")
      expect(getState(engine)).toMatchObject({ _tag: "Connecting", slow: false })
    }),
  )

  it.effect("offers a late approval until some wallet is connected, and no approval of that wallet", () =>
    Effect.gen(function* () {
      const { asked, connector } = silentWallet()
      const other = scriptedWallet({ id: "io.other", name: "Other" }).connector
      const engine = yield* start([connector, other])
      yield* engine.connection.connect(connector.id)
      yield* engine.connection.cancel()
      asked[0]?.onLateApproval(scriptedSession)
      expect(now(engine.connection.late)).toMatchObject({ wallet: { connectorId: connector.id } })
      expect(getState(engine)?._tag).toBe("Disconnected")
      yield* engine.connection.connectAndWait(other.id)
      expect(now(engine.connection.late)).toBe(null)
      asked[0]?.onLateApproval(scriptedSession)
      expect(now(engine.connection.late)).not.toBe(null)
      expect(getState(engine)).toMatchObject({ wallet: { connectorId: "io.other" } })
      yield* engine.connection.acceptLate
      expect(getState(engine)).toMatchObject({ _tag: "Connected", wallet: { connectorId: connector.id } })
      asked[0]?.onLateApproval(scriptedSession)
      expect(now(engine.connection.late)).toBe(null)
    }),
  )

  it.effect("opens the modal for a late approval after it was closed, and applies nothing", () =>
    Effect.gen(function* () {
      const { asked, connector } = silentWallet()
      const engine = yield* start([connector])
      const isOpen = () => now(engine.router.state).open
      yield* engine.router.open({ _tag: "Connect" })
      yield* engine.router.push({ _tag: "ConnectingExternal", rowKey: connector.id })
      yield* engine.connection.connect(connector.id)
      yield* engine.router.requestClose
      expect([getState(engine), isOpen()]).toEqual([{ _tag: "Disconnected", because: null }, false])
      asked[0]?.onLateApproval(scriptedSession)
      yield* reach(engine.connection.late, (late) => late !== null)
      yield* Effect.yieldNow
      expect([getState(engine)?._tag, isOpen()]).toEqual(["Disconnected", true])
      expect(now(engine.router.state).history).toEqual([{ _tag: "Connect" }])
    }),
  )

  it.effect(
    "opens no modal for a late approval to a host without an open modal, and none while another wallet is connected",
    () =>
      Effect.gen(function* () {
        const { asked, connector } = silentWallet()
        const other = scriptedWallet({ id: "io.other", name: "Other" }).connector
        const engine = yield* start([connector, other])
        yield* engine.connection.connect(connector.id)
        yield* engine.connection.cancel()
        asked[0]?.onLateApproval(scriptedSession)
        yield* reach(engine.connection.late, (late) => late !== null)
        yield* Effect.yieldNow
        expect(now(engine.router.state).open).toBe(false)
        yield* engine.connection.dismissLate

        yield* engine.router.open({ _tag: "Connect" })
        yield* engine.connection.connect(connector.id)
        yield* engine.connection.connectAndWait(other.id)
        yield* engine.router.close
        asked[1]?.onLateApproval(scriptedSession)
        yield* reach(engine.connection.late, (late) => late !== null)
        yield* Effect.yieldNow
        expect(now(engine.router.state).open).toBe(false)
      }),
  )

  it.effect("drops a late approval after ten minutes, and when its wallet disconnects", () =>
    Effect.gen(function* () {
      const asked: Parameters<Connector["connect"]>[0][] = []
      const wallet = scriptedWallet({
        connect: (request) => {
          asked.push(request)
          return Effect.never
        },
      })
      const { connector } = wallet
      const engine = yield* start([connector])
      const decided: boolean[] = []
      const acceptLateSession = (wanted: boolean) => {
        decided.push(wanted)
        return wanted
      }
      yield* engine.connection.connect(connector.id)
      yield* engine.connection.cancel()
      asked[0]?.onLateApproval({ ...scriptedSession, acceptLateSession })
      yield* TestClock.adjust("599 seconds")
      expect(now(engine.connection.late)).not.toBe(null)
      yield* TestClock.adjust("1 second")
      expect([now(engine.connection.late), decided]).toEqual([null, [false]])

      asked[0]?.onLateApproval({ ...scriptedSession, acceptLateSession })
      yield* reach(engine.connection.late, (late) => late !== null)
      yield* Effect.yieldNow
      wallet.say({ _tag: "Disconnected" })
      yield* reach(engine.connection.late, (late) => late === null)
      expect(decided).toEqual([false, false])
      yield* engine.connection.acceptLate
      expect(getState(engine)?._tag).toBe("Disconnected")
    }),
  )

  it.effect("drops a late approval when its own session ends, not when another of its connector does", () =>
    Effect.gen(function* () {
      const asked: Parameters<Connector["connect"]>[0][] = []
      const wallet = scriptedWallet({
        connect: (request) => {
          asked.push(request)
          return Effect.never
        },
      })
      const engine = yield* start([wallet.connector])
      const end = yield* Deferred.make<void>()
      yield* engine.connection.connect(wallet.connector.id)
      yield* engine.connection.cancel()
      asked[0]?.onLateApproval({ ...scriptedSession, lateSessionEnd: Deferred.await(end) })
      yield* reach(engine.connection.late, (late) => late !== null)
      wallet.say({ _tag: "Disconnected" })
      yield* TestClock.adjust("1 second")
      expect(now(engine.connection.late)).not.toBe(null)
      yield* Deferred.succeed(end, undefined)
      yield* reach(engine.connection.late, (late) => late === null)
    }),
  )

  it.effect("opens no modal for a late approval that has ended already", () =>
    Effect.gen(function* () {
      const { asked, connector } = silentWallet()
      const engine = yield* start([connector])
      yield* engine.router.open({ _tag: "Connect" })
      yield* engine.connection.connect(connector.id)
      yield* engine.router.close
      asked[0]?.onLateApproval({ ...scriptedSession, lateSessionEnd: Effect.void })
      yield* TestClock.adjust("1 second")
      expect([now(engine.connection.late), now(engine.router.state).open]).toEqual([null, false])
    }),
  )

  it.effect("cancels the request to another wallet when a late approval is accepted", () =>
    Effect.gen(function* () {
      const { asked, connector } = silentWallet()
      let approve = () => {}
      const connect = () =>
        Effect.callback<typeof scriptedSession>((resume) => {
          approve = () => resume(Effect.succeed(scriptedSession))
        })
      const other = scriptedWallet({ id: "io.other", connect }).connector
      const engine = yield* start([connector, other])
      yield* engine.connection.connect(connector.id)
      yield* engine.connection.connect(other.id)
      asked[0]?.onLateApproval(scriptedSession)
      yield* engine.connection.acceptLate
      approve()
      yield* TestClock.adjust("1 second")
      expect(getState(engine)).toMatchObject({ _tag: "Connected", wallet: { connectorId: connector.id } })
    }),
  )

  it.effect("requests, offers and stores nothing after its scope is closed", () =>
    Effect.gen(function* () {
      const { asked, connector } = silentWallet()
      const storage = memoryStorage()
      const scope = yield* Scope.make()
      const engine = yield* Scope.provide(start([connector], storage), scope)
      yield* engine.connection.connect(connector.id)
      yield* engine.connection.cancel()
      asked[0]?.onLateApproval(scriptedSession)
      expect(now(engine.connection.late)).not.toBe(null)
      yield* Scope.close(scope, Exit.void)
      yield* engine.connection.acceptLate
      expect(getState(engine)?._tag).toBe("Disconnected")
      yield* engine.connection.dismissLate
      asked[0]?.onLateApproval(scriptedSession)
      expect(now(engine.connection.late)).toBe(null)
      const error = yield* Effect.flip(engine.connection.connectAndWait(connector.id))
      expect(error.reason._tag).toBe("Cancelled")
      expect(asked).toHaveLength(1)
      expect(storage.held.size).toBe(0)
    }),
  )

  it.effect("ignores wallet events after its scope is closed", () =>
    Effect.gen(function* () {
      const wallet = scriptedWallet()
      const scope = yield* Scope.make()
      const engine = yield* Scope.provide(start([wallet.connector]), scope)
      yield* engine.connection.connectAndWait(wallet.connector.id)
      yield* Scope.close(scope, Exit.void)
      wallet.say({ _tag: "Disconnected" })
      yield* TestClock.adjust("1 hour")
      expect(getState(engine)?._tag).toBe("Connected")
    }),
  )
})
