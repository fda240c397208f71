import type { Danger } from "@wmodal/chains"
import { Effect } from "effect"
import { DangerError, type DangersPassed } from "./Requests.ts"

/** What still speaks against it. */
export const dangersLeft = (dangers: readonly Danger[], passed: DangersPassed): readonly Danger[] =>
  dangers.filter(({ _tag }) => !passed.includes(_tag))

/** Fails as long as a danger is not passed. */
export const stopAt = (
  dangers: readonly Danger[],
  passed: DangersPassed,
): Effect.Effect<void, DangerError> => {
  const [first, ...rest] = dangersLeft(dangers, passed)
  return first === undefined ? Effect.void : Effect.fail(new DangerError({ dangers: [first, ...rest] }))
}
