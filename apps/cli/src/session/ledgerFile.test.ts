import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { ledgerKey } from "@wmodal/core"
import { describe, expect, it } from "vitest"
import { openStateFolder } from "../state/StateFolder.ts"
import { makeTemporaryFolder } from "../testing/makeTemporaryFolder.ts"
import { withLedger } from "./ledgerFile.ts"
import { stageEntries } from "./SessionFile.ts"
import { readUnreported, removeUnreported } from "./unreportedEntries.ts"

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

  const toText = (states: Readonly<Record<string, string>>): string =>
    JSON.stringify({ v: 1, data: Object.entries(states).map(([id, _tag]) => ({ id, state: { _tag } })) })

  it.each(["Asked", "Lost", "Taken", "Unanswered", "Sent", "Dropped"])(
    "keeps a request that was %s unreported, whichever process settles it, until it is reported",
    async (tag) => {
      const folder = openStateFolder(makeTemporaryFolder())
      withLedger(stageEntries({}).entries, folder).set(ledgerKey, toText({ a: tag }))
      expect(readUnreported(folder)).toEqual(["a"])
      // The lock is released after the step that took it.
      await Promise.resolve()
      const other = withLedger(stageEntries({}).entries, openStateFolder(folder.path))
      for (const settled of ["Confirmed", "Mined", "PartlyReverted"]) {
        other.set(ledgerKey, toText({ a: settled }))
        expect(readUnreported(folder)).toEqual(["a"])
      }
      await Promise.resolve()
      removeUnreported(folder, "a")
      await Promise.resolve()
      other.set(ledgerKey, toText({ a: "Confirmed", b: "Confirmed" }))
      expect(readUnreported(folder)).toEqual([])
    },
  )

  it.each(["Declined", "NotSent", "Signed", "Reverted", "Replaced", "Cancelled", "Expired"])(
    "takes a request that ended as %s, or that the ledger no longer has, from the unreported ones",
    (tag) => {
      const folder = openStateFolder(makeTemporaryFolder())
      const entries = withLedger(stageEntries({}).entries, folder)
      entries.set(ledgerKey, toText({ a: "Sent", b: "Sent", c: "Sent" }))
      entries.set(ledgerKey, toText({ a: tag, c: "Sent" }))
      expect(readUnreported(folder)).toEqual(["c"])
    },
  )

  it("keeps what an earlier version left unsettled unreported", () => {
    const folder = openStateFolder(makeTemporaryFolder())
    folder.writeText("ledger.json", toText({ a: "Sent", b: "Confirmed" }))
    withLedger(stageEntries({}).entries, folder)
    expect(readUnreported(folder)).toEqual(["a"])
  })

  it("reports a write as failed when the unreported request cannot be kept", () => {
    const folder = openStateFolder(makeTemporaryFolder())
    const entries = withLedger(stageEntries({}).entries, folder)
    mkdirSync(join(folder.path, "unreported.json"))
    entries.set(ledgerKey, toText({ a: "Confirmed" }))
    expect(() => entries.set(ledgerKey, toText({ b: "Asked" }))).toThrow("unreported.json is not a file")
    expect([entries.isPersisted(), entries.get(ledgerKey)]).toEqual([false, toText({ a: "Confirmed" })])
  })

  it("watches nothing when the folder is missing", () => {
    const folder = openStateFolder(join(makeTemporaryFolder(), "nowhere"))
    expect(() => withLedger(stageEntries({}).entries, folder).watch?.(() => {})?.()).not.toThrow()
  })
})
