import { Effect } from "effect"

/** Options of Intersection Observer v2, which also detects covering, blending and scaling. Not every browser has it. */
interface VisibilityOptions extends IntersectionObserverInit {
  readonly trackVisibility: boolean
  /** Milliseconds, the minimum that browsers accept. */
  readonly delay: number
}

/** The visible share of a part that counts as all of it: layouts round to whole pixels. */
const minVisibleRatio = 0.99

const options: VisibilityOptions = {
  threshold: [0, 0.5, minVisibleRatio, 1],
  trackVisibility: true,
  delay: 100,
}

/** The members of an observer's entry that tell whether a part is visible. `isVisible` is absent without version 2. */
interface ObservedPart {
  readonly target: unknown
  readonly intersectionRatio: number
  readonly isVisible?: boolean
}

/**
 * Returns a function that takes the observer's entries and returns whether every part is visible as a whole and
 * unaltered. In a browser that cannot detect covering that is never known, so it is never so.
 */
export const makePartsInSight = (parts: readonly unknown[]) => {
  const inSight = new Map<unknown, boolean>()
  return (entries: readonly ObservedPart[]): boolean => {
    for (const { intersectionRatio, isVisible, target } of entries)
      inSight.set(target, intersectionRatio >= minVisibleRatio && isVisible === true)
    return parts.every((part) => inSight.get(part) === true)
  }
}

/**
 * Reports at each change whether the user sees all parts as they are: not in a hidden frame or page, clipped, or below
 * other content of the embedding page.
 */
export const watchVisibility = (parts: readonly Element[], told: (isSeen: boolean) => void): void => {
  const areInSight = makePartsInSight(parts)
  let isInSight = false
  const tell = () => told(isInSight && document.visibilityState === "visible")
  const observer = new IntersectionObserver((entries) => {
    isInSight = areInSight(entries)
    tell()
  }, options)
  for (const part of parts) observer.observe(part)
  document.addEventListener("visibilitychange", tell)
}

/** Reports at each change whether a page of its own is in front. No page can cover or clip it. */
export const watchTab = (told: (isSeen: boolean) => void): void => {
  const tell = () => told(document.visibilityState === "visible")
  document.addEventListener("visibilitychange", tell)
  tell()
}

/** The visibility part of a document. */
interface VisibleDocument extends Pick<EventTarget, "addEventListener" | "removeEventListener"> {
  readonly visibilityState: string
}

/**
 * Runs the work while the tab is in front, and restarts it when the tab returns to front. A browser has six
 * connections to a site for all tabs together, so hidden tabs must leave some to the visible one.
 * @param unseen called when the work is not running, also at the start
 */
export const whileVisible =
  (page: VisibleDocument) =>
  (work: Effect.Effect<never>, unseen: () => void): Effect.Effect<never> => {
    const until = (state: "visible" | "hidden") =>
      Effect.callback<void>((resume) => {
        const look = () => {
          if (page.visibilityState === state) resume(Effect.void)
        }
        page.addEventListener("visibilitychange", look)
        look()
        return Effect.sync(() => page.removeEventListener("visibilitychange", look))
      })
    return Effect.forever(
      Effect.gen(function* () {
        if (page.visibilityState !== "visible") unseen()
        yield* until("visible")
        yield* Effect.raceFirst(work, until("hidden"))
      }),
    )
  }
