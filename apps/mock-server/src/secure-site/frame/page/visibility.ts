import { Effect } from "effect"

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
