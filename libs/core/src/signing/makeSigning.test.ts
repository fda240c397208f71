import { describe, expect, it } from "@effect/vitest"
import type { ChainActions, Connector } from "@wmodal/chains"
import { SubscriptionRef } from "@wmodal/protocol"
import { mainnet, solana } from "@wmodal/protocol/networks"
import { Deferred, Effect, Fiber } from "effect"
import type { Engine } from "../Engine.ts"
import { presentFlow } from "../flows/presentFlow.ts"
import { ledgerKey } from "../storage/PersistedState.ts"
import { makeEngineWith, makeTestChain, memoryStorage } from "../testing/makeEngineOver.ts"
import { makeExplained } from "../testing/pageRequests.ts"
import { reach } from "../testing/reach.ts"
import { failing, scriptedSession, scriptedWallet } from "../testing/scriptedWallet.ts"

const start = (connector: Connector, options: object = {}, storage = memoryStorage()) =>
  Effect.tap(
    makeEngineWith({ chains: [makeTestChain([connector])], ...options }, { storage }),
    (engine) => engine.ready,
  )

const ask = (engine: Engine) => Effect.map(engine.flows, ({ signing }) => signing)
const records = (engine: Engine) =>
  Effect.map(engine.flows, ({ ledger }) => SubscriptionRef.getUnsafe(ledger.entries))

