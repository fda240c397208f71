import { type ReactNode, useEffect, useRef } from "react"

/** Takes the focus on mount, because it replaces the element that had it. */
export const FocusOnMount = ({ children }: { readonly children: ReactNode }) => {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => element.current?.focus(), [])
  return (
    <div className="focused" tabIndex={-1} ref={element}>
      {children}
    </div>
  )
}
