import { describe, expect, it } from "@effect/vitest"
import { ConnectorError, RequestTooLong, type ReviewedRequest, type WalletResponse } from "@wmodal/chains"
import { RpcError, SubscriptionRef } from "@wmodal/protocol"
import { mainnet } from "@wmodal/protocol/networks"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { getVisibleView } from "../router/routerModel.ts"
import {
  makeExplained,
  makeMessageQuestion,
  makeOpenAnswer,
  makeTransactionQuestion,
  openPageWorld,
  sessionAccount,
  signed,
} from "../testing/pageRequests.ts"
import { reach } from "../testing/reach.ts"
import { toRequestedAction } from "./pageRequestKind.ts"

const hash = `0x${"5e".repeat(32)}`
const sent: WalletResponse = { answer: { _tag: "Result", value: hash }, outcome: { _tag: "Sent", hash } }
const refused = (code: number) => ({ _tag: "Rejected", code })

const fails = () => {
  throw new Error("broken")
}

describe("a dApp request", () => {
  it.effect(
    "shows a request first, then sends it to the wallet once, and returns the wallet's response",
    () =>
      Effect.gen(function* () {
        const { asked, ask, engine, heard, ledger, requests, until } = yield* openPageWorld()
        const page = yield* ask(makeTransactionQuestion({ ask: () => Promise.resolve(sent) }))
        const { asked: shown, passed, waiting } = yield* until("Reviewing")
        expect(shown).toMatchObject({ account: sessionAccount, request: { _tag: "Transaction" } })
        expect([passed, waiting, asked]).toEqual([[], 0, []])
        expect(getVisibleView(SubscriptionRef.getUnsafe(engine.router.state))).toEqual({
          _tag: "ReviewRequest",
        })
        yield* requests.approve
        yield* requests.approve
        expect(yield* heard(page)).toEqual(sent.answer)
        expect(asked).toEqual(["one on eip155:1"])
        yield* until("Empty")
        yield* reach(engine.router.state, ({ open }) => !open)
        const [entry] = yield* reach(ledger.entries, ([one]) => one?.state._tag === "Sent")
        expect(entry).toMatchObject({
          subject: { _tag: "Call", intent: "Swap", contract: "0x01", digest: "0xd1" },
          transaction: { to: "0x01", value: "0x0", data: "0x" },
          mark: { nonce: "0" },
          state: { _tag: "Sent", hash },
        })
        yield* requests.approve
        yield* requests.reject
        expect(asked).toHaveLength(1)
      }).pipe(Effect.scoped),
  )

  it.effect("records what a request pays, and that it only pays", () =>
    Effect.gen(function* () {
      const subjectOf = (...calls: ReviewedRequest["calls"]) =>
        toRequestedAction(makeTransactionQuestion().request, mainnet, { ...makeExplained(), calls })
      const [plain] = makeExplained().calls
      const pays = {
        ...plain,
        intent: "Send",
        value: 7n,
        fields: [
          { label: "Amount", text: "7", value: { _tag: "Amount", units: 7n, token: null, unlimited: false } },
          { label: "To", text: "0x01", value: { _tag: "Address", address: "0x01", name: null } },
        ],
      } as const
      const payment = { token: { network: "eip155:1", address: null, symbol: "ETH" }, amount: 7n }
      expect(yield* subjectOf(pays)).toMatchObject({ contract: "0x01", payment, isPlain: true })
      const called = yield* subjectOf({ ...plain, value: 7n })
      expect(called).toMatchObject({ payment })
      expect(called).not.toHaveProperty("isPlain")
      expect(yield* subjectOf(plain)).not.toHaveProperty("payment")
      const both = yield* subjectOf(pays, { ...plain, value: 5n })
      expect(both).toMatchObject({ contract: null, payment: { amount: 12n } })
      expect(both).not.toHaveProperty("isPlain")
    }),
  )

  it.effect("records a request before the wallet receives it, a signature by its digest alone", () =>
    Effect.gen(function* () {
      const { ask, heard, ledger, requests, until } = yield* openPageWorld()
      const atAsking: unknown[] = []
      const page = yield* ask(
        makeMessageQuestion({
          ask: () => {
            atAsking.push(...SubscriptionRef.getUnsafe(ledger.entries))
            return Promise.resolve(signed)
          },
        }),
      )
      yield* until("Reviewing")
      yield* requests.approve
      yield* heard(page)
      expect(atAsking).toMatchObject([{ subject: { _tag: "Message" }, state: { _tag: "Asked" } }])
      const [entry] = yield* reach(ledger.entries, ([one]) => one?.state._tag === "Signed")
      expect(entry?.transaction).toBeNull()
    }).pipe(Effect.scoped),
  )

  it.effect("uses the current account when the dApp names none", () =>
    Effect.gen(function* () {
      const { ask, heard, requests, until } = yield* openPageWorld()
      const by: unknown[] = []
      const page = yield* ask(
        makeMessageQuestion({
          ask: (_, account) => {
            by.push(account)
            return Promise.resolve(signed)
          },
        }),
      )
      yield* until("Reviewing")
      yield* requests.approve
      yield* heard(page)
      expect(by).toEqual([sessionAccount.slice(sessionAccount.lastIndexOf(":") + 1)])
    }).pipe(Effect.scoped),
  )

  it.effect("records a batch under its batch id", () =>
    Effect.gen(function* () {
      const { ask, heard, ledger, requests, until } = yield* openPageWorld()
      const call = { to: "0x01", value: 0n, data: "0x" }
      const taken: WalletResponse = {
        answer: { _tag: "Result", value: { id: "0x7" } },
        outcome: { _tag: "Taken", id: "0x7" },
      }
      const page = yield* ask(
        makeMessageQuestion({
          request: { _tag: "Calls", calls: [call, call] },
          submission: { _tag: "Batch", id: "0x7" },
          ask: () => Promise.resolve(taken),
        }),
      )
      yield* until("Reviewing")
      yield* requests.approve
      expect(yield* heard(page)).toEqual(taken.answer)
      const [entry] = yield* reach(ledger.entries, ([one]) => one?.state._tag === "Taken")
      expect(entry).toMatchObject({ batch: "0x7", subject: { _tag: "Call" } })
    }).pipe(Effect.scoped),
  )

  it.effect("rejects with the wallet's error unchanged", () =>
    Effect.gen(function* () {
      const { ask, heard, ledger, requests, until } = yield* openPageWorld()
      const thrown = { code: 4001, message: "no" }
      const error = new ConnectorError({ connectorId: "io.scripted", reason: { _tag: "Declined" } })
      const reply: WalletResponse = {
        answer: { _tag: "WalletError", value: thrown },
        outcome: { _tag: "NotSent", error },
      }
      const page = yield* ask(makeTransactionQuestion({ ask: () => Promise.resolve(reply) }))
      yield* until("Reviewing")
      yield* requests.approve
      expect(yield* heard(page)).toEqual({ _tag: "WalletError", value: thrown })
      yield* reach(ledger.entries, ([one]) => one?.state._tag === "Declined")
    }).pipe(Effect.scoped),
  )

  it.effect("sends a request also when no node reports the checkpoint", () =>
    Effect.gen(function* () {
      const down = new RpcError({ method: "", host: "", reason: { _tag: "Unreachable", detail: "" } })
      const { ask, heard, requests, until } = yield* openPageWorld(undefined, {
        actions: { takeCheckpoint: () => Effect.fail(down) },
      })
      const page = yield* ask(makeTransactionQuestion({ ask: () => Promise.resolve(sent) }))
      yield* until("Reviewing")
      yield* requests.approve
      expect(yield* heard(page)).toEqual(sent.answer)
    }).pipe(Effect.scoped),
  )

  it.effect("rejects a request on decline, back and close, without a wallet request", () =>
    Effect.gen(function* () {
      const { asked, ask, engine, heard, ledger, requests, until } = yield* openPageWorld()
      for (const decline of [
        requests.reject,
        engine.router.goBack,
        engine.router.requestClose,
        engine.router.reset({ _tag: "Account" }),
      ]) {
        const page = yield* ask(makeMessageQuestion())
        yield* until("Reviewing")
        yield* decline
        expect(yield* heard(page)).toMatchObject(refused(4001))
        yield* until("Empty")
      }
      expect(asked).toEqual([])
      expect(SubscriptionRef.getUnsafe(ledger.entries)).toEqual([])
    }).pipe(Effect.scoped),
  )

  it.effect("returns to the previous view", () =>
    Effect.gen(function* () {
      const { ask, engine, heard, requests, until } = yield* openPageWorld()
      yield* engine.router.open({ _tag: "Account" })
      yield* engine.router.push({ _tag: "Transactions" })
      const page = yield* ask(makeMessageQuestion())
      yield* until("Reviewing")
      yield* requests.reject
      yield* heard(page)
      const { history, open } = yield* reach(engine.router.state, ({ history }) => history.length === 2)
      expect([open, history.map(({ _tag }) => _tag)]).toEqual([true, ["Account", "Transactions"]])
    }).pipe(Effect.scoped),
  )

  it.effect("stays until each danger is confirmed", () =>
    Effect.gen(function* () {
      const { asked, ask, heard, requests, until } = yield* openPageWorld(() =>
        Effect.succeed(makeExplained({ _tag: "Blind" }, { _tag: "Untried" })),
      )
      const page = yield* ask(makeMessageQuestion())
      yield* until("Reviewing")
      yield* requests.approve
      yield* requests.acknowledge("Blind")
      yield* requests.acknowledge("Blind")
      yield* requests.approve
      expect((yield* until("Reviewing")).passed).toEqual(["Blind"])
      expect(asked).toEqual([])
      yield* requests.acknowledge("Untried")
      yield* requests.approve
      expect(yield* heard(page)).toEqual(signed.answer)
    }).pipe(Effect.scoped),
  )

  it.effect("rejects a request unseen for another account, network or wallet", () =>
    Effect.gen(function* () {
      const { asked, ask, engine, heard, wallet } = yield* openPageWorld()
      const told = (over: Parameters<typeof makeMessageQuestion>[0]) =>
        Effect.flatMap(ask(makeMessageQuestion(over)), heard)
      expect(yield* told({ from: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" })).toMatchObject(refused(4100))
      expect(yield* told({ connectorId: "io.other" })).toMatchObject(refused(4100))
      expect(yield* told({ namespace: "solana" })).toMatchObject(refused(4100))
      expect(yield* told({ network: "eip155:10" })).toMatchObject(refused(4901))
      wallet.say({ _tag: "NetworkChanged", network: "eip155:999" })
      yield* reach(engine.networks.shown, ({ known }) => !known)
      expect(yield* told({})).toMatchObject(refused(4901))
      yield* engine.connection.disconnect()
      expect(yield* told({})).toMatchObject(refused(4100))
      expect(asked).toEqual([])
      expect(SubscriptionRef.getUnsafe(engine.router.state).open).toBe(false)
    }).pipe(Effect.scoped),
  )

  it.effect("ends when the account or network changes, or the wallet disconnects", () =>
    Effect.gen(function* () {
      const other = "eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
      const { asked, ask, heard, requests, until, wallet, engine } = yield* openPageWorld()
      for (const change of [
        Effect.sync(() => wallet.say({ _tag: "AccountsChanged", accounts: [other] })),
        Effect.sync(() => wallet.say({ _tag: "NetworkChanged", network: "eip155:10" })),
        engine.connection.disconnect(),
      ]) {
        const page = yield* ask(makeMessageQuestion())
        yield* until("Reviewing")
        yield* change
        expect(yield* heard(page)).toMatchObject(refused(4100))
        yield* requests.approve
        yield* until("Empty")
      }
      expect(asked).toEqual([])
    }).pipe(Effect.scoped),
  )

  it.effect("refuses a request that is too long to be reviewed, and shows why until the user leaves", () =>
    Effect.gen(function* () {
      const problem = new RequestTooLong({ what: "lines", count: 1_213, most: 1_000 })
      const { asked, ask, heard, requests, until } = yield* openPageWorld(() => Effect.fail(problem))
      const page = yield* ask(makeMessageQuestion())
      expect(yield* heard(page)).toEqual({
        _tag: "Rejected",
        code: -32602,
        text: "The request has 1213 lines, and at most 1000 can be reviewed. No wallet received it.",
      })
      expect((yield* until("Refused")).problem).toEqual(problem)
      yield* requests.approve
      expect(SubscriptionRef.getUnsafe(requests.state)._tag).toBe("Refused")
      yield* requests.reject
      yield* until("Empty")
      expect(asked).toEqual([])
    }).pipe(Effect.scoped),
  )

  it.effect("queues a request behind at most twenty others", () =>
    Effect.gen(function* () {
      const { asked, ask, heard, requests, until } = yield* openPageWorld()
      const pages = yield* Effect.forEach(
        Array.from({ length: 21 }, (_, at) => `${at}`),
        (name) => ask(makeMessageQuestion(), name),
      )
      expect(yield* Effect.flatMap(ask(makeMessageQuestion()), heard)).toMatchObject(refused(-32005))
      expect((yield* until("Reviewing")).waiting).toBe(20)
      yield* requests.approve
      expect(yield* heard(pages[0]!)).toEqual(signed.answer)
      yield* reach(requests.state, (state) => state._tag === "Reviewing" && state.waiting === 19)
      expect(asked).toEqual(["0 on eip155:1"])
      yield* requests.reject
      expect(yield* heard(pages[1]!)).toMatchObject(refused(4001))
      yield* requests.reject
    }).pipe(Effect.scoped),
  )

  it.effect("rejects requests as disconnected when the engine ends, in every state", () =>
    Effect.gen(function* () {
      const { ask, close, heard, requests, until } = yield* openPageWorld()
      const [first, second] = [
        yield* ask(makeMessageQuestion(makeOpenAnswer())),
        yield* ask(makeMessageQuestion()),
      ]
      yield* until("Reviewing")
      yield* requests.approve
      yield* until("Asking")
      yield* close
      expect(yield* heard(first)).toMatchObject(refused(4900))
      expect(yield* heard(second)).toMatchObject(refused(4900))
      expect(yield* Effect.flatMap(ask(makeMessageQuestion()), heard)).toMatchObject(refused(4900))
    }),
  )

  it.effect("rejects a request that cannot be described", () =>
    Effect.gen(function* () {
      const { asked, ask, engine, heard } = yield* openPageWorld(() => Effect.die(new Error("broken")))
      expect(yield* Effect.flatMap(ask(makeMessageQuestion()), heard)).toMatchObject(refused(-32603))
      expect(asked).toEqual([])
      yield* reach(engine.router.state, ({ open }) => !open)
    }).pipe(Effect.scoped),
  )

  it.effect("rejects a request when the chain's code fails before the wallet request", () =>
    Effect.gen(function* () {
      const broken = makeExplained()
      const { asked, ask, heard, requests, until } = yield* openPageWorld(() =>
        Effect.succeed({ ...broken, calls: Object.defineProperty([], 0, { get: fails }) as never }),
      )
      const page = yield* ask(makeTransactionQuestion())
      yield* until("Reviewing")
      yield* requests.approve
      expect(yield* heard(page)).toMatchObject(refused(-32603))
      expect(asked).toEqual([])
      yield* until("Empty")
    }).pipe(Effect.scoped),
  )

  it.effect("accepts a rejection while the request is read", () =>
    Effect.gen(function* () {
      const { ask, heard, requests, until } = yield* openPageWorld(() => Effect.never)
      const page = yield* ask(makeMessageQuestion())
      yield* until("Reading")
      yield* requests.approve
      yield* requests.reject
      expect(yield* heard(page)).toMatchObject(refused(4001))
    }).pipe(Effect.scoped),
  )

  it.effect(
    "reports a slow wallet after a minute, and lets the next request proceed when the user leaves",
    () =>
      Effect.gen(function* () {
        const { asked, ask, engine, heard, requests, until } = yield* openPageWorld()
        const open = makeOpenAnswer()
        const slow = yield* ask(makeMessageQuestion(open), "slow")
        const next = yield* ask(makeMessageQuestion(), "next")
        yield* until("Reviewing")
        yield* requests.approve
        yield* until("Asking")
        yield* TestClock.adjust(60_000)
        expect((yield* until("Asking")).slow).toBe(true)
        yield* engine.router.goBack
        yield* until("Reviewing")
        expect(getVisibleView(SubscriptionRef.getUnsafe(engine.router.state))).toEqual({
          _tag: "ReviewRequest",
        })
        yield* open.answer(signed)
        expect(yield* heard(slow)).toEqual(signed.answer)
        expect((yield* until("Reviewing")).waiting).toBe(0)
        yield* requests.reject
        expect(yield* heard(next)).toMatchObject(refused(4001))
        expect(asked).toEqual(["slow on eip155:1"])
      }).pipe(Effect.scoped),
  )

  it.effect("continues when its caller is interrupted", () =>
    Effect.gen(function* () {
      const { asked, ask, requests, until } = yield* openPageWorld()
      const page = yield* ask(makeMessageQuestion())
      yield* until("Reviewing")
      yield* Fiber.interrupt(page)
      yield* requests.approve
      yield* until("Empty")
      expect(asked).toHaveLength(1)
    }).pipe(Effect.scoped),
  )
})

describe("explain", () => {
  it.effect("describes the request without a wallet request", () =>
    Effect.gen(function* () {
      const said: unknown[] = []
      const { engine, requests } = yield* openPageWorld((asked) => {
        said.push(asked.request, asked.from, asked.network.caipNetworkId)
        return Effect.succeed(makeExplained({ _tag: "Blind" }))
      })
      const found = yield* requests.explain({ _tag: "Message", message: "hi" })
      expect(found.dangers).toEqual([{ _tag: "Blind" }])
      expect(said).toEqual([{ _tag: "Message", message: "hi" }, sessionAccount.split(":")[2], "eip155:1"])
      expect(SubscriptionRef.getUnsafe(engine.router.state).open).toBe(false)
      yield* engine.connection.disconnect()
      const error = yield* Effect.flip(requests.explain({ _tag: "Message", message: "hi" }))
      expect(error).toMatchObject({ reason: { _tag: "NotConnected" } })
    }).pipe(Effect.scoped),
  )
})
