/** Lets a finger drag the card down, once the code for that is there; only where a grip is shown. @returns what ends that. */
const attachSheetDrag = (grip: HTMLElement, card: HTMLElement, onDismiss: () => void) => {
  // Without that code there is still the button that closes.
  const dragging = grip.checkVisibility()
    ? import("./sheetDrag.ts")
        .then(({ makeDraggable }) => makeDraggable(grip, card, onDismiss))
        .catch(() => {})
    : null
  return () => {
    dragging?.then((end) => end?.())
  }
}

const locks = new WeakMap<
  HTMLElement,
  { count: number; readonly overflow: string; readonly gutter: string }
>()

/** Keeps the page behind a dialog still, without a jump where a scroll bar was. @returns what lets go. */
const lockScroll = (element: HTMLElement) => {
  const lock = locks.get(element) ?? {
    count: 0,
    overflow: element.style.overflow,
    gutter: element.style.scrollbarGutter,
  }
  const barTakesRoom = element.ownerDocument.defaultView?.innerWidth !== element.clientWidth
  if (lock.count === 0 && barTakesRoom) element.style.scrollbarGutter = "stable"
  lock.count += 1
  locks.set(element, lock)
  element.style.overflow = "hidden"
  return () => {
    lock.count -= 1
    if (lock.count > 0) return
    locks.delete(element)
    element.style.overflow = lock.overflow
    element.style.scrollbarGutter = lock.gutter
  }
}

/** The event that a dialog fires as it is about to go, for whatever lies above it: that goes first, or the focus is lost. */
export const leaveEvent = "leave"

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
export const openDialog = (element: HTMLDialogElement, { card, grip, onRequestClose }: ModalParts) => {
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
  const undrag = grip && card && attachSheetDrag(grip, card, onRequestClose)
  return () => {
    listening.abort()
    undrag?.()
    element.dispatchEvent(new Event(leaveEvent))
    element.close()
    unlock()
  }
}
