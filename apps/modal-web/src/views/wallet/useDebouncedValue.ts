import { useEffect, useState } from "react"

/** Milliseconds without a change after which something has come to rest. */
const debounceDelayMs = 300

/** What a value is once it has come to rest: what is said aloud does not follow each key. */
export const useDebouncedValue = <Value>(value: Value): Value => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), debounceDelayMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
