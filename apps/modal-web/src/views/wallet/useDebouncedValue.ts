import { useEffect, useState } from "react"

/** Milliseconds without a change after which a value counts as stable. */
const debounceDelayMs = 300

/** Returns a value once it is stable, so that announcements do not follow each key. */
export const useDebouncedValue = <Value>(value: Value): Value => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), debounceDelayMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
