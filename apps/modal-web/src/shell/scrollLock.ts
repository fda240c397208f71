const locks = new WeakMap<
  HTMLElement,
  { count: number; readonly overflow: string; readonly gutter: string }
>()

/** Keeps the page behind a dialog still, without a jump where a scroll bar was. @returns what lets go. */
export const lockScroll = (element: HTMLElement) => {
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
