import { expect, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { whileVisible } from "./visibility.ts"

it.effect("holds a connection only while the tab is in front", () =>
  Effect.gen(function* () {
    const page = Object.assign(new EventTarget(), { visibilityState: "hidden" })
    let held = 0
    let untold = 0
    const show = (state: string) => {
      page.visibilityState = state
      page.dispatchEvent(new Event("visibilitychange"))
      return Effect.yieldNow
    }
    const work = Effect.suspend(() => {
      held += 1
      return Effect.never
    }).pipe(
      Effect.onInterrupt(() =>
        Effect.sync(() => {
          held -= 1
        }),
      ),
    )
    const following = yield* whileVisible(page)(work, () => {
      untold += 1
    }).pipe(Effect.forkChild({ startImmediately: true }))
    const seen: (readonly [held: number, untold: number])[] = [[held, untold]]
    for (const state of ["visible", "visible", "hidden", "visible", "hidden"]) {
      yield* show(state)
      yield* Effect.yieldNow
      seen.push([held, untold])
    }
    expect(seen).toEqual([
      [0, 1],
      [1, 1],
      [1, 1],
      [0, 2],
      [1, 2],
      [0, 3],
    ])
    yield* Fiber.interrupt(following)
    yield* show("visible")
    expect(held).toBe(0)
  }),
)
