import { Effect } from "effect"

/** Intersection Observer v2, which not every browser has: it also tells of what covers, blends or scales. */
interface VisibilityOptions extends IntersectionObserverInit {
  readonly trackVisibility: boolean
  /** Milliseconds; the least that there is. */
  readonly delay: number
}

const options: VisibilityOptions = { threshold: [0, 0.5, 1], trackVisibility: true, delay: 100 }

/**
 * Whether a person sees the screen as it is: told at each change. It is not seen in a frame or a page that is hidden,
 * where it is cut off by more than half, and, as far as the browser can tell, beneath anything of the page around it.
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

/** A document, as far as it says whether anybody may see it. */
interface VisibleDocument extends Pick<EventTarget, "addEventListener" | "removeEventListener"> {
  readonly visibilityState: string
}

/**
 * Does the work while the tab is in front, and begins it anew when it comes back there. A browser has six connections to
 * a site for all tabs together: those that nobody looks at must leave some to the one that somebody does.
 * @param unseen told when the work is not done, also at the start
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
