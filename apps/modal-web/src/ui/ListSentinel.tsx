import { useEffect, useRef } from "react"

/** The end of an infinite list. It requests more items one screen ahead. */
export const ListSentinel = ({ onSeen }: { readonly onSeen: () => void }) => {
  const end = useRef<HTMLDivElement>(null)
  const ask = useRef(onSeen)
  useEffect(() => {
    ask.current = onSeen
  })
  useEffect(() => {
    const element = end.current
    if (element === null) return
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) ask.current()
      },
      { root: element.closest(".viewport"), rootMargin: "600px" },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return <div ref={end} className="list-end" />
}
