import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeTaskHandle } from "./TaskHandle.ts"

it.effect("stops a task that has only just begun", () =>
  Effect.gen(function* () {
    const slot = yield* makeTaskHandle
    const outcome = yield* slot.run(Effect.andThen(slot.stop, Effect.never))
    const error = yield* Effect.flip(outcome)
    expect(error.reason).toEqual({ _tag: "Cancelled" })
  }),
)

it.effect("stops the earlier task when a later one begins, and not the other way round", () =>
  Effect.gen(function* () {
    const slot = yield* makeTaskHandle
    const first = yield* slot.run(Effect.never)
    const second = yield* slot.run(Effect.never)
    expect((yield* Effect.flip(first)).reason).toEqual({ _tag: "Cancelled" })
    yield* slot.stop
    expect((yield* Effect.flip(second)).reason).toEqual({ _tag: "Cancelled" })
    expect(yield* yield* slot.run(Effect.succeed("done"))).toBe("done")
  }),
)
