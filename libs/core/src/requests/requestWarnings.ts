import type { RequestWarning } from "@wmodal/chains"
import { Effect } from "effect"
import { type AcknowledgedDangers, UnacknowledgedWarning } from "./RequestQueue.ts"

/** Returns the warnings that are not confirmed yet. */
export const unacknowledged = (
  dangers: readonly RequestWarning[],
  passed: AcknowledgedDangers,
): readonly RequestWarning[] => dangers.filter(({ _tag }) => !passed.includes(_tag))

/** Fails while a warning is not confirmed. */
export const requireAcknowledged = (
  dangers: readonly RequestWarning[],
  passed: AcknowledgedDangers,
): Effect.Effect<void, UnacknowledgedWarning> => {
  const [first, ...rest] = unacknowledged(dangers, passed)
  return first === undefined
    ? Effect.void
    : Effect.fail(new UnacknowledgedWarning({ dangers: [first, ...rest] }))
}
