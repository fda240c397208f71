import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { ensureReady, giveUp, root } from "./ensure.mjs"

await ensureReady()

// Sources import generated files.
const pages = spawnSync(join(root, "node_modules/.bin/nx"), ["run", "@wmodal/mock-server:pages"], {
  cwd: root,
  stdio: ["ignore", "ignore", "inherit"],
  env: { ...process.env, NX_TUI: "false", NX_DAEMON: "false" },
})
if (pages.status !== 0)
  giveUp("The mock server's page scripts were not built. Run nx run @wmodal/mock-server:pages for details.")

// Runs the same tests, with every property run 10,000 times instead of 100.
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
