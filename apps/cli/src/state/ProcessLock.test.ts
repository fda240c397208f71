import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { describe } from "vitest"
import { makeTemporaryFolder } from "../testing/makeTemporaryFolder.ts"
import { withLock } from "./ProcessLock.ts"

describe("withLock", () => {
  it.effect("runs one effect at a time and removes the lock file", () =>
    Effect.gen(function* () {
      const folder = { path: makeTemporaryFolder() }
      const first = yield* Deferred.make<void>()
      const done: string[] = []
      const one = yield* Effect.forkChild(
        withLock(
          folder,
          Effect.andThen(
            Deferred.await(first),
            Effect.sync(() => done.push("first")),
          ),
        ),
        { startImmediately: true },
      )
      expect(readFileSync(join(folder.path, ".sending.lock"), "utf8")).toBe(`${process.pid}`)
      const other = yield* Effect.forkChild(
        withLock(
          folder,
          Effect.sync(() => done.push("second")),
        ),
        {
          startImmediately: true,
        },
      )
      yield* TestClock.adjust("10 seconds")
      expect(done).toEqual([])
      yield* Deferred.succeed(first, undefined)
      yield* Fiber.join(one)
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(other)
      expect(done).toEqual(["first", "second"])
      expect(readdirSync(folder.path)).toEqual([])
    }),
  )

  it.effect("replaces the lock of a dead process and waits at most a minute for a live one", () =>
    Effect.gen(function* () {
      const folder = { path: makeTemporaryFolder() }
      const file = join(folder.path, ".sending.lock")
      // No process has this id: Linux ends at 2^22, macOS at 99,998.
      writeFileSync(file, "2147483647")
      const after = yield* Effect.forkChild(withLock(folder, Effect.succeed("done")), {
        startImmediately: true,
      })
      yield* TestClock.adjust("1 second")
      expect(yield* Fiber.join(after)).toBe("done")
      expect(existsSync(file)).toBe(false)

      writeFileSync(file, `${process.pid}`)
      const patient = yield* Effect.forkChild(withLock(folder, Effect.succeed("done")), {
        startImmediately: true,
      })
      yield* TestClock.adjust("59 seconds")
      expect(patient.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust("2 seconds")
      expect(yield* Fiber.join(patient)).toBe("done")
      expect(existsSync(file)).toBe(true)
    }),
  )

  it.effect.each(["", "x", "-1", "0"])("keeps a lock aside that names no process: %j", (content) =>
    Effect.gen(function* () {
      const folder = { path: makeTemporaryFolder() }
      writeFileSync(join(folder.path, ".sending.lock"), content)
      const waiting = yield* Effect.forkChild(withLock(folder, Effect.succeed("done")), {
        startImmediately: true,
      })
      yield* TestClock.adjust("1 second")
      expect(yield* Fiber.join(waiting)).toBe("done")
      expect(readFileSync(join(folder.path, ".sending.lock.bad"), "utf8")).toBe(content)
    }),
  )

  it.effect("stops waiting when it is interrupted", () =>
    Effect.gen(function* () {
      const folder = { path: makeTemporaryFolder() }
      writeFileSync(join(folder.path, ".sending.lock"), `${process.pid}`)
      let worked = false
      const waiting = yield* Effect.forkChild(
        withLock(
          folder,
          Effect.sync(() => (worked = true)),
        ),
        { startImmediately: true },
      )
      yield* Fiber.interrupt(waiting)
      expect(worked).toBe(false)
    }),
  )

  it.effect("runs the effect when the folder is missing", () =>
    Effect.gen(function* () {
      expect(yield* withLock({ path: join(makeTemporaryFolder(), "nowhere") }, Effect.succeed("done"))).toBe(
        "done",
      )
    }),
  )
})
