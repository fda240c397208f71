import { useLayoutEffect, useRef } from "react"

/** Milliseconds in which a hand that is on its way cannot be stopped any more. */
const reactionMs = 700

/**
 * A button that comes to mean something else is pressed for what it meant before by whoever was about to press it, or
 * presses twice. @returns whether a press is for what it means now.
 */
export const usePressGuard = (meaning: unknown): (() => boolean) => {
  const since = useRef({ meaning, at: Number.NEGATIVE_INFINITY })
  useLayoutEffect(() => {
    if (since.current.meaning !== meaning) since.current = { meaning, at: performance.now() }
  }, [meaning])
  return () => performance.now() - since.current.at >= reactionMs
}
