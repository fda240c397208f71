import { expect, it } from "@effect/vitest"
import { type DappRequest, TransferRejected, type WalletResponse } from "@wmodal/chains"
import { RpcError, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import {
  makeMessageQuestion,
  makeTransactionQuestion,
  openPageWorld,
  sessionAccount,
} from "../testing/pageRequests.ts"
import { reach } from "../testing/reach.ts"

const from = sessionAccount.slice(sessionAccount.lastIndexOf(":") + 1)
const transfer = { from, to: "0x02", token: null, amount: 7n }
const hash = `0x${"5e".repeat(32)}`
const sent: WalletResponse = { answer: { _tag: "Result", value: hash }, outcome: { _tag: "Sent", hash } }

/** A payment by its amount alone; the builds are counted. */
const paymentQuestion = (asked: unknown[]): DappRequest =>
  makeMessageQuestion({
    request: { _tag: "Other", method: "sendTransfer", params: "[]" },
    from,
    ask: () => {
      asked.push("unbuilt")
      return Promise.resolve(sent)
    },
    buildPayment: {
      transfer,
      with: (transaction) =>
        makeTransactionQuestion({
          request: { _tag: "Transaction", transaction },
          from,
          submission: { _tag: "Transaction", transaction },
          ask: () => {
            asked.push(transaction)
            return Promise.resolve(sent)
          },
        }),
    },
  })

it.effect("builds a payment that a dApp names, and sends it as reviewed", () =>
  Effect.gen(function* () {
    const asked: unknown[] = []
    const { ask, heard, ledger, requests, until } = yield* openPageWorld()
    const page = yield* ask(paymentQuestion(asked))
    const built = { to: "0x02", value: "0x7", data: "0x" }
    const { asked: shown } = yield* until("Reviewing")
    expect(shown.request).toEqual({ _tag: "Transaction", transaction: built })
    expect(asked).toEqual([])
    yield* requests.approve
    expect(yield* heard(page)).toEqual(sent.answer)
    expect(asked).toEqual([built])
    const [entry] = yield* reach(ledger.entries, ([one]) => one?.state._tag === "Sent")
    expect(entry).toMatchObject({ transaction: built, state: { hash } })
  }).pipe(Effect.scoped),
)

it.effect.each([
  ["cannot be paid", new TransferRejected({ reason: { _tag: "Insufficient" } }), -32000],
  [
    "cannot be built without a node",
    new RpcError({ method: "x", host: "", reason: { _tag: "NoEndpoint" } }),
    4900,
  ],
] as const)("rejects a payment that %s before the review", ([, error, code]) =>
  Effect.gen(function* () {
    const asked: unknown[] = []
    const { ask, heard, ledger, requests } = yield* openPageWorld(undefined, {
      actions: { estimate: () => Effect.fail(error) },
    })
    const page = yield* ask(paymentQuestion(asked))
    expect(yield* heard(page)).toMatchObject({ _tag: "Rejected", code })
    yield* reach(requests.state, ({ _tag }) => _tag === "Empty")
    expect(asked).toEqual([])
    expect(SubscriptionRef.getUnsafe(ledger.entries)).toEqual([])
  }).pipe(Effect.scoped),
)