describe("signing", () => {
  it.effect("sends requests to the connected wallet only", () =>
    Effect.gen(function* () {
      const asked: unknown[] = []
      const { connector } = scriptedWallet({
        signMessage: (request) => {
          asked.push(request)
          return Effect.succeed("0x01")
        },
        signTypedData: () => failing({ _tag: "Declined" }),
      })
      const engine = yield* start(connector)
      const signing = yield* ask(engine)
      const early = yield* Effect.flip(signing.signMessage("hi", []))
      expect(early).toMatchObject({ reason: { _tag: "NotConnected" } })
      yield* engine.connection.connectAndWait(connector.id)
      expect(yield* signing.signMessage("hi", [])).toBe("0x01")
      expect(asked).toEqual([{ account: scriptedSession.accounts[0], message: "hi" }])
      const declined = yield* Effect.flip(signing.signTypedData("{}", []))
      expect(presentFlow(declined, "sign").title.id).toBe("problem.declined.sign")
      const elsewhere = yield* Effect.flip(signing.signMessage("hi", [], "solana"))
      expect(presentFlow(elsewhere).title.id).toBe("problem.noNetwork")
    }),
  )

  it.effect(
    "sends the request to the wallet of the active chain, but never for an account of another chain",
    () =>
      Effect.gen(function* () {
        const { connector } = scriptedWallet()
        const engine = yield* start(connector, { networks: [mainnet, solana], defaultNetwork: solana })
        const signing = yield* ask(engine)
        yield* engine.connection.connectAndWait(connector.id)
        expect(yield* signing.signMessage("hi", [])).toBe("0x01")
        const error = yield* Effect.flip(signing.signMessage("hi", [], "solana"))
        expect(error).toMatchObject({ reason: { _tag: "NotConnected" } })
      }),
  )

  it.effect("returns an empty result on an unsupported network, without a wallet request", () =>
    Effect.gen(function* () {
      let asked = 0
      const { connector, say } = scriptedWallet({
        signMessage: () => Effect.sync(() => `0x${++asked}`),
        signTypedData: () => Effect.sync(() => `0x${++asked}`),
      })
      const engine = yield* start(connector)
      const signing = yield* ask(engine)
      yield* engine.connection.connectAndWait(connector.id)
      say({ _tag: "NetworkChanged", network: "eip155:999" })
      yield* reach(engine.networks.shown, ({ known }) => !known)
      expect(yield* signing.signMessage("hi", [])).toBe("")
      expect(yield* signing.signTypedData("{}", [], "eip155")).toBe("")
      expect(asked).toBe(0)
      expect(yield* records(engine)).toEqual([])
    }),
  )

  it.effect("records the request by its digest alone before the wallet receives it", () =>
    Effect.gen(function* () {
      const storage = memoryStorage()
      let atAsking = ""
      const { connector } = scriptedWallet({
        signMessage: () =>
          Effect.sync(() => {
            atAsking = storage.held.get(ledgerKey) ?? ""
            return "0xsignature"
          }),
      })
      const engine = yield* start(connector, {}, storage)
      const signing = yield* ask(engine)
      yield* engine.connection.connectAndWait(connector.id)
      yield* signing.signMessage("a secret", [])
      // SHA-256 of the text.
      const digest = "0x984ca5162200734c592148f1820b71057f098573d138666b48663e4e30cd8d3a"
      expect(atAsking).toContain('"Asked"')
      const [entry] = yield* records(engine)
      expect(entry).toMatchObject({ subject: { _tag: "Message" }, state: { _tag: "Signed" }, mine: false })
      expect(entry?.subject).toEqual({ _tag: "Message", digest })
      expect(storage.held.get(ledgerKey)).not.toMatch(/secret|signature/)
    }),
  )

  it.effect("records a response that arrives after the caller was interrupted", () =>
    Effect.gen(function* () {
      const answer = yield* Deferred.make<string>()
      const { connector } = scriptedWallet({ signMessage: () => Deferred.await(answer) })
      const engine = yield* start(connector)
      const { signing, ledger } = yield* engine.flows
      yield* engine.connection.connectAndWait(connector.id)
      const waiting = yield* Effect.forkChild(signing.signMessage("hi", []), { startImmediately: true })
      yield* reach(ledger.entries, ([entry]) => entry?.mine === true)
      yield* Fiber.interrupt(waiting)
      yield* Deferred.succeed(answer, "0x01")
      const [entry] = yield* reach(ledger.entries, ([entry]) => entry?.state._tag === "Signed")
      expect(entry?.mine).toBe(false)
    }),
  )

  it.effect("reports the wallet's reason for a failure", () =>
    Effect.gen(function* () {
      const { connector } = scriptedWallet({
        signMessage: () => failing({ _tag: "Failed", code: -32000, text: "no key" }),
        signTypedData: () => Effect.die(new Error("broken")),
      })
      const engine = yield* start(connector)
      const signing = yield* ask(engine)
      yield* engine.connection.connectAndWait(connector.id)
      yield* Effect.flip(signing.signMessage("hi", []))
      yield* Effect.flip(signing.signTypedData("{}", []))
      expect((yield* records(engine)).map(({ state }) => state)).toEqual([
        { _tag: "NotSent", text: "" },
        { _tag: "NotSent", text: "no key" },
      ])
    }),
  )

  it.effect("sends no request while a warning is not confirmed", () =>
    Effect.gen(function* () {
      let asked = 0
      const { connector } = scriptedWallet({
        signMessage: () => Effect.sync(() => `0x${++asked}`),
        signTypedData: () => Effect.sync(() => `0x${++asked}`),
      })
      const requests: unknown[] = []
      const explain: ChainActions["explain"] = ({ request }) => {
        requests.push(request)
        return Effect.succeed(makeExplained({ _tag: "OtherChain", said: "10" }, { _tag: "Blind" }))
      }
      const engine = yield* makeEngineWith({ chains: [makeTestChain([connector], { explain })] })
      yield* engine.ready
      const signing = yield* ask(engine)
      yield* engine.connection.connectAndWait(connector.id)
      const error = yield* Effect.flip(signing.signTypedData("{}", ["Blind"]))
      expect(error).toMatchObject({ _tag: "DangerError", dangers: [{ _tag: "OtherChain", said: "10" }] })
      expect(yield* Effect.flip(signing.signMessage("hi", []))).toMatchObject({
        dangers: [{ _tag: "OtherChain" }, { _tag: "Blind" }],
      })
      expect(asked).toBe(0)
      expect(yield* records(engine)).toEqual([])
      expect(yield* signing.signTypedData("{}", ["Blind", "OtherChain"])).toBe("0x1")
      expect(requests[0]).toEqual({ _tag: "TypedData", typedData: "{}" })
    }),
  )

  it.effect("sends no request for an account that is no longer the active one", () =>
    Effect.gen(function* () {
      let asked = 0
      const { connector, say } = scriptedWallet({
        signMessage: () => Effect.sync(() => `0x${++asked}`),
      })
      const read = yield* Deferred.make<void>()
      const explain: ChainActions["explain"] = () => Effect.as(Deferred.await(read), makeExplained())
      const engine = yield* makeEngineWith({ chains: [makeTestChain([connector], { explain })] })
      yield* engine.ready
      const signing = yield* ask(engine)
      yield* engine.connection.connectAndWait(connector.id)
      const signature = yield* Effect.forkChild(signing.signMessage("hi", []), { startImmediately: true })
      say({
        _tag: "AccountsChanged",
        accounts: ["eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8"],
      })
      yield* reach(engine.account.state, (account) => account?.address.startsWith("0x70") === true)
      yield* Deferred.succeed(read, undefined)
      expect(yield* Effect.flip(Fiber.join(signature))).toMatchObject({ reason: { _tag: "Cancelled" } })
      expect(asked).toBe(0)
    }),
  )
})
