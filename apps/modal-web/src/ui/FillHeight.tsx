import { useLayoutEffect, useRef } from "react"

/** A view that holds a list without end: it is given a height, and its list scrolls in it. */
export const FillHeight = () => {
  const mark = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const deps = mark.current?.closest(".viewport")
    deps?.classList.add("tall")
    return () => deps?.classList.remove("tall")
  }, [])
  return <span hidden ref={mark} />
}
