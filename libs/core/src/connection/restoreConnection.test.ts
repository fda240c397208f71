import { describe, expect, it } from "@effect/vitest"
import type { Connector, WalletSession } from "@wmodal/chains"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect, Fiber, Stream } from "effect"
import { TestClock } from "effect/testing"
import { formatEnglish, presentProblem } from "../problems/presentProblem.ts"
import { persistedRecords } from "../storage/PersistedState.ts"
import { hasSession, sessionsKey } from "../storage/session.ts"
import { makeEngineOver, makeEngineWith, makeTestChain, memoryStorage } from "../testing/makeEngineOver.ts"
import { reach } from "../testing/reach.ts"
import { failing, scriptedSession, scriptedWallet } from "../testing/scriptedWallet.ts"

const now = SubscriptionRef.getUnsafe

/** Returns the stored state of an earlier visit with the scripted wallet. */
const earlierVisit = () => {
  const storage = memoryStorage()
  const wallet = { id: "io.scripted", name: "Scripted Wallet", icon: null }
  storage.set(sessionsKey, JSON.stringify({ v: 1, data: { eip155: wallet } }))
  return storage
}

/** Restores, lets `time` pass, and returns the shown problem. */
const gaveUp = (
  answers: Partial<Connector> | null,
  time: "0 seconds" | "2 seconds" | "10 seconds",
  storage = earlierVisit(),
) =>
  Effect.gen(function* () {
    const connectors = answers === null ? [] : [scriptedWallet(answers).connector]
    const engine = yield* makeEngineOver(connectors, { storage })
    const ready = yield* Effect.forkChild(engine.ready)
    // Discovery is a promise: it must have completed before the test clock moves.
    if (answers !== null) yield* reach(engine.connectors.all, (all) => all.length > 0)
    else yield* Effect.promise(() => Promise.resolve())
    yield* TestClock.adjust(time)
    yield* Fiber.join(ready)
    const state = now(engine.connection.state).eip155
    const because = state?._tag === "Disconnected" ? state.because : null
    if (because === null) return expect.unreachable("the restore should have failed")
    const { title, code, action } = presentProblem(because)
    return { title: formatEnglish(title), code, action, kept: hasSession(storage.get) }
  })

