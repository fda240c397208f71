import type { ViewName } from "@wmodal/core"
import { type ReactNode, type RefObject, useEffect, useRef } from "react"

export interface ViewportProps {
  /** The view's name, which the markup contains. */
  readonly view: ViewName
  readonly viewKey: string
  readonly direction: "next" | "prev" | "none"
  readonly children: ReactNode
}

/** Gives the viewport the height of its view, which it animates to. Returns what ends this. */
export const followHeight = (viewport: HTMLElement, view: HTMLElement) => {
  const take = () => {
    // A view in a closed dialog has no height: the dialog would open from nothing, with a layout in each frame.
    if (view.offsetHeight === 0) return
    // Limits the height to the screen: a list of thousands that is measured while it scrolls would animate all the
    // time.
    viewport.style.blockSize = `${Math.min(view.offsetHeight, 5000)}px`
  }
  let frame = 0
  // Not at once: a scrollbar that appears would change the view while sizes are reported, an error event of the page.
  const observer = new ResizeObserver(() => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(take)
  })
  observer.observe(view)
  return () => {
    observer.disconnect()
    cancelAnimationFrame(frame)
  }
}

/** Renders the view on top and animates its own height to it. */
export const Viewport = ({ view: name, viewKey, direction, children }: ViewportProps) => {
  const viewport = useRef<HTMLDivElement>(null)
  const view = useRef<HTMLDivElement>(null)
  useEffect(
    () => (viewport.current && view.current ? followHeight(viewport.current, view.current) : undefined),
    [],
  )
  return (
    <div className="viewport" ref={viewport}>
      <div ref={view}>
        <View key={viewKey} name={name} direction={direction} viewport={viewport}>
          {children}
        </View>
      </div>
    </div>
  )
}

interface ViewProps extends Omit<ViewportProps, "view" | "viewKey"> {
  readonly name: ViewName
  readonly viewport: RefObject<HTMLDivElement | null>
}

/** A new element for each view: it slides in and starts at its top. */
const View = ({ name, viewport, direction, children }: ViewProps) => {
  useEffect(() => {
    viewport.current?.scrollTo(0, 0)
  }, [viewport])
  return (
    <div className="view" data-view={name} data-direction={direction}>
      {children}
    </div>
  )
}
