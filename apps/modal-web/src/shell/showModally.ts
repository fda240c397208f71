import { draggable } from "./draggable.ts"
import { lockScroll } from "./scrollLock.ts"

/** The event that a dialog fires as it is about to go, for whatever lies above it: that goes first, or the focus is lost. */
export const leave = "leave"

export interface ModalParts {
  readonly card: HTMLElement | null
  readonly grip: HTMLElement | null
  /** X, Escape, the overlay and the drag: whoever owns the state may refuse. */
  readonly onRequestClose: () => void
}

/**
 * Shows a dialog as the platform's modal one: top layer, inert page, focus kept inside and given back.
 * @returns what closes it.
 */
export const showModally = (element: HTMLDialogElement, { card, grip, onRequestClose }: ModalParts) => {
  const unlock = lockScroll(element.ownerDocument.documentElement)
  element.showModal()
  /** The platform closes by force when a person insists; a refused close stays refused. */
  const reopen = () => {
    if (element.isConnected) {
      element.showModal()
      onRequestClose()
    }
  }
  const cancel = (event: Event) => {
    event.preventDefault()
    onRequestClose()
  }
  const keydown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && !event.defaultPrevented) cancel(event)
  }
  /** On the overlay, that is: the dialog itself, beside its card. A drag that began on the card is none. */
  let pressed: EventTarget | null = null
  const press = (event: Event) => {
    pressed = event.target
  }
  const click = (event: Event) => {
    if (event.target === element && pressed === element) onRequestClose()
  }
  const listening = new AbortController()
  const { signal } = listening
  element.addEventListener("pointerdown", press, { signal })
  element.addEventListener("click", click, { signal })
  element.addEventListener("cancel", cancel, { signal })
  element.addEventListener("close", reopen, { signal })
  element.addEventListener("keydown", keydown, { signal })
  const undrag = grip && card && draggable(grip, card, onRequestClose)
  return () => {
    listening.abort()
    undrag?.()
    element.dispatchEvent(new Event(leave))
    element.close()
    unlock()
  }
}
