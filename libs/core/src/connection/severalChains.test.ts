import { describe, expect, it } from "@effect/vitest"
import type { Connector } from "@wmodal/chains"
import { SubscriptionRef } from "@wmodal/protocol"
import { mainnet, optimism, solana } from "@wmodal/protocol/networks"
import { Deferred, Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import type { Engine } from "../Engine.ts"
import { makeEngineWith, makeTestChain, memoryStorage } from "../testing/makeEngineOver.ts"
import { reach } from "../testing/reach.ts"
import {
  failing,
  scriptedSession,
  scriptedWallet,
  solanaSession,
  solanaWallet,
} from "../testing/scriptedWallet.ts"

const now = SubscriptionRef.getUnsafe

/** Makes an engine with a wallet for Ethereum and Optimism, and one for Solana. */
const start = (
  { evm = scriptedWallet().connector, sun = solanaWallet().connector } = {},
  storage = memoryStorage(),
  options: object = {},
) =>
  makeEngineWith(
    {
      chains: [makeTestChain([evm]), makeTestChain([sun], {}, "solana")],
      networks: [mainnet, optimism, solana],
      ...options,
    },
    { storage },
  )

const both = (wallets: Parameters<typeof start>[0] = {}, storage = memoryStorage()) =>
  Effect.gen(function* () {
    const engine = yield* start(wallets, storage)
    yield* engine.ready
    yield* engine.connection.connectAndWait("io.scripted")
    yield* engine.connection.connectAndWait("Scripted Sun")
    return engine
  })

const tags = (engine: Engine) =>
  Object.entries(now(engine.connection.state)).map(([namespace, { _tag }]) => `${namespace} ${_tag}`)
const selected = (engine: Engine) => now(engine.networks.selected).caipNetworkId
const shownAccount = (engine: Engine) => now(engine.account.state)?.caipAddress ?? null
const views = (engine: Engine) => {
  const { open, history } = now(engine.router.state)
  return open ? history.map(({ _tag }) => _tag) : []
}

const [evmAccount] = scriptedSession.accounts
const [sunAccount] = solanaSession.accounts

describe("several chains", () => {
  it.effect("connects both at once, disconnects one, and restores both after a reload", () =>
    Effect.gen(function* () {
      const storage = memoryStorage()
      const first = yield* Scope.make()
      const engine = yield* Scope.provide(both({}, storage), first)
      expect(tags(engine)).toEqual(["eip155 Connected", "solana Connected"])
      expect(shownAccount(engine)).toBe(sunAccount)
      yield* Scope.close(first, Exit.void)

      const again = yield* start({}, storage)
      expect(tags(again)).toEqual(["eip155 Restoring", "solana Restoring"])
      yield* again.ready
      expect(tags(again)).toEqual(["eip155 Connected", "solana Connected"])
      expect(shownAccount(again)).toBe(sunAccount)

      yield* again.connection.disconnect("solana")
      expect(tags(again)).toEqual(["eip155 Connected", "solana Disconnected"])
      expect([selected(again), shownAccount(again)]).toEqual(["eip155:1", evmAccount])
      expect(again.connection.connectorOf("solana")).toBe(null)

      const third = yield* start({}, storage)
      yield* third.ready
      expect(tags(third)).toEqual(["eip155 Connected", "solana Disconnected"])
    }),
  )

  it.effect("restores each namespace within its own deadline", () =>
    Effect.gen(function* () {
      const storage = memoryStorage()
      yield* Effect.scoped(both({}, storage))
      const silent = solanaWallet({ restore: Effect.never }).connector
      const engine = yield* start({ sun: silent }, storage)
      const ready = yield* Effect.forkChild(engine.ready, { startImmediately: true })
      yield* reach(engine.connection.state, ({ eip155 }) => eip155?._tag === "Connected")
      // The chain of the last visit is still pending.
      expect([selected(engine), shownAccount(engine)]).toEqual([solana.caipNetworkId, null])
      yield* TestClock.adjust("10 seconds")
      yield* Fiber.join(ready)
      expect(now(engine.connection.state).solana).toMatchObject({
        _tag: "Disconnected",
        because: { reason: { _tag: "NoAnswer" } },
      })
      expect([selected(engine), shownAccount(engine)]).toEqual(["eip155:1", evmAccount])
    }),
  )

  it.effect("shows the first restored namespace when that of the last visit cannot be restored", () =>
    Effect.gen(function* () {
      const storage = memoryStorage()
      yield* Effect.scoped(both({}, storage))
      const slow = scriptedWallet({
        restore: Effect.delay(Effect.succeed(scriptedSession), "3 seconds"),
      }).connector
      const locked = solanaWallet({ restore: failing({ _tag: "Locked" }) }).connector
      const engine = yield* start({ evm: slow, sun: locked }, storage)
      yield* reach(engine.connection.state, (all) => all.solana?._tag === "Disconnected")
      expect(selected(engine)).toBe(solana.caipNetworkId)
      yield* TestClock.adjust("3 seconds")
      yield* engine.ready
      expect([selected(engine), shownAccount(engine)]).toEqual(["eip155:1", evmAccount])
    }),
  )

  it.effect("distinguishes namespaces when a wallet has the same id on each", () =>
    Effect.gen(function* () {
      const [evm, sun] = [
        scriptedWallet({ id: "Duplicate", name: "Duplicate" }),
        solanaWallet({ id: "Duplicate", name: "Duplicate" }),
      ]
      const engine = yield* start({ evm: evm.connector, sun: sun.connector })
      yield* engine.ready
      yield* engine.connection.connectAndWait("Duplicate", "solana")
      expect(tags(engine)).toEqual(["eip155 Disconnected", "solana Connected"])
      // Without a namespace, the shown chain is used.
      yield* engine.connection.disconnect()
      yield* engine.connection.connectAndWait("Duplicate")
      expect(tags(engine)).toEqual(["eip155 Disconnected", "solana Connected"])
      const unspoken = yield* Effect.flip(engine.connection.connect("Duplicate", "bip122"))
      expect(unspoken.reason).toEqual({ _tag: "AdapterNotFound", what: "Duplicate" })
    }),
  )

  it.effect("merges one wallet into one row that shows the choice of chain", () =>
    Effect.gen(function* () {
      const asked: string[] = []
      const wallet = (of: typeof scriptedWallet, answers: Partial<Connector>) =>
        of({
          ...answers,
          id: "Duplicate",
          name: "Duplicate",
          connect: () =>
            Effect.sync(() => asked.push(answers.namespace ?? "")).pipe(Effect.andThen(Effect.never)),
        }).connector
      const engine = yield* start({
        evm: wallet(scriptedWallet, { namespace: "eip155" }),
        sun: wallet(solanaWallet, { namespace: "solana" }),
      })
      yield* engine.ready
      yield* engine.router.open()
      const rows = now(engine.connectors.rows)
      expect(rows).toMatchObject([{ connectors: [{ namespace: "eip155" }, { namespace: "solana" }] }])
      const rowKey = rows[0]?.key ?? ""
      yield* engine.connectors.pick(rowKey)
      expect(now(engine.router.state).history.at(-1)).toEqual({ _tag: "ConnectingMultiChain", rowKey })
      expect(asked).toEqual([])
      yield* engine.connectors.pick(rowKey, "solana")
      expect(now(engine.router.state).history.at(-1)).toEqual({
        _tag: "ConnectingExternal",
        rowKey,
        namespace: "solana",
      })
      expect(asked).toEqual(["solana"])
      yield* engine.router.goBack
      expect(tags(engine)).toEqual(["eip155 Disconnected", "solana Disconnected"])
      expect(views(engine)).toEqual(["Connect", "ConnectingMultiChain"])
    }),
  )

  it.effect("switches between connected namespaces at once and keeps their networks", () =>
    Effect.gen(function* () {
      const engine = yield* both()
      yield* engine.networks.switchTo(optimism.caipNetworkId)
      yield* engine.router.open({ _tag: "Networks" })
      yield* engine.networks.pick(solana.caipNetworkId)
      expect(views(engine)).toEqual([])
      expect(shownAccount(engine)).toBe(sunAccount)
      yield* engine.connection.disconnect("solana")
      expect(selected(engine)).toBe(optimism.caipNetworkId)
      expect(tags(engine)).toEqual(["eip155 Connected", "solana Disconnected"])
    }),
  )

  it.effect("applies wallet events of a namespace that is not shown", () =>
    Effect.gen(function* () {
      const { connector, say } = scriptedWallet()
      const engine = yield* both({ evm: connector })
      say({ _tag: "NetworkChanged", network: "eip155:10" })
      yield* reach(
        engine.connection.state,
        ({ eip155 }) => eip155?._tag === "Connected" && eip155.account.startsWith("eip155:10:"),
      )
      expect(selected(engine)).toBe(solana.caipNetworkId)
      yield* engine.connection.disconnect("solana")
      expect(selected(engine)).toBe("eip155:10")
    }),
  )

  it.effect("shows a network without a wallet, and connects the next wallet on the picked network", () =>
    Effect.gen(function* () {
      const asked: (string | undefined)[] = []
      const sun = solanaWallet()
      const evm = scriptedWallet({
        connect: ({ network }) =>
          Effect.sync(() => {
            asked.push(network?.caipNetworkId)
            return { ...scriptedSession, network: null }
          }),
      })
      const engine = yield* start({ sun: sun.connector, evm: evm.connector })
      yield* engine.ready
      yield* engine.connection.connectAndWait("Scripted Sun")
      yield* engine.router.open({ _tag: "Networks" })
      yield* engine.networks.pick(optimism.caipNetworkId)
      expect(now(engine.router.state).history.at(-1)).toEqual({
        _tag: "SwitchActiveChain",
        network: optimism.caipNetworkId,
      })
      expect(selected(engine)).toBe(solana.caipNetworkId)
      yield* engine.router.push({ _tag: "Connect", namespace: "eip155" })
      const row = now(engine.connectors.rows).find(({ name }) => name === "Scripted Wallet")
      yield* engine.connectors.pick(row?.key ?? "", "eip155")
      yield* reach(engine.router.state, ({ open }) => !open)
      expect(asked).toEqual([optimism.caipNetworkId])
      expect(selected(engine)).toBe(optimism.caipNetworkId)
      expect(tags(engine)).toEqual(["eip155 Connected", "solana Connected"])
      // The earlier pick no longer applies.
      yield* engine.networks.switchTo(solana.caipNetworkId)
      yield* engine.connection.connectAndWait("io.scripted")
      expect(asked).toEqual([optimism.caipNetworkId, mainnet.caipNetworkId])
    }),
  )

  it.effect("refuses a host's switch to a namespace without a wallet while another has one", () =>
    Effect.gen(function* () {
      const engine = yield* start()
      yield* engine.ready
      yield* engine.networks.switchTo(solana.caipNetworkId)
      expect(selected(engine)).toBe(solana.caipNetworkId)
      yield* engine.connection.connectAndWait("io.scripted")
      expect(selected(engine)).toBe("eip155:1")
      const error = yield* Effect.flip(engine.networks.switchTo(solana.caipNetworkId))
      expect(error).toMatchObject({ reason: { _tag: "NotConnected" } })
      expect(selected(engine)).toBe("eip155:1")
    }),
  )

  it.effect("disconnects all namespaces together and keeps the selected network", () =>
    Effect.gen(function* () {
      const storage = memoryStorage()
      const told: string[] = []
      const telling = (name: string, after: number) =>
        Effect.delay(
          Effect.sync(() => {
            told.push(name)
          }),
          after,
        )
      const engine = yield* both(
        {
          evm: scriptedWallet({ disconnect: telling("eip155", 1_000) }).connector,
          sun: solanaWallet({ disconnect: telling("solana", 0) }).connector,
        },
        storage,
      )
      yield* engine.router.open()
      const leaving = yield* Effect.forkChild(engine.connection.disconnect(), { startImmediately: true })
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(leaving)
      expect(told).toEqual(["solana", "eip155"])
      expect(tags(engine)).toEqual(["eip155 Disconnected", "solana Disconnected"])
      expect(selected(engine)).toBe(solana.caipNetworkId)
      expect(views(engine)).toEqual([])
      expect(storage.held.has("@wmodal/sessions")).toBe(false)
    }),
  )

  it.effect("keeps the modal open on the other account when one wallet disconnects", () =>
    Effect.gen(function* () {
      const { connector, say } = solanaWallet()
      const engine = yield* both({ sun: connector })
      yield* engine.router.open()
      say({ _tag: "Disconnected" })
      yield* reach(engine.account.state, (state) => state?.caipAddress === evmAccount)
      expect(views(engine)).toEqual(["Account"])
    }),
  )

  it.effect("returns to the connected namespace when connecting the other one fails", () =>
    Effect.gen(function* () {
      let attempts = 0
      const declines = Deferred.makeUnsafe<void>()
      const { connector, say } = solanaWallet({
        connect: () =>
          attempts++ === 0
            ? Effect.succeed(solanaSession)
            : Effect.andThen(Deferred.await(declines), failing({ _tag: "Declined" })),
      })
      const engine = yield* both({ sun: connector })
      yield* engine.router.open({ _tag: "Connect" })
      const row = now(engine.connectors.rows).find(({ name }) => name === "Scripted Sun")
      yield* engine.connectors.pick(row?.key ?? "")
      say({ _tag: "Disconnected" })
      yield* reach(engine.connection.state, (all) => all.solana?._tag === "Connecting")
      yield* Deferred.succeed(declines, undefined)
      yield* reach(engine.connection.state, (all) => all.solana?._tag === "Failed")
      expect(now(engine.router.state).history.at(-1)).toMatchObject({ _tag: "ConnectingExternal" })
      expect(selected(engine)).toBe(solana.caipNetworkId)
      yield* engine.router.close
      expect([selected(engine), shownAccount(engine)]).toEqual(["eip155:1", evmAccount])
    }),
  )
})
