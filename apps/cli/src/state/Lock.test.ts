import { existsSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { temporaryFolder } from "../testing/temporaryFolder.ts"
import { makeLock } from "./Lock.ts"

describe("makeLock", () => {
  it("is held until the step is over, however often it is asked for", async () => {
    const path = temporaryFolder()
    const file = join(path, ".ledger.json.lock")
    const lock = makeLock({ path }, "ledger.json")
    lock()
    lock()
    expect(existsSync(file)).toBe(true)
    await Promise.resolve()
    expect(existsSync(file)).toBe(false)
    lock()
    expect(existsSync(file)).toBe(true)
    await Promise.resolve()
  })

  it("takes over what a process that was killed has left", async () => {
    const path = temporaryFolder()
    const file = join(path, ".ledger.json.lock")
    writeFileSync(file, "")
    utimesSync(file, 1, 1)
    makeLock({ path }, "ledger.json")()
    await Promise.resolve()
    expect(existsSync(file)).toBe(false)
  })

  it("stands in nobody's way where there is no folder", async () => {
    const lock = makeLock({ path: join(temporaryFolder(), "nowhere") }, "ledger.json")
    expect(lock).not.toThrow()
    await Promise.resolve()
  })
})
