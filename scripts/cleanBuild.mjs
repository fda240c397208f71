import { spawnSync } from "node:child_process"
import { readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { root } from "./ensure.mjs"

/**
 * Builds every package from scratch for packing: an earlier build, and nx's cache of one, may contain files without
 * sources.
 * @returns the exit code of the build.
 */
export function cleanBuild() {
  for (const group of ["libs", "apps"])
    for (const name of readdirSync(join(root, group)))
      rmSync(join(root, group, name, "dist"), { recursive: true, force: true })
  const words = ["run-many", "-t", "build", "--parallel=2", "--skip-nx-cache", "--exclude=@wmodal/e2e"]
  const env = { ...process.env, NX_TUI: "false", NX_DAEMON: "false" }
  const { status } = spawnSync(join(root, "node_modules/.bin/nx"), words, {
    cwd: root,
    env,
    stdio: ["ignore", "ignore", "inherit"],
  })
  return status ?? 1
}
