import { useState } from "react"

/** Returns the value, or the last one after it became `null`: a closing view keeps its content. */
export const useLastValue = <Value>(now: Value | null): Value | null => {
  const [last, keep] = useState(now)
  if (now !== null && now !== last) keep(now)
  return now ?? last
}
