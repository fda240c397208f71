import { useState } from "react"

/** What stands now, and once nothing does, what stood last: a view that is about to go keeps what it shows. */
export const useLastValue = <Value>(now: Value | null): Value | null => {
  const [last, keep] = useState(now)
  if (now !== null && now !== last) keep(now)
  return now ?? last
}