describe("restore", () => {
  it.effect("reports the extension as removed after 2 s, and skips it on the next visit", () =>
    Effect.gen(function* () {
      expect(yield* gaveUp(null, "2 seconds")).toEqual({
        title: "Scripted Wallet was removed",
        code: "walletRemoved",
        action: "install",
        kept: false,
      })
    }),
  )

  it.effect("reports a locked wallet", () =>
    Effect.gen(function* () {
      expect(yield* gaveUp({ restore: failing({ _tag: "Locked" }) }, "0 seconds")).toEqual({
        title: "Scripted Wallet is locked",
        code: "walletLocked",
        action: "unlock",
        kept: true,
      })
    }),
  )

  it.effect("reports a wallet that did not respond within 10 s", () =>
    Effect.gen(function* () {
      expect(yield* gaveUp({ restore: Effect.never }, "10 seconds")).toEqual({
        title: "Scripted Wallet did not respond",
        code: "noAnswer",
        action: "connectAgain",
        kept: true,
      })
    }),
  )

  it.effect("reports a network that is no longer configured", () =>
    Effect.gen(function* () {
      const storage = earlierVisit()
      storage.set(persistedRecords.activeNetwork.key, JSON.stringify({ v: 1, data: "eip155:999" }))
      expect(yield* gaveUp({}, "0 seconds", storage)).toEqual({
        title: "Network no longer offered",
        code: "networkGone",
        action: "connectAgain",
        kept: false,
      })
      expect(storage.held.has(persistedRecords.activeNetwork.key)).toBe(false)
    }),
  )

  it.effect("reports a failed restore for any error of a connector", () =>
    Effect.gen(function* () {
      const expected = {
        title: "Could not reconnect Scripted Wallet",
        code: "restoreFailed",
        action: "connectAgain",
        kept: true,
      }
      expect(yield* gaveUp({ restore: Effect.die(null) }, "0 seconds")).toEqual(expected)
      expect(yield* gaveUp({ restore: failing({ _tag: "Offline" }) }, "0 seconds")).toEqual(expected)
    }),
  )

  it.effect("keeps the session for the next visit when the code of the chain could not be loaded", () =>
    Effect.gen(function* () {
      const storage = earlierVisit()
      const chain = { namespace: "eip155", load: () => Promise.reject(new Error("offline")) }
      const engine = yield* makeEngineWith({ chains: [chain] }, { storage })
      yield* engine.ready
      const state = now(engine.connection.state).eip155
      const because = state?._tag === "Disconnected" ? state.because : null
      expect(because === null ? null : presentProblem(because).code).toBe("restoreFailed")
      expect(hasSession(storage.get)).toBe(true)
    }),
  )

  it.effect("shows Restoring until the wallet responds", () =>
    Effect.gen(function* () {
      const engine = yield* makeEngineOver([], { storage: earlierVisit() })
      expect(now(engine.connection.state).eip155).toEqual({
        _tag: "Restoring",
        wallet: { connectorId: "io.scripted", name: "Scripted Wallet", icon: null },
      })
    }),
  )

  it.effect("waits for a wallet that announces itself late", () =>
    Effect.gen(function* () {
      const { connector } = scriptedWallet()
      const late = Stream.concat(
        Stream.succeed<readonly Connector[]>([]),
        Stream.concat(Stream.fromEffect(Effect.delay(Effect.succeed([connector]), "1 second")), Stream.never),
      )
      const engine = yield* makeEngineWith({ chains: [makeTestChain(late)] }, { storage: earlierVisit() })
      const ready = yield* Effect.forkChild(engine.ready)
      yield* Effect.promise(() => Promise.resolve())
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(ready)
      expect(now(engine.connection.state).eip155?._tag).toBe("Connected")
    }),
  )

  it.effect("ends when the user connects meanwhile", () =>
    Effect.gen(function* () {
      const { connector } = scriptedWallet({ restore: Effect.never })
      const engine = yield* makeEngineOver([connector], { storage: earlierVisit() })
      yield* reach(engine.connectors.all, (all) => all.length > 0)
      yield* engine.connection.connectAndWait(connector.id)
      yield* engine.ready
      expect(now(engine.connection.state).eip155).toMatchObject({
        _tag: "Connected",
        account: scriptedSession.accounts[0],
      })
    }),
  )

  it.effect("replaces an open Connect view with Account", () =>
    Effect.gen(function* () {
      const engine = yield* makeEngineOver([scriptedWallet().connector], { storage: earlierVisit() })
      yield* engine.router.open()
      yield* engine.ready
      yield* reach(engine.router.state, ({ history }) => history[0]._tag === "Account")
    }),
  )
})

