import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { makeTemporaryFolder } from "../testing/makeTemporaryFolder.ts"
import { makeLock } from "./Lock.ts"

describe("makeLock", () => {
  it("keeps the lock until the current task ends, across repeated calls", async () => {
    const path = makeTemporaryFolder()
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

  it("serializes read-modify-write steps of several processes", async () => {
    const path = makeTemporaryFolder()
    const script = join(path, "count.mjs")
    writeFileSync(join(path, "count"), "0")
    writeFileSync(
      script,
      `import { readFileSync, writeFileSync } from "node:fs"
       import { makeLock } from ${JSON.stringify(new URL("./Lock.ts", import.meta.url).href)}
       const lock = makeLock({ path: ${JSON.stringify(path)} }, "count")
       for (let at = 0; at < 50; at += 1) {
         lock()
         writeFileSync(${JSON.stringify(join(path, "count"))}, String(Number(readFileSync(${JSON.stringify(join(path, "count"))}, "utf8")) + 1))
         await new Promise((resolve) => setImmediate(resolve))
       }`,
    )
    const ended = await Promise.all(
      [1, 2, 3].map(async () => {
        const child = spawn(process.execPath, [script], { stdio: "inherit" })
        const [code]: unknown[] = await once(child, "exit")
        return code
      }),
    )
    expect(ended).toEqual([0, 0, 0])
    expect(readFileSync(join(path, "count"), "utf8")).toBe("150")
  })

  it("replaces a stale lock of a killed process", async () => {
    const path = makeTemporaryFolder()
    const file = join(path, ".ledger.json.lock")
    writeFileSync(file, "")
    utimesSync(file, 1, 1)
    makeLock({ path }, "ledger.json")()
    await Promise.resolve()
    expect(existsSync(file)).toBe(false)
  })

  it("returns without a lock when the folder cannot be created", async () => {
    const path = makeTemporaryFolder()
    writeFileSync(join(path, "file"), "")
    expect(makeLock({ path: join(path, "file") }, "ledger.json")).not.toThrow()
    await Promise.resolve()
  })

  it("returns without a lock when the folder is missing", async () => {
    const lock = makeLock({ path: join(makeTemporaryFolder(), "nowhere") }, "ledger.json")
    expect(lock).not.toThrow()
    await Promise.resolve()
  })
})
