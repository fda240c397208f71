import { Effect } from "effect"

/** Options of Intersection Observer v2, which also detects covering, blending and scaling. Not every browser has it. */
interface VisibilityOptions extends IntersectionObserverInit {
  readonly trackVisibility: boolean
  /** Milliseconds, the minimum that browsers accept. */
  readonly delay: number
}

const options: VisibilityOptions = { threshold: [0, 0.5, 1], trackVisibility: true, delay: 100 }

/**
 * Reports at each change whether the user sees the screen unaltered. It is not visible in a hidden frame or page, when
 * more than half is clipped, and, where the browser can detect it, below other content of the embedding page.
 */
export const watchVisibility = (screen: HTMLElement, told: (isSeen: boolean) => void): void => {
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
