import { spawnSync } from "node:child_process"
import { cleanBuild } from "./cleanBuild.mjs"
import { ensureChromium, ensureReady, giveUp, root } from "./ensure.mjs"

/** `npm run test:consumers [-- example ...]`: builds, then packs everything and uses it outside the workspace. */
await ensureReady()
if (cleanBuild() !== 0) giveUp("The build failed. See the output above.")
const { status } = spawnSync(process.execPath, ["e2e/consumers/main.ts", ...process.argv.slice(2)], {
  cwd: root,
  env: { ...process.env, WMODAL_CHROMIUM: await ensureChromium() },
  stdio: "inherit",
})
process.exitCode = status ?? 1
