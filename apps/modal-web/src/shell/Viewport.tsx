import { type ReactNode, useEffect, useRef } from "react"

export interface ViewportProps {
  readonly viewKey: string
  readonly direction: "next" | "prev" | "none"
  readonly children: ReactNode
}

/** Holds the view on top, and takes its height with it. */
export const Viewport = ({ viewKey, direction, children }: ViewportProps) => {
  const viewport = useRef<HTMLDivElement>(null)
  const view = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const measured = view.current
    if (measured === null) return
    const observer = new ResizeObserver(() => {
      if (viewport.current !== null) viewport.current.style.blockSize = `${measured.offsetHeight}px`
    })
    observer.observe(measured)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    viewport.current?.scrollTo(0, 0)
  }, [viewKey])
  return (
    <div className="viewport" ref={viewport}>
      <div ref={view}>
        <div className="view" key={viewKey} data-direction={direction}>
          {children}
        </div>
      </div>
    </div>
  )
}
