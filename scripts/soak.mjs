import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { ensureReady, root } from "./ensure.mjs"

await ensureReady()

// The same tests, with every property run 10,000 times instead of 100.
const done = spawnSync(
  join(root, "node_modules/.bin/vitest"),
  [
    "run",
    "--config",
    "vitest.config.ts",
    "--testTimeout=900000",
    "--reporter=default",
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: "inherit", env: { ...process.env, WMODAL_SOAK: "1" } },
)
process.exit(done.status ?? 1)
