import { useLayoutEffect, useRef } from "react"

/** A view that holds a list without end: it is given a height, and its list scrolls in it. */
export const Tall = () => {
  const mark = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const around = mark.current?.closest(".viewport")
    around?.classList.add("tall")
    return () => around?.classList.remove("tall")
  }, [])
  return <span hidden ref={mark} />
}
