import { formatFlowEnglish, presentFlow, type SessionError } from "@wmodal/core/flows"
import type { StoryAct } from "@wmodal/mock-server"
import { Effect } from "effect"
import { describeAllowance } from "../commands/sessions.ts"
import type { Page } from "./Page.ts"
import type { StepObservation } from "./StoryRunner.ts"

type PermissionsAct = Extract<StoryAct, { readonly _tag: "permissions" }>["with"]

/** The words of the modal's list. */
const statusLabels = { active: "Can spend now", expired: "Expired", ended: "Revoked" } as const

/** Reads what apps may spend without asking; with `revoke`, ends the first of them before. */
export const playPermissions = (
  { flows }: Page,
  { revoke }: PermissionsAct,
): Effect.Effect<StepObservation, string> =>
  Effect.gen(function* () {
    const sessions = yield* Effect.mapError(flows.sessions, ({ message }) => message)
    const playing = Effect.gen(function* () {
      const [first] = yield* sessions.list
      if (revoke) yield* sessions.revoke(yield* sessions.prepare(first?.id ?? ""))
      return yield* sessions.list
    })
    return yield* Effect.match(playing, {
      onSuccess: (listed): StepObservation => ({
        says: listed.flatMap(({ allowances, status }) => [
          statusLabels[status],
          ...allowances.map(describeAllowance),
        ]),
        failure: null,
        stopped: false,
      }),
      onFailure: toObservation,
    })
  })

const toObservation = (error: SessionError): StepObservation => {
  const { title, body } = presentFlow(error)
  return { says: [formatFlowEnglish(title), formatFlowEnglish(body)], failure: error, stopped: false }
}
