const steps = [0, -8, 8, -6, 6, -3, 3, 0]
/** Milliseconds. */
const durationMs = 500

/** Says without a word that the card will not close; nothing where a person wants no movement. */
export const shake = (card: HTMLElement | null) => {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return
  card?.animate(
    steps.map((x) => ({ transform: `translateX(${x}px)` })),
    { duration: durationMs },
  )
}
