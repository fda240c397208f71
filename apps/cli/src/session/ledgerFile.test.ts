import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { ledgerKey } from "@wmodal/core"
import { describe, expect, it } from "vitest"
import { openStateFolder } from "../state/StateFolder.ts"
import { makeTemporaryFolder } from "../testing/makeTemporaryFolder.ts"
import { withLedger } from "./ledgerFile.ts"
import { stageEntries } from "./SessionFile.ts"

const first = '{"v":1,"data":[{"id":"1"}]}'
const second = '{"v":1,"data":[{"id":"2"}]}'

describe("withLedger", () => {
  it("writes the ledger at once with mode 600, past the staged entries", () => {
    const folder = openStateFolder(makeTemporaryFolder())
    const staged = stageEntries({})
    const entries = withLedger(staged.entries, folder)
    entries.set(ledgerKey, first)
    entries.set("other", "kept back")
    expect(readFileSync(join(folder.path, "ledger.json"), "utf8")).toBe(first)
    expect(statSync(join(folder.path, "ledger.json")).mode & 0o777).toBe(0o600)
    expect(staged.result()).toEqual({ other: "kept back" })
    expect(entries.get("other")).toBe("kept back")
    entries.remove(ledgerKey)
    expect(entries.get(ledgerKey)).toBeNull()
  })

  it("reports whether the last write succeeded", () => {
    const path = makeTemporaryFolder()
    const entries = withLedger(stageEntries({}).entries, openStateFolder(path))
    entries.set(ledgerKey, first)
    expect(entries.isPersisted()).toBe(true)
    rmSync(join(path, "ledger.json"))
    mkdirSync(join(path, "ledger.json"))
    expect(() => entries.set(ledgerKey, second)).toThrow("EISDIR")
    expect(entries.isPersisted()).toBe(false)
  })

  it("reads what another process has written", () => {
    const folder = openStateFolder(makeTemporaryFolder())
    const entries = withLedger(stageEntries({}).entries, folder)
    entries.set(ledgerKey, first)
    writeFileSync(join(folder.path, "ledger.json"), second)
    expect(entries.get(ledgerKey)).toBe(second)
  })

  it("notifies a watcher when another process writes", async () => {
    const folder = openStateFolder(makeTemporaryFolder())
    const entries = withLedger(stageEntries({}).entries, folder)
    const told = new Promise<string>((resolve) => {
      const end = entries.watch?.((key) => {
        end?.()
        resolve(key)
      })
    })
    openStateFolder(folder.path).writeText("ledger.json", second)
    expect(await told).toBe(ledgerKey)
  })

  it.each(["", "{", '{"v":2,"data":[]}'])("writes no ledger that could not be read again: %j", (text) => {
    const folder = openStateFolder(makeTemporaryFolder())
    const entries = withLedger(stageEntries({}).entries, folder)
    entries.set(ledgerKey, first)
    expect(() => entries.set(ledgerKey, text)).toThrow("was not written")
    expect([entries.isPersisted(), entries.get(ledgerKey)]).toEqual([false, first])
  })

  it("keeps a ledger aside that another process made unreadable", () => {
    const folder = openStateFolder(makeTemporaryFolder())
    const entries = withLedger(stageEntries({}).entries, folder)
    folder.writeText("ledger.json", "{")
    expect(() => entries.get(ledgerKey)).toThrow("It is kept as")
    entries.set(ledgerKey, first)
    expect(readFileSync(join(folder.path, "ledger.json.bad"), "utf8")).toBe("{")
  })

  it("watches nothing when the folder is missing", () => {
    const folder = openStateFolder(join(makeTemporaryFolder(), "nowhere"))
    expect(() => withLedger(stageEntries({}).entries, folder).watch?.(() => {})?.()).not.toThrow()
  })
})
