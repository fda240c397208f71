import { mkdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import { describe } from "vitest"
import { openStateFolder } from "../state/StateFolder.ts"
import { makeTemporaryFolder } from "../testing/makeTemporaryFolder.ts"
import { openWalletConnectFile } from "./walletConnectFile.ts"

const prepareFolder = () => {
  const folder = openStateFolder(makeTemporaryFolder())
  return { folder, path: join(folder.path, "walletconnect.json") }
}

describe("openWalletConnectFile", () => {
  it.effect("persists values with mode 600 from one command to the next", () =>
    Effect.gen(function* () {
      const { folder, path } = prepareFolder()
      yield* Effect.scoped(
        Effect.gen(function* () {
          const { storage } = yield* openWalletConnectFile(folder)
          expect(yield* Effect.promise(() => storage.getItem("a"))).toBeUndefined()
          const value = { nested: [1] }
          yield* Effect.promise(() => Promise.all([storage.setItem("a", value), storage.setItem("b", "two")]))
          value.nested.push(2)
          expect(yield* Effect.promise(() => storage.getItem("a"))).toEqual({ nested: [1] })
          yield* Effect.promise(() => storage.removeItem("b"))
        }),
      )
      expect(statSync(path).mode & 0o777).toBe(0o600)
      yield* Effect.scoped(
        Effect.gen(function* () {
          const { storage } = yield* openWalletConnectFile(folder)
          expect(yield* Effect.promise(storage.getKeys)).toEqual(["a"])
          expect(yield* Effect.promise(() => storage.getItem("a"))).toEqual({ nested: [1] })
        }),
      )
    }),
  )

  it.effect("resolves after the write and writes concurrent changes once", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { folder, path } = prepareFolder()
        let writes = 0
        const counted = {
          ...folder,
          write: (...written: Parameters<typeof folder.write>) => {
            writes += 1
            folder.write(...written)
          },
        }
        const { storage } = yield* openWalletConnectFile(counted)
        yield* Effect.promise(() => Promise.all(["a", "b", "c"].map((key) => storage.setItem(key, key))))
        expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({
          v: 1,
          entries: { a: '"a"', b: '"b"', c: '"c"' },
        })
        expect(writes).toBe(1)
      }),
    ),
  )

  it.effect("writes pending changes at the end of the scope and ignores later ones", () =>
    Effect.gen(function* () {
      const { folder, path } = prepareFolder()
      const scope = yield* Scope.make()
      const { storage } = yield* Effect.provideService(openWalletConnectFile(folder), Scope.Scope, scope)
      void storage.setItem("a", 1)
      yield* Scope.close(scope, Exit.void)
      const before = readFileSync(path, "utf8")
      yield* Effect.promise(() => storage.setItem("a", 2))
      expect(readFileSync(path, "utf8")).toBe(before)
      expect(before).toContain('"a":"1"')
    }),
  )

  it.effect("keeps a file aside that cannot be read, and says so", () =>
    Effect.gen(function* () {
      for (const text of ["{", "null", '{"v":2,"entries":{}}', '{"v":1,"entries":{"a":1}}']) {
        const { folder, path } = prepareFolder()
        folder.writeText("walletconnect.json", text)
        expect(yield* Effect.flip(Effect.scoped(openWalletConnectFile(folder)))).toMatchObject({
          reason: { _tag: "Config", message: expect.stringContaining(`kept as ${path}.bad`) },
        })
        expect(readFileSync(`${path}.bad`, "utf8")).toBe(text)
      }
    }),
  )

  it.effect("deletes an empty file", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { folder } = prepareFolder()
        const { storage } = yield* openWalletConnectFile(folder)
        yield* Effect.promise(() => storage.setItem("a", 1))
        yield* Effect.promise(() => storage.removeItem("a"))
        expect(folder.readText("walletconnect.json")).toBeNull()
      }),
    ),
  )

  it.effect("deletes the file after forget, also when written again", () =>
    Effect.gen(function* () {
      const { folder } = prepareFolder()
      yield* Effect.scoped(
        Effect.gen(function* () {
          const { forget, storage } = yield* openWalletConnectFile(folder)
          yield* Effect.promise(() => storage.setItem("a", 1))
          forget()
          yield* Effect.promise(() => storage.setItem("b", 1))
          expect(yield* Effect.promise(() => storage.getItem("a"))).toBe(1)
        }),
      )
      expect(folder.readText("walletconnect.json")).toBeNull()
    }),
  )

  it.effect("reports write errors and keeps values in memory", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { folder, path } = prepareFolder()
        const { storage } = yield* openWalletConnectFile(folder)
        mkdirSync(path)
        const error = yield* Effect.flip(Effect.tryPromise(() => storage.setItem("a", 1)))
        expect(error.cause).toMatchObject({ code: "EISDIR" })
        expect(yield* Effect.promise(() => storage.getItem("a"))).toBe(1)
      }),
    ),
  )

  it.effect("waits for another command and fails with Busy on timeout", () =>
    Effect.gen(function* () {
      const { folder } = prepareFolder()
      const scope = yield* Scope.make()
      const { storage } = yield* Effect.provideService(openWalletConnectFile(folder), Scope.Scope, scope)
      const other = Effect.scoped(
        Effect.flatMap(openWalletConnectFile(folder), ({ storage: { getItem } }) =>
          Effect.promise(() => getItem("a")),
        ),
      )
      const waiting = yield* Effect.forkChild(other, { startImmediately: true })
      const impatient = yield* Effect.forkChild(Effect.flip(other), { startImmediately: true })
      yield* TestClock.adjust("1 minute")
      yield* Effect.promise(() => storage.setItem("a", "theirs"))
      expect(waiting.pollUnsafe()).toBeUndefined()
      yield* Fiber.interrupt(waiting)
      yield* TestClock.adjust("5 minutes")
      expect(yield* Fiber.join(impatient)).toMatchObject({ reason: { _tag: "Busy" } })
      yield* Scope.close(scope, Exit.void)
      expect(yield* other).toBe("theirs")
    }),
  )
})
