import { Effect, Option } from "effect"
import type { ApiError } from "../contract/ApiError.ts"

/** Images that one page of wallets preloads, and the milliseconds for which it waits for them. */
export const imagePreload = { perPage: 20, timeout: 2000 } as const

/**
 * The images of a page that came in time, by id. One that did not come is no error: it is asked for again
 * where it is shown. `load` as `walletImage` of `Directory`.
 */
export const preloadImages = (
  imageIds: readonly string[],
  load: (imageId: string) => Effect.Effect<Blob, ApiError>,
): Effect.Effect<ReadonlyMap<string, Blob>> =>
  Effect.forEach(
    [...new Set(imageIds)].slice(0, imagePreload.perPage),
    (id) =>
      load(id).pipe(
        Effect.timeoutOption(imagePreload.timeout),
        Effect.map(Option.map((blob) => [id, blob] as const)),
        Effect.orElseSucceed(() => Option.none<readonly [string, Blob]>()),
      ),
    { concurrency: "unbounded" },
  ).pipe(Effect.map((images) => new Map(images.flatMap((image) => Option.toArray(image)))))
