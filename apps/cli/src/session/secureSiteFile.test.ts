import { mkdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "@effect/vitest"
import { Effect, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import { describe } from "vitest"
import { openStateFolder } from "../state/StateFolder.ts"
import { makeTemporaryFolder } from "../testing/makeTemporaryFolder.ts"
import { openSecureSiteFile, signOutOfSite } from "./secureSiteFile.ts"

const site = "http://127.0.0.1:1"
const prepareFolder = () => {
  const folder = openStateFolder(makeTemporaryFolder())
  return { folder, path: join(folder.path, "secure-site.json") }
}

describe("openSecureSiteFile", () => {
  it.effect("persists data with mode 600 and separates the sites", () =>
    Effect.gen(function* () {
      const { folder, path } = prepareFolder()
      yield* Effect.scoped(
        Effect.gen(function* () {
          const { isSignedIn, storage } = yield* openSecureSiteFile(folder, site)
          expect(isSignedIn()).toBe(false)
          storage.write("device", "d")
          storage.write("session/p/terminal", "token")
          expect(isSignedIn()).toBe(true)
        }),
      )
      expect(statSync(path).mode & 0o777).toBe(0o600)
      for (const other of ["http://127.0.0.1:2", "__proto__"]) {
        const seen = yield* Effect.scoped(
          Effect.map(openSecureSiteFile(folder, other), ({ storage }) => storage.read("session/p/terminal")),
        )
        expect(seen).toBeNull()
      }
      yield* Effect.scoped(
        Effect.gen(function* () {
          const { isSignedIn, signOut, storage } = yield* openSecureSiteFile(folder, site)
          expect(storage.read("session/p/terminal")).toBe("token")
          signOut()
          expect(isSignedIn()).toBe(false)
          expect(storage.read("device")).toBe("d")
        }),
      )
      expect(readFileSync(path, "utf8")).not.toContain("token")
    }),
  )

  it.effect("deletes the least recently used site beyond 16", () =>
    Effect.gen(function* () {
      const { folder, path } = prepareFolder()
      for (let port = 1; port <= 17; port += 1)
        yield* Effect.scoped(
          Effect.map(openSecureSiteFile(folder, `http://127.0.0.1:${port}`), ({ storage }) =>
            storage.write("device", "d"),
          ),
        )
      expect(Object.keys(JSON.parse(readFileSync(path, "utf8")).sites)).toHaveLength(16)
      expect(readFileSync(path, "utf8")).not.toContain('"http://127.0.0.1:1"')
      signOutOfSite(folder, "http://127.0.0.1:17")
      expect(readFileSync(path, "utf8")).toContain("http://127.0.0.1:17")
    }),
  )

  it.effect("keeps a file aside that cannot be read, and says so", () =>
    Effect.gen(function* () {
      const { folder, path } = prepareFolder()
      folder.writeText("secure-site.json", '{"v":1}')
      const refused = yield* Effect.flip(Effect.scoped(openSecureSiteFile(folder, site)))
      expect(refused).toMatchObject({
        reason: { _tag: "Config", message: expect.stringContaining(`kept as ${path}.bad`) },
      })
      expect(readFileSync(`${path}.bad`, "utf8")).toBe('{"v":1}')
    }),
  )

  it.effect("fails with Busy when another process keeps it open", () =>
    Effect.gen(function* () {
      const { folder } = prepareFolder()
      const scope = yield* Scope.make()
      yield* Effect.provideService(openSecureSiteFile(folder, site), Scope.Scope, scope)
      const impatient = yield* Effect.forkChild(
        Effect.flip(Effect.scoped(openSecureSiteFile(folder, site))),
        { startImmediately: true },
      )
      yield* TestClock.adjust("6 minutes")
      expect(yield* Fiber.join(impatient)).toMatchObject({ reason: { _tag: "Busy", by: "frame" } })
    }),
  )

  it.effect("fails in save when the file could not be written", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { folder, path } = prepareFolder()
        const { save, storage } = yield* openSecureSiteFile(folder, site)
        mkdirSync(path)
        storage.write("device", "d")
        expect(yield* Effect.flip(save)).toMatchObject({ reason: { _tag: "Config" } })
        rmSync(path, { recursive: true })
        yield* save
        expect(readFileSync(path, "utf8")).toContain('"device":"d"')
      }),
    ),
  )
})
