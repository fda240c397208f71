import { english, type Problem, present, type SignIn, type SignInState } from "@wmodal/core"
import type { Act } from "@wmodal/mock-server"
import { Effect, Stream, SubscriptionRef } from "effect"
import type { Page } from "./Page.ts"
import type { Seen } from "./Stage.ts"
import type { World } from "./World.ts"

type Asked<Tag extends Act["_tag"]> = Extract<Act, { readonly _tag: Tag }>["with"]

const opened = ({ engine }: Page): Effect.Effect<SignIn, string> =>
  Effect.mapError(engine.signIn, (problem) => saidOf(problem).says.join(" "))

const saidOf = (problem: Problem): Seen => {
  const { title, body } = present(problem, "connect")
  return { says: [english(title), english(body)], failure: null, stopped: false }
}

const nothing: Seen = { says: [], failure: null, stopped: false }

/** The first state from now on that asks something of the person, or tells them of a problem. */
const until = (signIn: SignIn, isIt: (state: SignInState) => boolean): Effect.Effect<SignInState> =>
  SubscriptionRef.changes(signIn.state).pipe(
    Stream.filter(isIt),
    Stream.runHead,
    Effect.flatMap(Effect.fromOption),
    Effect.orDie,
  )

const problemIn = (state: SignInState): Problem | null => ("problem" in state ? state.problem : null)

/** Whether nobody is waited for but the person, or it is over. */
const isStanding = (state: SignInState) =>
  state._tag === "Idle" || problemIn(state) !== null || (state._tag === "Code" && !state.checking)

/** A person with an email address, and no wallet: they do what the mails say. */
export const playSignIn = Effect.fnUntraced(function* (
  page: Page,
  world: World,
  { code, email }: Asked<"signIn">,
): Effect.fn.Return<Seen, string> {
  const signIn = yield* opened(page)
  yield* signIn.withEmail(email)
  const first = yield* until(signIn, (state) => state._tag === "Device" || isStanding(state))
  if (first._tag === "Device" && first.problem === null) yield* world.site.openLink(email)
  const asked = yield* until(signIn, isStanding)
  if (asked._tag !== "Code" || asked.problem !== null) return seenIn(asked)
  const digits = yield* code === "wrong" ? world.site.wrongCodeFor(email) : world.site.codeFor(email)
  if (code === "expired") yield* world.site.expireCodes()
  yield* signIn.giveCode(digits)
  return seenIn(yield* until(signIn, isStanding))
})

const seenIn = (state: SignInState): Seen => {
  const problem = problemIn(state)
  return problem === null ? nothing : saidOf(problem)
}

/** Both addresses are the person's, and both mails are read. */
export const playEmailChange = Effect.fnUntraced(function* (
  page: Page,
  world: World,
  { to }: Asked<"changeEmail">,
): Effect.fn.Return<Seen, string> {
  const signIn = yield* opened(page)
  const before = SubscriptionRef.getUnsafe(signIn.user)?.email ?? null
  yield* signIn.changeEmail(to)
  let state = yield* until(signIn, isStanding)
  while (state._tag === "Code" && state.problem === null) {
    const address = state.purpose === "currentEmail" ? before : to
    const { purpose } = state
    yield* signIn.giveCode(yield* world.site.codeFor(address ?? to))
    state = yield* until(
      signIn,
      (next) =>
        isStanding(next) && !(next._tag === "Code" && next.purpose === purpose && next.problem === null),
    )
  }
  return seenIn(state)
})

export const playAccount = Effect.fnUntraced(function* (
  page: Page,
  type: Asked<"account">,
): Effect.fn.Return<Seen, string> {
  const signIn = yield* opened(page)
  yield* signIn.setAccountType(type)
  const { user } = signIn
  const used = SubscriptionRef.getUnsafe(user)?.accountType
  return used === type ? nothing : yield* Effect.fail(`the account in use is ${used ?? "none"}`)
})
