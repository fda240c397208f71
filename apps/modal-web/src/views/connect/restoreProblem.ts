import type { ConnectionState, Problem } from "@wmodal/core"

/** Why a session of an earlier visit is gone; `null` where none is. */
export const restoreProblem = (
  states: Readonly<Partial<Record<string, ConnectionState>>>,
): Problem | null => {
  for (const state of Object.values(states))
    if (state?._tag === "Disconnected" && state.because !== null) return state.because
  return null
}
