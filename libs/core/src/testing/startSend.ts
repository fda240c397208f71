import type { SendOutcome } from "@wmodal/chains"
import { SubscriptionRef } from "@wmodal/protocol"
import { Deferred, Effect } from "effect"
import { TestClock } from "effect/testing"
import { makeSend } from "../send/makeSend.ts"
import type { SendState } from "../send/Send.ts"
import { makeSendWorld, type SendWorld } from "./sendFixture.ts"

const hasTag = <T extends SendState["_tag"]>(
  state: SendState,
  tag: T,
): state is Extract<SendState, { readonly _tag: T }> => state._tag === tag

/** Starts a payment form over scripted services, with readers of its state. */
export const startSend = (given: SendWorld = {}) =>
  Effect.gen(function* () {
    const world = yield* makeSendWorld(given)
    const send = yield* makeSend(world.deps)
    const state = () => SubscriptionRef.getUnsafe(send.state)
    const as = <T extends SendState["_tag"]>(tag: T) => {
      const now = state()
      if (!hasTag(now, tag)) throw new Error(`${now._tag}, not ${tag}`)
      return now
    }
    return {
      ...world,
      send,
      state,
      editing: () => as("Editing"),
      reviewing: () => as("Reviewing"),
      asking: () => as("Asking"),
      reason: () => {
        const now = state()
        return "error" in now ? (now.error?.reason ?? null) : null
      },
      toast: () => {
        const message = SubscriptionRef.getUnsafe(world.deps.toasts.current)?.message ?? null
        return message?.id ?? null
      },
      entries: () => SubscriptionRef.getUnsafe(world.deps.ledger.entries),
    }
  })

/** Starts a payment of 1 ETH, and reviews it. */
export const startReviewedSend = (given: SendWorld = {}) =>
  Effect.gen(function* () {
    const form = yield* startSend(given)
    yield* form.send.typeAmount("1")
    yield* form.send.typeRecipient("ann.eth")
    // The typing debounce.
    yield* TestClock.adjust(300)
    yield* form.send.review
    form.reviewing()
    return form
  })

/** Starts a reviewed send whose wallet response the test gives later. */
export const startAskedSend = (given: SendWorld = {}) =>
  Effect.gen(function* () {
    const answer = yield* Deferred.make<SendOutcome>()
    const form = yield* startReviewedSend({
      ...given,
      calls: { sendTransaction: () => Deferred.await(answer) },
    })
    yield* Effect.forkChild(form.send.confirm, { startImmediately: true })
    yield* TestClock.adjust(0)
    form.asking()
    return { ...form, answer: (outcome: SendOutcome) => Deferred.succeed(answer, outcome) }
  })
