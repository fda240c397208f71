import { Effect, SubscriptionRef } from "effect"
import { makeSend } from "../send/makeSend.ts"
import type { SendState } from "../send/Send.ts"
import { type SendWorld, sendWorld } from "./sendFixture.ts"

const is = <T extends SendState["_tag"]>(
  state: SendState,
  tag: T,
): state is Extract<SendState, { readonly _tag: T }> => state._tag === tag

/** A form over a world with nothing real in it, and what is shown of it now. */
export const startedSend = (given: SendWorld = {}) =>
  Effect.gen(function* () {
    const world = yield* sendWorld(given)
    const send = yield* makeSend(world.around)
    const state = () => SubscriptionRef.getUnsafe(send.state)
    const as = <T extends SendState["_tag"]>(tag: T) => {
      const now = state()
      if (!is(now, tag)) throw new Error(`${now._tag}, not ${tag}`)
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
        const message = SubscriptionRef.getUnsafe(world.around.toasts.current)?.message ?? null
        return message?.id ?? null
      },
      entries: () => SubscriptionRef.getUnsafe(world.around.ledger.entries),
    }
  })
