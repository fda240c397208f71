import type { RequestWarning } from "@wmodal/chains"
import { Effect } from "effect"
import { type AcknowledgedDangers, UnacknowledgedWarning } from "./RequestQueue.ts"

/** What still speaks against it. */
export const unacknowledged = (
  dangers: readonly RequestWarning[],
  passed: AcknowledgedDangers,
): readonly RequestWarning[] => dangers.filter(({ _tag }) => !passed.includes(_tag))

/** Fails as long as a danger is not passed. */
export const requireAcknowledged = (
  dangers: readonly RequestWarning[],
  passed: AcknowledgedDangers,
): Effect.Effect<void, UnacknowledgedWarning> => {
  const [first, ...rest] = unacknowledged(dangers, passed)
  return first === undefined
    ? Effect.void
    : Effect.fail(new UnacknowledgedWarning({ dangers: [first, ...rest] }))
}
