import type { Approval, ScriptedApprover } from "@wmodal/dev-wallet"
import type { PhoneControl } from "@wmodal/mock-server"
import { Deferred, Effect } from "effect"

/** The owner of a story's wallet. Whatever fails does so with a text. */
export interface StoryUser {
  /** From now on. `wait` leaves questions open. The first is `approve`. */
  readonly setResponse: (answer: Approval | "wait") => Effect.Effect<void, string>
  /** Answers every open question. @returns how many there were. */
  readonly respondToOpen: (answer: Approval) => Effect.Effect<number, string>
  /** Questions that were ever asked. */
  readonly countPrompts: Effect.Effect<number, string>
  /** Done when a question stands open that is left so. */
  readonly awaitOpenPrompt: Effect.Effect<void, string>
  /** The phone scans a link; `null` where the wallet is no phone. */
  readonly scan: ((uri: string) => Effect.Effect<void, string>) | null
}

/** At hand. */
export const makeLocalUser = <Asked>(approver: ScriptedApprover<Asked>): StoryUser => ({
  setResponse: (answer) => Effect.sync(() => approver.willAnswer(answer)),
  respondToOpen: (answer) =>
    Effect.sync(() => {
      const { length } = approver.open()
      approver.answerOpen(answer)
      return length
    }),
  countPrompts: Effect.sync(() => approver.asked.length),
  awaitOpenPrompt: approver.whenOpen,
  scan: null,
})

/** With a phone in their hand. */
export const makePhoneUser = (owner: PhoneControl): StoryUser => {
  const told = <A>(call: (signal: AbortSignal) => Promise<A>) =>
    Effect.tryPromise({
      try: call,
      catch: (error) => (error instanceof Error ? error.message : "the phone did not respond"),
    })
  // A question that is answered at once is none that stands open.
  let waiting = Deferred.makeUnsafe<void>()
  return {
    setResponse: (answer) =>
      Effect.andThen(
        told(() => owner.setPolicy(answer)),
        Effect.sync(() => {
          if (answer === "wait") Deferred.doneUnsafe(waiting, Effect.void)
          else waiting = Deferred.makeUnsafe<void>()
        }),
      ),
    respondToOpen: (answer) => told(() => owner.answerPrompt(answer)),
    countPrompts: told(() => owner.asked()),
    awaitOpenPrompt: Effect.suspend(() =>
      Effect.andThen(
        Deferred.await(waiting),
        told((signal) => owner.waitForPrompt(signal)),
      ),
    ),
    scan: (uri) => told(() => owner.scan(uri)),
  }
}
