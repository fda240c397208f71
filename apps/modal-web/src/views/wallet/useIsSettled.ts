import { useEffect, useState } from "react"

/** Milliseconds of a user's reaction time. */
const reactionMs = 700

const nothing = Symbol("nothing")

/**
 * Returns false for 700 ms after a review has appeared or its meaning has changed: a press in that time was aimed at
 * what was there before.
 */
export const useIsSettled = (meaning: unknown): boolean => {
  const [settled, setSettled] = useState<unknown>(nothing)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(() => meaning), reactionMs)
    return () => clearTimeout(timer)
  }, [meaning])
  return settled === meaning
}
