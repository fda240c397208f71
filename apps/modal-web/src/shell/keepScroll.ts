/** An element's scroll along an axis. */
const axes = {
  x: { at: "scrollLeft", length: "scrollWidth", seen: "clientWidth", overflow: "overflowX" },
  y: { at: "scrollTop", length: "scrollHeight", seen: "clientHeight", overflow: "overflowY" },
} as const

/** The keys that scroll, and where to. */
const keys: Readonly<Record<string, readonly [axis: keyof typeof axes, by: 1 | -1]>> = {
  " ": ["y", 1],
  PageDown: ["y", 1],
  End: ["y", 1],
  ArrowDown: ["y", 1],
  PageUp: ["y", -1],
  Home: ["y", -1],
  ArrowUp: ["y", -1],
  ArrowRight: ["x", 1],
  ArrowLeft: ["x", -1],
}

/** Returns true when something between the event's target and the dialog would scroll this way. */
const scrollsWithin = (dialog: HTMLElement, event: Event, axis: keyof typeof axes, by: number) => {
  const { at, length, seen, overflow } = axes[axis]
  for (const element of event.composedPath()) {
    if (element === dialog) return false
    if (!(element instanceof HTMLElement) || !/auto|scroll/.test(getComputedStyle(element)[overflow]))
      continue
    const rest = element[length] - element[seen]
    // From right to left, the start is 0 and the end negative.
    const passed = Math.abs(element[at])
    if ((element[at] < 0 ? -by : by) > 0 ? rest - passed >= 1 : passed >= 1) return true
  }
  return false
}

/** Returns true when the key is the element's own: a field moves its caret, a button is pressed by the space bar. */
const usesKey = (target: EventTarget | null, key: string) =>
  target instanceof HTMLElement &&
  (target.matches("select, textarea") ||
    (target.matches("input") && !key.startsWith("Page")) ||
    (key === " " && target.matches("button, summary")))

/**
 * Keeps the page's scroll where it is while a dialog is above it, without a change of the page's styles: what scrolls
 * nothing in the dialog does nothing. `overscroll-behavior` alone does not hold for keys in WebKit, nor where there is
 * nothing to scroll.
 */
export const keepScroll = (dialog: HTMLElement, signal: AbortSignal) => {
  let finger = { x: 0, y: 0 }
  const keep = (event: Event, x: number, y: number) => {
    // The window moves over a page that is zoomed in.
    if ((visualViewport?.scale ?? 1) > 1) return
    const [axis, by] = Math.abs(x) > Math.abs(y) ? (["x", x] as const) : (["y", y] as const)
    if (event.cancelable && !scrollsWithin(dialog, event, axis, by)) event.preventDefault()
  }
  const settings = { signal, passive: false }
  dialog.addEventListener(
    "wheel",
    // The wheel zooms with the control key.
    (event) => !event.ctrlKey && keep(event, event.deltaX, event.deltaY),
    settings,
  )
  const touch = (event: TouchEvent) => {
    const [one, other] = event.touches
    // Two fingers zoom.
    if (one === undefined || other !== undefined) return
    const { clientX: x, clientY: y } = one
    if (event.type === "touchmove") keep(event, finger.x - x, finger.y - y)
    finger = { x, y }
  }
  dialog.addEventListener("touchstart", touch, settings)
  dialog.addEventListener("touchmove", touch, settings)
  // After React's own, which know what a key does.
  dialog.getRootNode().addEventListener(
    "keydown",
    (event) => {
      if (!(event instanceof KeyboardEvent) || event.defaultPrevented || usesKey(event.target, event.key))
        return
      const [axis, by] = keys[event.key] ?? []
      if (axis === undefined || by === undefined || event.altKey || event.ctrlKey || event.metaKey) return
      if (!scrollsWithin(dialog, event, axis, event.shiftKey && event.key === " " ? -by : by))
        event.preventDefault()
    },
    settings,
  )
}
