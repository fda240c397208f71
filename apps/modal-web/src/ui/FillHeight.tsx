import { useLayoutEffect, useRef } from "react"

/** Gives a view with an infinite list a fixed height, so that the list scrolls in it. */
export const FillHeight = () => {
  const mark = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const deps = mark.current?.closest(".viewport")
    deps?.classList.add("tall")
    return () => deps?.classList.remove("tall")
  }, [])
  return <span hidden ref={mark} />
}
