import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { difference, namesIn } from "./reached/names.mjs"

/**
 * Lists the views and the commands of the build that the last run of the end-to-end tests reached. Exits with 1 when
 * one was not reached. Needs `--conditions=@wmodal/source`.
 */
globalThis.__WMODAL_VERSION__ = ""
const { parse } = await import("../apps/cli/src/plan/parse.ts")

const root = fileURLToPath(new URL("..", import.meta.url))
const read = (path) => readFileSync(join(root, path), "utf8")

const folder = join(root, "e2e/dist/reached")
const noted = readdirSync(folder).flatMap((file) =>
  readFileSync(join(folder, file), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line)),
)
const notedAs = (kind) => noted.filter(([of]) => of === kind).map(([, what]) => what)

const kinds = {
  views: {
    all: namesIn(read("libs/core/src/router/View.ts"), /_tag: "(\w+)"/g),
    reached: notedAs("view"),
  },
  commands: {
    all: namesIn(read("apps/cli/src/commands/loadCommand.ts"), /case "(\w+)":/g),
    reached: notedAs("command").map((words) => {
      const parsed = parse(words)
      return parsed._tag === "Run" ? parsed.plan._tag : parsed._tag
    }),
  },
}

for (const [kind, { all, reached }] of Object.entries(kinds)) {
  const missing = difference(all, reached)
  console.log(`${kind} reached: ${difference(all, missing).join(", ")}`)
  if (missing.length === 0) continue
  console.log(`${kind} NOT reached: ${missing.join(", ")}`)
  process.exitCode = 1
}
