import { useLayoutEffect, useRef } from "react"

/** Milliseconds of a user's reaction time. */
const reactionMs = 700

/**
 * Ignores presses for 700 ms after a button changes its action, because the user aimed at the previous one.
 * @returns a function that returns true when a press is for the current action.
 */
export const usePressGuard = (meaning: unknown): (() => boolean) => {
  const since = useRef({ meaning, at: Number.NEGATIVE_INFINITY })
  useLayoutEffect(() => {
    if (since.current.meaning !== meaning) since.current = { meaning, at: performance.now() }
  }, [meaning])
  return () => performance.now() - since.current.at >= reactionMs
}
