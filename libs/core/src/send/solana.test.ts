import { describe, expect, it } from "@effect/vitest"
import { type AwaitingBroadcast, ConnectorError, type SendOutcome } from "@wmodal/chains"
import { BroadcastError, SubscriptionRef } from "@wmodal/protocol"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { presentFlow } from "../flows/presentFlow.ts"
import { formatFlowEnglish } from "../problems/FlowPresentation.ts"
import { connectAccountWith } from "../testing/connectAccountWith.ts"
import { approvingCalls } from "../testing/scriptedWallet.ts"

const friend = "7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv"

/** A form on Solana, with these responses of the wallet and of the node to its signed bytes. */
const form = (
  answer: SendOutcome | AwaitingBroadcast | Effect.Effect<AwaitingBroadcast>,
  broadcast: Effect.Effect<string, BroadcastError> = Effect.succeed("signature"),
) =>
  Effect.gen(function* () {
    const broadcasts: string[] = []
    const account = yield* connectAccountWith({
      on: "solana",
      answers: {
        calls: Effect.succeed({
          ...approvingCalls,
          sendTransaction: () => (Effect.isEffect(answer) ? answer : Effect.succeed(answer)),
        }),
      },
      actions: {
        toTransactionHash: () => "signature",
        broadcast: ({ raw }) => {
          broadcasts.push(raw)
          return broadcast
        },
      },
    })
    yield* account.flows.holdings.refresh
    const { send } = account.flows
    yield* send.begin()
    const shown = () => {
      const state = SubscriptionRef.getUnsafe(send.state)
      const error = "error" in state ? state.error : null
      if (error === null) return { tag: state._tag, title: "", body: "" }
      const { title, body } = presentFlow(error)
      return { tag: state._tag, title: formatFlowEnglish(title), body: formatFlowEnglish(body) }
    }
    const confirmed = Effect.gen(function* () {
      yield* send.typeAmount("0.5")
      yield* send.typeRecipient(friend)
      yield* TestClock.adjust(300)
      yield* send.review
      yield* send.acknowledge("FirstTime")
      yield* send.confirm
      return shown()
    })
    return { ...account, send, shown, confirmed, broadcasts }
  })

const left: AwaitingBroadcast = { _tag: "AwaitingBroadcast", raw: "bytes" }

describe("a payment on Solana", () => {
  it.effect("broadcasts the payment when the wallet only signs", () =>
    Effect.gen(function* () {
      const { broadcasts, confirmed, flows } = yield* form(left)
      expect((yield* confirmed).tag).toBe("Left")
      expect(broadcasts).toEqual([left.raw])
      expect(SubscriptionRef.getUnsafe(flows.ledger.entries)).toMatchObject([
        { state: { _tag: "Sent", hash: "signature" }, subject: { _tag: "Transfer", to: friend } },
      ])
    }),
  )

  it.effect("shows the chain's error after a rejection by the network, and can be retried", () =>
    Effect.gen(function* () {
      const refused = new BroadcastError({
        hash: "signature",
        reason: { _tag: "Refused", code: -32002, text: "Blockhash not found" },
      })
      const { confirmed, flows } = yield* form(left, Effect.fail(refused))
      expect(yield* confirmed).toEqual({
        tag: "Reviewing",
        title: "Failed to send transaction. Please try again.",
        body: "It reported: Blockhash not found. Nothing was sent. Sign a new transaction.",
      })
      expect(SubscriptionRef.getUnsafe(flows.ledger.entries)).toMatchObject([
        { state: { _tag: "NotSent", text: "Blockhash not found" } },
      ])
    }),
  )

  it.effect("sets NotSent when the wallet signs late and the network rejects it", () =>
    Effect.gen(function* () {
      const answer = Deferred.makeUnsafe<AwaitingBroadcast>()
      const taken = Deferred.makeUnsafe<string, BroadcastError>()
      const refused = new BroadcastError({
        hash: "signature",
        reason: { _tag: "Refused", code: -32002, text: "Blockhash not found" },
      })
      const { confirmed, shown } = yield* form(Deferred.await(answer), Deferred.await(taken))
      const confirming = yield* Effect.forkChild(confirmed, { startImmediately: true })
      yield* TestClock.adjust(300)
      yield* TestClock.adjust("2 minutes")
      expect(shown().tag).toBe("Asking")
      yield* Deferred.succeed(answer, left)
      yield* Effect.yieldNow
      yield* Deferred.fail(taken, refused)
      yield* Fiber.join(confirming)
      expect(shown()).toMatchObject({ tag: "Reviewing", body: expect.stringContaining("Nothing was sent") })
    }),
  )

  it.effect("reports only a rejection when the wallet declines", () =>
    Effect.gen(function* () {
      const error = new ConnectorError({ connectorId: "w", reason: { _tag: "Declined" } })
      const { confirmed } = yield* form({ _tag: "NotSent", error })
      expect((yield* confirmed).title).toBe("Signature declined")
    }),
  )

  it.effect("requires an amount and a recipient", () =>
    Effect.gen(function* () {
      const { send, shown } = yield* form(left)
      yield* send.review
      const words = "Please enter a valid amount and receiver address"
      expect(shown()).toMatchObject({ tag: "Editing", body: words })
      yield* send.typeAmount("1")
      expect(shown().body).toBe("")
      yield* send.review
      expect(shown()).toMatchObject({ tag: "Editing", body: words })
    }),
  )
})
