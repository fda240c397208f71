import { type RefObject, useEffect, useRef, useState } from "react"

/**
 * Tells whether the end of a list has been on the screen. A list that needs no such check counts as seen.
 * @param list what is shown: with another list, its end has not been seen
 */
export const useSeenEnd = (
  list: unknown,
  isLong: boolean,
): { readonly end: RefObject<HTMLDivElement | null>; readonly isSeen: boolean } => {
  const end = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState<unknown>(null)
  useEffect(() => {
    const mark = end.current
    if (mark === null) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(() => list)
    })
    observer.observe(mark)
    return () => observer.disconnect()
  }, [list])
  return { end, isSeen: !isLong || seen === list }
}
