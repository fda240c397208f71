import { canBeHit, keepInput } from "./keepInput.ts"
import { keepScroll } from "./keepScroll.ts"

/**
 * Lets a finger drag the card down once the code for that has loaded; only when a grip is visible. @returns a function
 * that ends that.
 */
const attachSheetDrag = (grip: HTMLElement, card: HTMLElement, onDismiss: () => void) => {
  // Without that code the close button still works.
  const dragging =
    grip.getClientRects().length > 0
      ? import("./sheetDrag.ts")
          .then(({ makeDraggable }) => makeDraggable(grip, card, onDismiss))
          .catch(() => {})
      : null
  return () => {
    dragging?.then((end) => end?.())
  }
}

/**
 * Removes from a host what a dialog of the page sets on all other elements. A page that sets it again and again has its
 * way in the end.
 */
const keepReachable = (host: Element, signal: AbortSignal) => {
  const barriers = ["inert", "aria-hidden"]
  let left = 20
  const clear = () => {
    for (const name of barriers) if (left > 0 && host.hasAttribute(name) && left--) host.removeAttribute(name)
  }
  clear()
  const observer = new MutationObserver(clear)
  observer.observe(host, { attributeFilter: barriers })
  signal.addEventListener("abort", () => observer.disconnect())
}

/** The event that a dialog fires before it closes, for anything above it. That closes first, or the focus is lost. */
export const leaveEvent = "leave"

/** The event that tells a dialog that it is in the page again. The platform has closed it when it was taken away. */
export const returnEvent = "return"

export interface ModalParts {
  readonly card: HTMLElement | null
  readonly grip: HTMLElement | null
  /** False when the page wants to hear of its input. */
  readonly keepsInput: boolean
  /** Called by the close button, Escape, the overlay and the drag; the owner of the state may refuse. */
  readonly onRequestClose: () => void
}

/**
 * Shows a dialog as the platform's modal one: top layer, inert page, focus kept inside and restored. The page behind it
 * stays as it is: none of its styles changes, it does not scroll, and it does not hear of the dialog's input.
 * @returns a function that closes it.
 */
export const openDialog = (
  element: HTMLDialogElement,
  { card, grip, keepsInput, onRequestClose }: ModalParts,
) => {
  const root = element.getRootNode()
  const listening = new AbortController()
  const { signal } = listening
  const release = keepsInput && root instanceof ShadowRoot ? keepInput(element, root) : null
  if (root instanceof ShadowRoot) keepReachable(root.host, signal)
  const opener = document.activeElement
  // A page may have removed it again by now. It is shown when it comes back.
  if (element.isConnected) element.showModal()
  let focused: EventTarget | null = root instanceof ShadowRoot ? root.activeElement : null
  const focus = (target: EventTarget | null) => {
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  }
  /** Shows it again as modal, with its focus. */
  const comeBack = () => {
    const last = focused
    element.close()
    // The platform restores the focus of now when the dialog closes.
    focus(opener)
    element.showModal()
    focus(last)
  }
  /**
   * The platform closes a dialog by force when the user insists; a refused close stays refused. The event of an earlier
   * close may come after the dialog has opened again.
   */
  const reopen = () => {
    if (element.isConnected && !element.open) {
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
  /**
   * A press on the overlay, which is the dialog itself outside its card. A drag that began on the card does not count,
   * and neither does the second press of a double click: the card may have become smaller under it.
   */
  let pressed: EventTarget | null = null
  const press = (event: Event) => {
    pressed = event.target
  }
  const click = ({ detail, target }: MouseEvent) => {
    if (target === element && pressed === element && detail <= 1) onRequestClose()
  }
  let left = 20
  /**
   * A frame of the page, inert as it is, can take the focus by a script, and all keys with it. It is taken back, unless
   * a dialog above has it. A page that takes it again and again has its way in the end.
   */
  const holdFocus = () => {
    if (root instanceof ShadowRoot && document.hasFocus() && document.activeElement !== root.host)
      if (canBeHit(element, root) && left-- > 0) focus(focused)
  }
  keepScroll(element, signal)
  // The focus moves after that event.
  addEventListener("blur", () => setTimeout(holdFocus), { signal })
  element.addEventListener("pointerdown", press, { signal })
  element.addEventListener("click", click, { signal })
  element.addEventListener("cancel", cancel, { signal })
  element.addEventListener("close", reopen, { signal })
  element.addEventListener(returnEvent, comeBack, { signal })
  element.addEventListener("focusin", ({ target }) => (focused = target), { signal })
  element.addEventListener("keydown", keydown, { signal })
  const undrag = grip && card && attachSheetDrag(grip, card, onRequestClose)
  return () => {
    listening.abort()
    release?.()
    undrag?.()
    element.dispatchEvent(new Event(leaveEvent))
    element.close()
  }
}
