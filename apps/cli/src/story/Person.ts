import type { Approval, ScriptedApprover } from "@wmodal/dev-wallet"
import type { PhoneOwner } from "@wmodal/mock-server"
import { Deferred, Effect } from "effect"

/** The owner of a story's wallet. Whatever fails does so with a text. */
export interface Person {
  /** From now on. `wait` leaves questions open. The first is `approve`. */
  readonly willAnswer: (answer: Approval | "wait") => Effect.Effect<void, string>
  /** Answers every open question. @returns how many there were. */
  readonly answerOpen: (answer: Approval) => Effect.Effect<number, string>
  /** Questions that were ever asked. */
  readonly asked: Effect.Effect<number, string>
  /** Done when a question stands open that is left so. */
  readonly whenOpen: Effect.Effect<void, string>
  /** The phone scans a link; `null` where the wallet is no phone. */
  readonly scan: ((uri: string) => Effect.Effect<void, string>) | null
}

/** At hand. */
export const ownPerson = <Asked>(approver: ScriptedApprover<Asked>): Person => ({
  willAnswer: (answer) => Effect.sync(() => approver.willAnswer(answer)),
  answerOpen: (answer) =>
    Effect.sync(() => {
      const { length } = approver.open()
      approver.answerOpen(answer)
      return length
    }),
  asked: Effect.sync(() => approver.asked.length),
  whenOpen: approver.whenOpen,
  scan: null,
})

/** With a phone in their hand. */
export const phonePerson = (owner: PhoneOwner): Person => {
  const told = <A>(call: (signal: AbortSignal) => Promise<A>) =>
    Effect.tryPromise({
      try: call,
      catch: (error) => (error instanceof Error ? error.message : "the phone did not answer"),
    })
  // A question that is answered at once is none that stands open.
  let waiting = Deferred.makeUnsafe<void>()
  return {
    willAnswer: (answer) =>
      Effect.andThen(
        told(() => owner.willAnswer(answer)),
        Effect.sync(() => {
          if (answer === "wait") Deferred.doneUnsafe(waiting, Effect.void)
          else waiting = Deferred.makeUnsafe<void>()
        }),
      ),
    answerOpen: (answer) => told(() => owner.answerOpen(answer)),
    asked: told(() => owner.asked()),
    whenOpen: Effect.suspend(() =>
      Effect.andThen(
        Deferred.await(waiting),
        told((signal) => owner.whenOpen(signal)),
      ),
    ),
    scan: (uri) => told(() => owner.scan(uri)),
  }
}
