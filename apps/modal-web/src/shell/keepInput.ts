const keys = ["keydown", "keypress", "keyup"] as const
const presses = ["pointerdown", "mousedown", "touchstart"] as const

/** The ends of a press, which may have begun on the page. */
const ends = ["pointerup", "pointercancel", "mouseup", "touchend", "touchcancel"]

/** All other input that bubbles out of a shadow root. */
const others = [
  ...ends,
  ..."click dblclick auxclick contextmenu pointermove pointerover pointerout mousemove mouseover mouseout".split(
    " ",
  ),
  ..."touchmove wheel DOMMouseScroll MozMousePixelScroll beforeinput input focusin focusout".split(" "),
  ..."compositionstart compositionupdate compositionend copy cut paste".split(" "),
  ..."drag dragstart dragend dragenter dragleave dragover drop".split(" "),
]

const ignore = () => {}

/** What a listener could do to an event. */
const powers = {
  preventDefault: ignore,
  stopPropagation: ignore,
  stopImmediatePropagation: ignore,
  returnValue: true,
  cancelBubble: false,
}

/**
 * Dispatches a press again, for the listeners of one shadow root. It has the same effect on what the browser does. It is
 * a plain event with the members of the press: one of its own class would leave the root in Firefox.
 */
const repeat = (event: Event, target: EventTarget | null) => {
  const copy = new Event(event.type, { bubbles: true, cancelable: true })
  for (const name in event) {
    if (name in copy) continue
    const value: unknown = Reflect.get(event, name)
    Object.defineProperty(copy, name, { value: typeof value === "function" ? value.bind(event) : value })
  }
  Object.setPrototypeOf(copy, Object.getPrototypeOf(event))
  if (target?.dispatchEvent(copy) === false) event.preventDefault()
}

/** Returns true unless another dialog is above this one, which then cannot be hit. */
export const canBeHit = (dialog: HTMLElement, root: ShadowRoot): boolean => {
  const { left, top, width } = (dialog.firstElementChild ?? dialog).getBoundingClientRect()
  return dialog.contains(root.elementFromPoint(left + width / 2, top + 8))
}

/**
 * Keeps the input of an open dialog from the page. Listeners of the window run before those of the document. A press is
 * dispatched again inside the shadow root and goes no further. All else has to be the browser's own, so it passes, but
 * no listener on its way can stop or prevent it, and it ends at the root. Keys that are pressed while no element has the
 * focus are the dialog's. Only listeners that the page has added to its window before, for the way down, come first.
 *
 * @returns a function that ends that, once the keys that were pressed in the dialog are released
 */
export const keepInput = (dialog: HTMLDialogElement, root: ShadowRoot): (() => void) => {
  const { host } = root
  const whileOpen = new AbortController()
  const whilePressed = new AbortController()
  /** Codes of the keys that were pressed in the dialog. A key that is held repeats, also after the dialog has closed. */
  const pressed = new Set<string>()
  let isOpen = true
  let isPointerOurs = false

  const isInside = ({ target }: Event) =>
    isOpen &&
    (target === host ||
      ((target === document.body || target === document.documentElement) && canBeHit(dialog, root)))

  const onKey = (event: KeyboardEvent) => {
    // An event that the page made stays what it is: a copy would show its own class what is in the root.
    if (!event.isTrusted) return
    const { code, type } = event
    const inside = isInside(event)
    if (type === "keydown" && !event.repeat) pressed[inside ? "add" : "delete"](code)
    const isOurs = pressed.has(code)
    if (type === "keyup") pressed.delete(code)
    if (isOurs) {
      event.stopImmediatePropagation()
      if (!inside) event.preventDefault()
      else if (type !== "keypress") repeat(event, root.activeElement ?? dialog)
    }
    if (!isOpen && pressed.size === 0) whilePressed.abort()
  }
  const onPointer = (event: Event) => {
    const inside = event.isTrusted && event.target === host
    if (event.type !== "mousedown") isPointerOurs = inside
    if (!inside) return
    event.stopImmediatePropagation()
    if (event instanceof PointerEvent) repeat(event, root.elementFromPoint(event.clientX, event.clientY))
  }
  for (const type of keys) addEventListener(type, onKey, { capture: true, signal: whilePressed.signal })
  for (const type of presses) addEventListener(type, onPointer, { capture: true, signal: whileOpen.signal })

  const onWay = { capture: true, passive: true, signal: whileOpen.signal }
  const shield = (event: Event) => {
    if (!event.isTrusted || event.target !== host) return
    for (const [name, value] of Object.entries(powers))
      Object.defineProperty(event, name, { value, configurable: true, writable: true })
  }
  const unshield = (event: Event) => {
    for (const name of Object.keys(powers)) Reflect.deleteProperty(event, name)
  }
  const end = (event: Event) => {
    if (isPointerOurs || !ends.includes(event.type)) event.stopPropagation()
    // A file that is dropped would replace the page.
    if (
      event instanceof DragEvent &&
      /^d.*(over|op)$/.test(event.type) &&
      event.dataTransfer?.types.includes("Files")
    )
      event.preventDefault()
  }
  for (const type of others) {
    addEventListener(type, shield, onWay)
    root.addEventListener(type, unshield, onWay)
    root.addEventListener(type, end, { signal: whileOpen.signal })
  }
  return () => {
    isOpen = false
    // The press that closes it is still on its way.
    setTimeout(() => whileOpen.abort())
    if (pressed.size === 0) whilePressed.abort()
  }
}
