import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { ensureReady, root } from "./ensure.mjs"

await ensureReady()

const done = spawnSync(
  join(root, "node_modules/.bin/nx"),
  ["run-many", "-t", "build", ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: "inherit",
  },
)
process.exit(done.status ?? 1)
