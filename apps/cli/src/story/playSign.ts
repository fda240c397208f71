import type { SiwxState } from "@wmodal/core"
import { formatFlowEnglish, presentFlow } from "@wmodal/core/flows"
import type { StoryAct } from "@wmodal/mock-server"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect, Stream } from "effect"
import type { Page } from "./Page.ts"
import type { StepObservation } from "./StoryRunner.ts"

type ActParams<Tag extends StoryAct["_tag"]> = Extract<StoryAct, { readonly _tag: Tag }>["with"]

const loadActions = ({ engine }: Page) =>
  Effect.mapError(engine.siwx.actions, () => "the page asks for no signature")

const awaitState = ({ engine }: Page, isIt: (state: SiwxState) => boolean): Effect.Effect<SiwxState> =>
  SubscriptionRef.changes(engine.siwx.state).pipe(
    Stream.filter(isIt),
    Stream.runHead,
    Effect.flatMap(Effect.fromOption),
    Effect.orDie,
  )

/** Signs the message that the page shows. Completes when the user is signed in, or sees why not. */
export const playSign = Effect.fnUntraced(function* (
  page: Page,
  { pass }: Pick<ActParams<"sign">, "pass">,
): Effect.fn.Return<StepObservation, string> {
  const siwx = yield* loadActions(page)
  const shown = yield* awaitState(page, ({ _tag }) => /^(Reviewing|Failed|SignedIn)$/.test(_tag))
  if (shown._tag !== "Reviewing") return yield* Effect.fail(`there is nothing to sign: ${shown._tag}`)
  const { dangers } = shown.explained
  if (dangers.length > 0 && !pass) return { says: [], failure: null, stopped: true }
  for (const { _tag } of dangers) yield* siwx.acknowledge(_tag)
  yield* siwx.sign
  const asked = new Set<SiwxState["_tag"]>(["Asking", "Storing", "Preparing"])
  yield* awaitState(page, ({ _tag }) => asked.has(_tag) || _tag === "SignedIn")
  const after = yield* awaitState(page, ({ _tag }) => !asked.has(_tag))
  const problem = after._tag === "Reviewing" || after._tag === "Failed" ? after.problem : null
  if (problem === null) return { says: [], failure: null, stopped: false }
  const { body, title } = presentFlow(problem, "sign")
  return { says: [formatFlowEnglish(title), formatFlowEnglish(body)], failure: null, stopped: false }
})

/** Cancels the sign-in, or signs out. */
export const playLeave = Effect.fnUntraced(function* (
  page: Page,
  how: ActParams<"leave">,
): Effect.fn.Return<StepObservation, string> {
  const siwx = yield* loadActions(page)
  if (how === "cancel") yield* siwx.cancel
  else yield* Effect.mapError(siwx.signOut, () => "the sign-out failed")
  return { says: [], failure: null, stopped: false }
})
