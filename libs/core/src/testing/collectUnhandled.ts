import { Effect } from "effect"

type Listener = (reason: unknown) => void

/** The part of Node's `process` that is used here: this package has no types of Node. */
declare const process: {
  readonly listeners: (event: "unhandledRejection") => readonly Listener[]
  readonly removeAllListeners: (event: "unhandledRejection") => void
  readonly on: (event: "unhandledRejection", listener: Listener) => void
}

/** Returns the reasons of unhandled rejections, which would fail the test, until the scope closes. */
export const collectUnhandled = Effect.acquireRelease(
  Effect.sync(() => {
    const reasons: unknown[] = []
    const others = process.listeners("unhandledRejection")
    process.removeAllListeners("unhandledRejection")
    process.on("unhandledRejection", (reason) => reasons.push(reason))
    return { others, reasons }
  }),
  ({ others }) =>
    // Node reports a rejection after the microtasks of its turn.
    Effect.andThen(
      Effect.promise(() => new Promise((resolve) => setTimeout(resolve))),
      Effect.sync(() => {
        process.removeAllListeners("unhandledRejection")
        for (const other of others) process.on("unhandledRejection", other)
      }),
    ),
).pipe(Effect.map(({ reasons }): readonly unknown[] => reasons))
