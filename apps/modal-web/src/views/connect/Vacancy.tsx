import { useEffect, useRef } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"

/** Milliseconds without presses after rows have moved: a press that follows at once was aimed at another row. */
const pressPauseMs = 500

/** A place of the wallet list where no row came. It is closed once no pointer is over the view. */
export const Vacancy = () => {
  const { engine, run } = useEngine()
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const view = place.current?.closest<HTMLElement>(".view")
    if (!view) return
    const close = () => {
      if (view.matches(":hover")) return
      view.style.pointerEvents = "none"
      setTimeout(() => view.style.removeProperty("pointer-events"), pressPauseMs)
      run(engine.connectors.prepare)
    }
    close()
    view.addEventListener("pointerleave", close)
    return () => view.removeEventListener("pointerleave", close)
  }, [engine, run])
  return <span ref={place} />
}
