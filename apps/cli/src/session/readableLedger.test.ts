import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { openStateFolder } from "../state/StateFolder.ts"
import { makeTemporaryFolder } from "../testing/makeTemporaryFolder.ts"
import { requireReadableLedger } from "./readableLedger.ts"

const makeLedgerFolder = (text: string | null) => {
  const folder = openStateFolder(makeTemporaryFolder())
  const path = join(folder.path, "ledger.json")
  if (text !== null) writeFileSync(path, text, { mode: 0o600 })
  return { folder, path }
}
const tryRequireLedger = (folder: ReturnType<typeof openStateFolder>) =>
  Effect.runPromise(Effect.flip(requireReadableLedger(folder)))

describe("requireReadableLedger", () => {
  it.each([null, '{"v":1,"data":[]}', '{"v":1,"data":[{"of":"another version"}]}'])(
    "keeps a readable ledger, and creates a missing one: %j",
    async (text) => {
      const { folder, path } = makeLedgerFolder(text)
      await Effect.runPromise(requireReadableLedger(folder))
      expect(readFileSync(path, "utf8")).toBe(text ?? '{"v":1,"data":[]}')
      expect(statSync(path).mode & 0o777).toBe(0o600)
      expect(readdirSync(folder.path)).toEqual(["ledger.json"])
    },
  )

  it("fails while the unreported entries cannot be read", async () => {
    const { folder } = makeLedgerFolder(null)
    writeFileSync(join(folder.path, "unreported.json"), "{", { mode: 0o600 })
    for (let attempt = 0; attempt < 2; attempt++)
      expect(await tryRequireLedger(folder)).toMatchObject({
        reason: { _tag: "Config", message: expect.stringContaining("unreported.json.bad") },
      })
  })

  it.each(["", "{", "null", '{"v":2,"data":[]}', '{"v":1}'])(
    "keeps a ledger aside that cannot be read, and fails until it is moved away: %j",
    async (text) => {
      const { folder, path } = makeLedgerFolder(text)
      for (let attempt = 0; attempt < 3; attempt++)
        expect(await tryRequireLedger(folder)).toMatchObject({
          reason: { _tag: "Config", message: expect.stringContaining(`${path}.bad`) },
        })
      expect(readFileSync(`${path}.bad`, "utf8")).toBe(text)
      expect(readdirSync(folder.path)).toEqual(["ledger.json.bad"])
      renameSync(`${path}.bad`, `${path}.mine`)
      await Effect.runPromise(requireReadableLedger(folder))
    },
  )

  it("fails when the ledger cannot be written", async () => {
    const { folder, path } = makeLedgerFolder(null)
    mkdirSync(path)
    expect(await tryRequireLedger(folder)).toMatchObject({ reason: { _tag: "Config" } })
    const inFile = openStateFolder(join(makeLedgerFolder("x").path, "wmodal"))
    expect(await tryRequireLedger(inFile)).toMatchObject({
      reason: { _tag: "Config", message: expect.stringContaining("ENOTDIR") },
    })
  })
})
