import { it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { expect } from "vitest"
import { ApiError } from "../contract/ApiError.ts"
import { preloadImages } from "./ImagePreload.ts"

const image = new Blob(["<svg/>"], { type: "image/svg+xml" })
const gone = new ApiError({ host: "h", call: "c", reason: { _tag: "Status", status: 404 } })

it.effect("loads the first twenty of a page, each once", () =>
  Effect.gen(function* () {
    const asked: string[] = []
    const load = (id: string) => Effect.sync(() => (asked.push(id), image))
    const ids = ["0", "0", ...Array.from({ length: 40 }, (_, index) => `${index}`)]
    const images = yield* preloadImages(ids, load)
    const first = Array.from({ length: 20 }, (_, index) => `${index}`)
    expect(asked).toEqual(first)
    expect([...images.keys()]).toEqual(first)
    expect(images.get("7")).toBe(image)
  }),
)

it.effect("waits two seconds for all of them together, and gives what came", () =>
  Effect.gen(function* () {
    const ended: string[] = []
    const load = (id: string) =>
      id === "missing"
        ? Effect.fail(gone)
        : Effect.sleep(Number(id)).pipe(
            Effect.as(image),
            Effect.onInterrupt(() => Effect.sync(() => ended.push(id))),
          )
    const loading = yield* Effect.forkChild(
      preloadImages(["1000", "missing", "1999", "2001", "9000"], load),
      {
        startImmediately: true,
      },
    )
    yield* TestClock.adjust(1999)
    expect(loading.pollUnsafe()).toBeUndefined()
    yield* TestClock.adjust(1)
    expect([...(yield* Fiber.join(loading)).keys()]).toEqual(["1000", "1999"])
    expect(ended).toEqual(["2001", "9000"])
  }),
)
