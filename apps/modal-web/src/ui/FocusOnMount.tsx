import { type ReactNode, useEffect, useRef } from "react"

/** Takes the focus as it appears: what a person had it on is gone, and this has come in its place. */
export const FocusOnMount = ({ children }: { readonly children: ReactNode }) => {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => element.current?.focus(), [])
  return (
    <div className="focused" tabIndex={-1} ref={element}>
      {children}
    </div>
  )
}
