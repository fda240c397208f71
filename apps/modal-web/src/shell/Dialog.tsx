import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react"
import { openDialog } from "./openDialog.ts"

export interface DialogProps {
  readonly labelledBy: string
  /** Called by the close button, Escape, the overlay and the drag; the owner of the state may refuse. */
  readonly onRequestClose: () => void
  readonly card: RefObject<HTMLDivElement | null>
  readonly children: ReactNode
}

/** A modal dialog that is in the tree only while it is open. */
export const Dialog = ({ labelledBy, onRequestClose, card, children }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const grip = useRef<HTMLDivElement>(null)
  const request = useRef(onRequestClose)
  useEffect(() => {
    request.current = onRequestClose
  })

  useLayoutEffect(
    () =>
      dialog.current === null
        ? undefined
        : openDialog(dialog.current, {
            card: card.current,
            grip: grip.current,
            onRequestClose: () => request.current(),
          }),
    [card],
  )

  return (
    <dialog ref={dialog} aria-labelledby={labelledBy}>
      <div className="card" ref={card}>
        {children}
        <div className="grip" ref={grip} />
      </div>
    </dialog>
  )
}
