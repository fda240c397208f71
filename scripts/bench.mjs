import { spawnSync } from "node:child_process"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { ensureChromium, ensureReady, giveUp, root } from "./ensure.mjs"

await ensureReady()
const env = { ...process.env, WMODAL_CHROMIUM: await ensureChromium(), NX_TUI: "false", NX_DAEMON: "false" }
const go = (command, args) => spawnSync(command, args, { cwd: root, stdio: "inherit", env }).status === 0

if (!go(join(root, "node_modules/.bin/nx"), ["run-many", "-t", "build", "--parallel=2"]))
  giveUp("The build failed.")

// Every measurement is a script in a directory's `bench` folder that prints its figures, ratios taken within one run.
const packages = ["apps/cli", "apps/mock-server", "apps/modal-web", "e2e"]
const benches = packages.flatMap((directory) => {
  try {
    return readdirSync(join(root, directory, "bench"))
      .filter((name) => /\.bench\.(ts|mjs)$/.test(name))
      .map((name) => join(directory, "bench", name))
  } catch {
    return []
  }
})
let failed = 0
for (const bench of benches) {
  console.log(`\n${bench}`)
  if (!go(process.execPath, ["--conditions=@wmodal/source", "--no-warnings", join(root, bench)])) failed += 1
}
process.exitCode = failed === 0 ? 0 : 1
