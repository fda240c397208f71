import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { runCommand } from "../../consumers/exec.ts"

/** Installs the npm packages of a folder that is no workspace, once for each state of its lockfile. */
export const installLocked = async (folder: string): Promise<void> => {
  const read = (path: string) => readFile(join(folder, path), "utf8")
  const installed = "node_modules/.installed-lock.json"
  const isInstalled =
    existsSync(join(folder, installed)) && (await read(installed)) === (await read("package-lock.json"))
  if (isInstalled) return
  const flags = ["--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
  await runCommand("npm", ["ci", ...flags], { cwd: folder })
  await runCommand("cp", ["package-lock.json", installed], { cwd: folder })
}
