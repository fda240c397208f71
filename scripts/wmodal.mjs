import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { ensureReady, root } from "./ensure.mjs"

await ensureReady()

const built = join(root, "apps/cli/dist/wmodal.js")
if (!existsSync(built)) {
  const { name } = JSON.parse(readFileSync(join(root, "apps/cli/package.json"), "utf8"))
  const build = spawnSync(join(root, "node_modules/.bin/nx"), ["run", `${name}:build`], {
    cwd: root,
    env: { ...process.env, NX_TUI: "false", NX_DAEMON: "false" },
    // stdout contains only the command's data.
    stdio: ["ignore", 2, 2],
  })
  if (build.status !== 0) process.exit(build.status ?? 1)
}

// npm runs a script in the root; relative paths refer to the folder of the caller.
if (process.env.INIT_CWD !== undefined) process.chdir(process.env.INIT_CWD)
await import(pathToFileURL(built).href)
