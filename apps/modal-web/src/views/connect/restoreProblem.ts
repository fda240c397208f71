import type { ConnectionState, Problem } from "@wmodal/core"

/** Returns the reason why a session of an earlier visit was lost; `null` when none was. */
export const restoreProblem = (
  states: Readonly<Partial<Record<string, ConnectionState>>>,
): Problem | null => {
  for (const state of Object.values(states))
    if (state?._tag === "Disconnected" && state.because !== null) return state.because
  return null
}
