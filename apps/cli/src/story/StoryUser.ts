import type { Approval, ScriptedApprover } from "@wmodal/dev-wallet"
import type { PhoneControl } from "@wmodal/mock-server"
import { Deferred, Effect } from "effect"

/** The owner of a story's wallet. Each effect fails with a text. */
export interface StoryUser {
  /** Sets the response to later prompts. `wait` leaves prompts open. The default is `approve`. */
  readonly setResponse: (answer: Approval | "wait") => Effect.Effect<void, string>
  /** Responds to every open prompt. @returns the number of prompts */
  readonly respondToOpen: (answer: Approval) => Effect.Effect<number, string>
  /** Counts all prompts so far. */
  readonly countPrompts: Effect.Effect<number, string>
  /** Completes when a prompt is open and stays open. */
  readonly awaitOpenPrompt: Effect.Effect<void, string>
  /** Scans a link with the phone. `null` if the wallet is not on a phone. */
  readonly scan: ((uri: string) => Effect.Effect<void, string>) | null
}

/** Makes the user of a wallet in this process. */
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

/** Makes the user of a wallet on a phone. */
export const makePhoneUser = (owner: PhoneControl): StoryUser => {
  const told = <A>(call: (signal: AbortSignal) => Promise<A>) =>
    Effect.tryPromise({
      try: call,
      catch: (error) => (error instanceof Error ? error.message : "the phone did not respond"),
    })
  // Prompts with an immediate response do not count as open.
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
