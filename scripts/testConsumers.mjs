import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { ensureChromium, ensureReady, root } from "./ensure.mjs"

/** `npm run test:consumers [-- example ...]`: builds, then packs everything and uses it outside the workspace. */
await ensureReady()
const environment = {
  ...process.env,
  WMODAL_CHROMIUM: await ensureChromium(),
  NX_TUI: "false",
  NX_DAEMON: "false",
}

const run = (command, args) => {
  const { status } = spawnSync(command, args, { cwd: root, env: environment, stdio: "inherit" })
  if (status !== 0) process.exit(status ?? 1)
}

run(join(root, "node_modules/.bin/nx"), ["run-many", "-t", "build", "--parallel=2", "--exclude=@wmodal/e2e"])
run(process.execPath, ["e2e/consumers/main.ts", ...process.argv.slice(2)])
