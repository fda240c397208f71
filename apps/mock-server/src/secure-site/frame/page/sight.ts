/** Intersection Observer v2, which not every browser has: it also tells of what covers, blends or scales. */
interface SightOptions extends IntersectionObserverInit {
  readonly trackVisibility: boolean
  /** Milliseconds; the least that there is. */
  readonly delay: number
}

const options: SightOptions = { threshold: [0, 0.5, 1], trackVisibility: true, delay: 100 }

/**
 * Whether a person sees the screen as it is: told at each change. It is not seen in a frame or a page that is hidden,
 * where it is cut off by more than half, and, as far as the browser can tell, beneath anything of the page around it.
 */
export const watchSight = (screen: HTMLElement, told: (isSeen: boolean) => void): void => {
  let isInSight = false
  const tell = () => told(isInSight && document.visibilityState === "visible")
  const observer = new IntersectionObserver((entries) => {
    const last = entries.at(-1)
    if (last === undefined) return
    isInSight = last.intersectionRatio >= 0.5 && Reflect.get(last, "isVisible") !== false
    tell()
  }, options)
  observer.observe(screen)
  document.addEventListener("visibilitychange", tell)
}
