const steps = [0, -8, 8, -6, 6, -3, 3, 0]
/** Milliseconds. */
const durationMs = 500

/** Shakes the card to show that it will not close; does nothing when the user prefers reduced motion. */
export const shake = (card: HTMLElement | null) => {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return
  card?.animate(
    steps.map((x) => ({ transform: `translateX(${x}px)` })),
    { duration: durationMs },
  )
}
