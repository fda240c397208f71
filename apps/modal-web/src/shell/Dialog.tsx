import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react"
import { draggable } from "./draggable.ts"
import { lockScroll } from "./scrollLock.ts"

export interface DialogProps {
  readonly labelledBy: string
  /** X, Escape, the overlay and the drag: whoever owns the state may refuse. */
  readonly onRequestClose: () => void
  readonly card: RefObject<HTMLDivElement | null>
  readonly children: ReactNode
}

/**
 * The platform's modal dialog: top layer, inert page, focus kept inside and given back.
 * It is in the tree only while it is open.
 */
export const Dialog = ({ labelledBy, onRequestClose, card, children }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const grip = useRef<HTMLDivElement>(null)
  const request = useRef(onRequestClose)
  useEffect(() => {
    request.current = onRequestClose
  })

  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null) return
    const unlock = lockScroll(element.ownerDocument.documentElement)
    element.showModal()
    /** The platform closes by force when a person insists; a refused close stays refused. */
    const reopen = () => {
      if (element.isConnected) {
        element.showModal()
        request.current()
      }
    }
    const cancel = (event: Event) => {
      event.preventDefault()
      request.current()
    }
    const keydown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return
      event.preventDefault()
      request.current()
    }
    /** On the overlay, that is: the dialog itself, beside its card. A drag that began on the card is none. */
    let pressed: EventTarget | null = null
    const press = (event: Event) => {
      pressed = event.target
    }
    const click = (event: Event) => {
      if (event.target === element && pressed === element) request.current()
    }
    element.addEventListener("pointerdown", press)
    element.addEventListener("click", click)
    element.addEventListener("cancel", cancel)
    element.addEventListener("close", reopen)
    element.addEventListener("keydown", keydown)
    const undrag =
      grip.current && card.current ? draggable(grip.current, card.current, () => request.current()) : null
    return () => {
      element.removeEventListener("pointerdown", press)
      element.removeEventListener("click", click)
      element.removeEventListener("cancel", cancel)
      element.removeEventListener("close", reopen)
      element.removeEventListener("keydown", keydown)
      undrag?.()
      element.close()
      unlock()
    }
  }, [card])

  return (
    <dialog ref={dialog} aria-labelledby={labelledBy}>
      <div className="card" ref={card}>
        {children}
        <div className="grip" ref={grip} />
      </div>
    </dialog>
  )
}
