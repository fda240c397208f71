import type { RequestWarning } from "@wmodal/chains"
import type { AcknowledgedDangers } from "../signing/Signing.ts"

/** Returns the warnings that are not confirmed yet. */
export const unacknowledged = (
  dangers: readonly RequestWarning[],
  passed: AcknowledgedDangers,
): readonly RequestWarning[] => dangers.filter(({ _tag }) => !passed.includes(_tag))
