import {
  type Engine,
  EngineError,
  formatEnglish,
  type Problem,
  presentProblem,
  type SignIn,
  type SignInState,
} from "@wmodal/core"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect, Stream } from "effect"
import type { CliError } from "../failure/CliError.ts"
import { declinedError } from "../failure/declinedError.ts"
import type { Context } from "../session/Context.ts"
import { getActiveConnection } from "../session/openSession.ts"
import { toPrintableText } from "../terminal/printable.ts"
import type { OtpSource } from "./otpSource.ts"

/** Signs in by an email code, and by a link for a new device. Done when the wallet is connected. */
export const signInByEmail = Effect.fnUntraced(function* (
  engine: Engine,
  email: string,
  { context, codes }: { readonly context: Context; readonly codes: OtpSource },
): Effect.fn.Return<void, Problem | CliError> {
  const { facts, output, prompts, terminal } = context
  const signIn = yield* engine.signIn
  /** Prints progress when neither states nor prompts are shown. */
  const say = (text: string) => {
    if (terminal.format === "auto" && !terminal.draws) facts.stderr.write(`${toPrintableText(text)}\n`)
  }
  yield* signIn.withEmail(email)
  let state = yield* prompts.during(`Requesting an email to ${email}`, awaitPrompt(signIn))
  for (;;) {
    if (state._tag === "Idle") {
      return getActiveConnection(engine) === null
        ? yield* new EngineError({ reason: { _tag: "Cancelled" } })
        : undefined
    }
    const problem = getProblem(state)
    if (problem !== null && !(state._tag === "Code" && isCodeProblem(problem)))
      return yield* toThrottleProblem(problem)
    if (state._tag === "Device") {
      const { resendAt } = state
      output.state("device", { email, resendAt })
      say(`This device is new. Open the link in the email sent to ${email}.`)
      state = yield* prompts.link({ email, resendAt }, signIn.resend, awaitNextState(signIn, state))
    } else if (state._tag === "Code") {
      const words = problem === null ? null : presentProblem(problem, "connect")
      output.state("code", { email, resendAt: state.resendAt, problem: words?.code ?? null })
      say(words === null ? `A code was sent to ${email}.` : formatEnglish(words.title))
      const { resendAt } = state
      const answer = yield* codes({ email, resendAt, problem: words && formatEnglish(words.title) })
      if (answer._tag === "Left") {
        yield* signIn.cancel
        return yield* Effect.fail(problem ?? declinedError)
      }
      yield* answer._tag === "Resend" ? signIn.resend : signIn.submitCode(answer.digits)
      state = yield* prompts.during(
        answer._tag === "Resend" ? `Requesting an email to ${email}` : "Checking the code",
        awaitPrompt(signIn),
      )
    } else return yield* new EngineError({ reason: { _tag: "Unknown", detail: state._tag } })
  }
})

const awaitState = (signIn: SignIn, isIt: (state: SignInState) => boolean): Effect.Effect<SignInState> =>
  SubscriptionRef.changes(signIn.state).pipe(
    Stream.filter(isIt),
    Stream.runHead,
    Effect.flatMap(Effect.fromOption),
    Effect.orDie,
  )

/** Waits for the first state that needs input, has a problem, or is final. */
const awaitPrompt = (signIn: SignIn) =>
  awaitState(
    signIn,
    (state) =>
      state._tag === "Idle" ||
      state._tag === "Device" ||
      getProblem(state) !== null ||
      (state._tag === "Code" && !state.checking),
  )

/** Waits for the state after a device link. A resent link counts as such a state. */
const awaitNextState = (signIn: SignIn, before: Extract<SignInState, { _tag: "Device" }>) =>
  awaitState(signIn, (state) =>
    state._tag === "Device" ? state.problem !== null || state.resendAt !== before.resendAt : true,
  )

const getProblem = (state: SignInState): Problem | null => ("problem" in state ? state.problem : null)

/** Returns whether another code may succeed. */
const isCodeProblem = ({ _tag, reason }: Problem): boolean =>
  (_tag === "FrameError" && reason._tag === "Said") || (_tag === "EngineError" && reason._tag === "Throttled")

/** Maps the site's rate limit error to the engine's problem. */
const toThrottleProblem = (problem: Problem): Problem => {
  const said = problem._tag === "FrameError" && problem.reason._tag === "Said" ? problem.reason.text : ""
  const seconds = /^Please try again after (\d{1,4}) seconds$/.exec(said)?.[1]
  return seconds === undefined
    ? problem
    : new EngineError({ reason: { _tag: "Throttled", seconds: Number(seconds) } })
}
