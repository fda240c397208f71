/** Pixels, and pixels per millisecond, from which a release closes the card. */
const minDismissDistancePx = 120
const minDismissSpeed = 0.5

/** Lets a finger drag the card down from its grip. @returns a function that ends that. */
export const makeDraggable = (grip: HTMLElement, card: HTMLElement, onDismiss: () => void) => {
  let start: { readonly y: number; readonly time: number } | null = null

  const moved = (event: PointerEvent) => (start === null ? 0 : Math.max(0, event.clientY - start.y))

  const down = (event: PointerEvent) => {
    start = { y: event.clientY, time: event.timeStamp }
    grip.setPointerCapture(event.pointerId)
  }
  const move = (event: PointerEvent) => {
    if (start !== null) card.style.transform = `translateY(${moved(event)}px)`
  }
  const up = (event: PointerEvent) => {
    if (start === null) return
    const distance = moved(event)
    const speed = distance / Math.max(1, event.timeStamp - start.time)
    start = null
    card.style.transform = ""
    if (
      event.type === "pointerup" &&
      distance > 20 &&
      (distance > minDismissDistancePx || speed > minDismissSpeed)
    )
      return onDismiss()
    if (distance > 0 && !matchMedia("(prefers-reduced-motion: reduce)").matches)
      card.animate([{ transform: `translateY(${distance}px)` }, { transform: "none" }], { duration: 150 })
  }

  const listeners = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up }
  const entries = Object.entries(listeners) as [keyof typeof listeners, typeof down][]
  for (const [type, listener] of entries) grip.addEventListener(type, listener)
  return () => {
    for (const [type, listener] of entries) grip.removeEventListener(type, listener)
  }
}
