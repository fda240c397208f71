import { formatFlowEnglish, type NameError, presentFlow } from "@wmodal/core/flows"
import type { StoryAct } from "@wmodal/mock-server"
import { Effect } from "effect"
import type { Page } from "./Page.ts"
import type { StepObservation } from "./StoryRunner.ts"

type NameAct = Extract<StoryAct, { readonly _tag: "name" }>["with"]

/** Registers a name for the account in use. */
export const playName = ({ flows }: Page, { register }: NameAct): Effect.Effect<StepObservation, string> =>
  Effect.gen(function* () {
    const names = yield* Effect.mapError(flows.names, ({ message }) => message)
    const registering = Effect.flatMap(names.prepare(register), (review) => names.register(review))
    return yield* Effect.match(registering, {
      onSuccess: ({ name }): StepObservation => ({
        says: [`${name} is yours`],
        failure: null,
        stopped: false,
      }),
      onFailure: toObservation,
    })
  })

const toObservation = (error: NameError): StepObservation => {
  const { title, body } = presentFlow(error)
  return { says: [formatFlowEnglish(title), formatFlowEnglish(body)], failure: error, stopped: false }
}
