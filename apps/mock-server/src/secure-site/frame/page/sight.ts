import { byId } from "./elements.ts"

/**
 * Whether a person can see the frame: told at once and at each change. A frame that is hidden, in a page that is hidden,
 * or cut off by more than half is not seen.
 */
export const watchSight = (told: (isVisible: boolean) => void): void => {
  let isInSight = false
  const tell = () => told(isInSight && document.visibilityState === "visible")
  const observer = new IntersectionObserver(
    (entries) => {
      const last = entries.at(-1)
      isInSight = (last?.intersectionRatio ?? 0) >= 0.5
      tell()
    },
    { threshold: [0, 0.5, 1] },
  )
  observer.observe(byId("sight", HTMLElement))
  document.addEventListener("visibilitychange", tell)
  tell()
}