describe("a restore among alike wallets", () => {
  const mine = "0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb"
  const theirs: WalletSession = {
    accounts: ["eip155:1:0x6666666666666666666666666666666666666666"],
    network: "eip155:1",
  }
  const sharing = (id: string, session: WalletSession, change: Partial<Connector> = {}) =>
    scriptedWallet({ id, name: "Fox", restore: Effect.succeed(session), ...change }).connector

  /** Returns the account after a visit that remembers this wallet, or the reason why there is none. */
  const visit = (
    remembered: { readonly id: string; readonly name?: string; readonly address?: string },
    connectors: readonly Connector[],
  ) =>
    Effect.gen(function* () {
      const storage = memoryStorage()
      const wallet = { name: "Fox", icon: null, ...remembered }
      storage.set(sessionsKey, JSON.stringify({ v: 1, data: { eip155: wallet } }))
      const engine = yield* makeEngineOver(connectors, { storage })
      const ready = yield* Effect.forkChild(engine.ready)
      yield* reach(engine.connectors.all, (all) => all.length > 0)
      yield* TestClock.adjust("10 seconds")
      yield* Fiber.join(ready)
      const state = now(engine.connection.state).eip155
      const because = state?._tag === "Disconnected" ? state.because : null
      return {
        account: state?._tag === "Connected" ? state.account : null,
        reason: because !== null && "reason" in because ? because.reason : null,
        kept: hasSession(storage.get),
      }
    })
  const restored = { account: scriptedSession.accounts[0], reason: null, kept: true }
  const refused = { account: null, reason: { _tag: "Failed", detail: "Disconnected" }, kept: true }

  it.effect.each([
    ["io.fox", "io.fox (Fox)"],
    ["Phantom", "Phantom (2)"],
    ["Phantom (2)", "phantom"],
    ["injected", "injected (2)"],
  ] as const)(
    "takes the wallet with the remembered account when %s and %s have changed their places",
    ([id, twin]) =>
      Effect.gen(function* () {
        const connectors = [sharing(id, theirs), sharing(twin, scriptedSession)]
        expect(yield* visit({ id, address: mine }, connectors)).toEqual(restored)
      }),
  )

  it.effect("restores no wallet when none of them shares the remembered account", () =>
    Effect.gen(function* () {
      const locked = sharing("io.fox (Fox)", scriptedSession, { restore: failing({ _tag: "Locked" }) })
      expect(yield* visit({ id: "io.fox", address: mine }, [sharing("io.fox", theirs), locked])).toEqual(
        refused,
      )
    }),
  )

  it.effect("restores no wallet when a record has no account", () =>
    Effect.gen(function* () {
      const connectors = [sharing("io.fox", theirs), sharing("io.fox (Fox)", scriptedSession)]
      expect(yield* visit({ id: "io.fox" }, connectors)).toEqual(refused)
    }),
  )

  it.effect("restores no other account when only the alike wallet is left", () =>
    Effect.gen(function* () {
      const alone = [sharing("io.fox", theirs)]
      expect(yield* visit({ id: "io.fox (Fox)", address: mine }, alone)).toEqual(refused)
      expect(yield* visit({ id: "io.fox", name: "Fox (io.fox)", address: mine }, alone)).toEqual(refused)
    }),
  )

  it.effect("does not wait for an alike wallet that never answers", () =>
    Effect.gen(function* () {
      const silent = sharing("io.fox", theirs, { restore: Effect.never })
      const connectors = [silent, sharing("io.fox (Fox)", scriptedSession)]
      expect(yield* visit({ id: "io.fox", address: mine }, connectors)).toEqual(restored)
    }),
  )

  it.effect("restores a wallet without an alike one, with any account and with an older record", () =>
    Effect.gen(function* () {
      const connectors = [sharing("io.fox", theirs), sharing("io.other", scriptedSession)]
      const moved = { ...restored, account: theirs.accounts[0] }
      expect(yield* visit({ id: "io.fox", address: mine }, connectors)).toEqual(moved)
      expect(yield* visit({ id: "io.fox" }, connectors)).toEqual(moved)
    }),
  )

  it.effect("remembers the account in use of a wallet of this device", () =>
    Effect.gen(function* () {
      const storage = memoryStorage()
      const { connector, say } = scriptedWallet()
      const engine = yield* makeEngineOver([connector], { storage })
      yield* engine.connection.connectAndWait(connector.id)
      expect(storage.held.get(sessionsKey)).toContain(`"address":"${mine}"`)
      say({ _tag: "AccountsChanged", accounts: theirs.accounts })
      yield* reach(
        engine.connection.state,
        ({ eip155 }) => eip155?._tag === "Connected" && eip155.account === theirs.accounts[0],
      )
      expect(storage.held.get(sessionsKey)).toContain(`"address":"0x6666`)
    }),
  )
})
