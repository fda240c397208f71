import { formatEnglish, type Problem, presentProblem, type SignIn, type SignInState } from "@wmodal/core"
import type { StoryAct } from "@wmodal/mock-server"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect, Stream } from "effect"
import type { Page } from "./Page.ts"
import type { StoryEffects } from "./StoryEffects.ts"
import type { StepObservation } from "./StoryRunner.ts"

type ActParams<Tag extends StoryAct["_tag"]> = Extract<StoryAct, { readonly _tag: Tag }>["with"]

const openStorySignIn = ({ engine }: Page): Effect.Effect<SignIn, string> =>
  Effect.mapError(engine.signIn, (problem) => toProblemObservation(problem).says.join(" "))

const toProblemObservation = (problem: Problem): StepObservation => {
  const { title, body } = presentProblem(problem, "connect")
  return { says: [formatEnglish(title), formatEnglish(body)], failure: null, stopped: false }
}

const emptyObservation: StepObservation = { says: [], failure: null, stopped: false }

/** Waits for the first later state that needs the user or shows a problem. */
const awaitSignInState = (
  signIn: SignIn,
  isIt: (state: SignInState) => boolean,
): Effect.Effect<SignInState> =>
  SubscriptionRef.changes(signIn.state).pipe(
    Stream.filter(isIt),
    Stream.runHead,
    Effect.flatMap(Effect.fromOption),
    Effect.orDie,
  )

const getSignInProblem = (state: SignInState): Problem | null => ("problem" in state ? state.problem : null)

/** Returns true if the sign-in waits for the user or is over. */
const isSettledState = (state: SignInState) =>
  state._tag === "Idle" || getSignInProblem(state) !== null || (state._tag === "Code" && !state.checking)

/** Signs a user in with an email address. The user follows the instructions of the mails. */
export const playSignIn = Effect.fnUntraced(function* (
  page: Page,
  world: StoryEffects,
  { code, email }: ActParams<"signIn">,
): Effect.fn.Return<StepObservation, string> {
  const signIn = yield* openStorySignIn(page)
  yield* signIn.withEmail(email)
  const first = yield* awaitSignInState(signIn, (state) => state._tag === "Device" || isSettledState(state))
  if (first._tag === "Device" && first.problem === null) yield* world.site.openLink(email)
  const asked = yield* awaitSignInState(signIn, isSettledState)
  if (asked._tag !== "Code" || asked.problem !== null) return toSignInObservation(asked)
  const digits = yield* code === "wrong" ? world.site.makeWrongCode(email) : world.site.fetchCode(email)
  if (code === "expired") yield* world.site.expireCodes()
  yield* signIn.submitCode(digits)
  return toSignInObservation(yield* awaitSignInState(signIn, isSettledState))
})

const toSignInObservation = (state: SignInState): StepObservation => {
  const problem = getSignInProblem(state)
  return problem === null ? emptyObservation : toProblemObservation(problem)
}

/** Changes the email address. The user owns both addresses and reads both mails. */
export const playEmailChange = Effect.fnUntraced(function* (
  page: Page,
  world: StoryEffects,
  { to }: ActParams<"changeEmail">,
): Effect.fn.Return<StepObservation, string> {
  const signIn = yield* openStorySignIn(page)
  const before = SubscriptionRef.getUnsafe(signIn.user)?.email ?? null
  yield* signIn.changeEmail(to)
  let state = yield* awaitSignInState(signIn, isSettledState)
  while (state._tag === "Code" && state.problem === null) {
    const address = state.purpose === "currentEmail" ? before : to
    const { purpose } = state
    yield* signIn.submitCode(yield* world.site.fetchCode(address ?? to))
    state = yield* awaitSignInState(
      signIn,
      (next) =>
        isSettledState(next) && !(next._tag === "Code" && next.purpose === purpose && next.problem === null),
    )
  }
  return toSignInObservation(state)
})

export const playAccount = Effect.fnUntraced(function* (
  page: Page,
  type: ActParams<"account">,
): Effect.fn.Return<StepObservation, string> {
  const signIn = yield* openStorySignIn(page)
  yield* signIn.setAccountType(type)
  const { user } = signIn
  const used = SubscriptionRef.getUnsafe(user)?.accountType
  return used === type ? emptyObservation : yield* Effect.fail(`the account in use is ${used ?? "none"}`)
})
