import { readdirSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, describe, expect, it, vi } from "vitest"
import { parse } from "../plan/parse.ts"
import { run } from "../run.ts"
import { makeTemporaryFolder } from "../testing/makeTemporaryFolder.ts"
import { makeRecordedFacts } from "../testing/recordedFacts.ts"

const folder = join(import.meta.dirname, "../../../../stories")
const files = readdirSync(folder).filter((name) => name.endsWith(".yaml"))

/** One of each kind. End-to-end tests play more of them, and the engine's tests have each case. */
const quick =
  /^(bitcoin-send|chains-lost-reply|decline|page-asks|receive|send-eth|smart-account|solana-expired)\./

beforeAll(() => {
  vi.stubGlobal("__WMODAL_VERSION__", "1.2.3")
})

describe.concurrent("wmodal run --mock", { timeout: 120_000 }, () => {
  for (const file of files)
    it(`plays ${file} to its end`, { tags: quick.test(file) ? [] : ["full"] }, async () => {
      const parsed = parse(["run", join(folder, file), "--mock", "--json"])
      if (parsed._tag !== "Run") throw new Error("not a command")
      const { facts, stderr, stdout } = makeRecordedFacts({ env: { XDG_STATE_HOME: makeTemporaryFolder() } })
      const code = await run(parsed.plan, parsed.shared, facts)
      expect({ code, stderr: stderr() }).toEqual({ code: 0, stderr: "" })
      expect(JSON.parse(stdout())).toMatchObject({ ok: true, failed: null })
    })
})
