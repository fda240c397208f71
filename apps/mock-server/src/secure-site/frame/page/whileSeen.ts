import { Effect } from "effect"

/** A document, as far as it says whether anybody may see it. */
interface SeenDocument extends Pick<EventTarget, "addEventListener" | "removeEventListener"> {
  readonly visibilityState: string
}

/**
 * Does the work while the tab is in front, and begins it anew when it comes back there. A browser has six connections to
 * a site for all tabs together: those that nobody looks at must leave some to the one that somebody does.
 * @param unseen told when the work is not done, also at the start
 */
export const whileSeen =
  (page: SeenDocument) =>
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
