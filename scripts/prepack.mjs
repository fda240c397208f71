import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { giveUp, root } from "./ensure.mjs"

/**
 * Runs in a package's folder before `npm pack` and `npm publish`, and with `--restore` after it. The published
 * manifest has no entry of the workspace: no sources, no scripts, no development dependencies, no excluded sub-path.
 */
const folder = process.cwd()
const manifest = join(folder, "package.json")
const kept = join(folder, "package.json.workspace")
const license = join(folder, "LICENSE")

if (process.argv.includes("--restore")) restore()
else prepare()

function restore() {
  if (existsSync(kept)) renameSync(kept, manifest)
  rmSync(license, { force: true })
}

function prepare() {
  // An interrupted pack leaves the published manifest in place, with the workspace's own next to it.
  if (existsSync(kept)) restore()
  const own = readFileSync(manifest, "utf8")
  const published = JSON.parse(own)
  for (const key of ["scripts", "devDependencies", "nx"]) delete published[key]
  if (published.exports !== undefined)
    published.exports = publishedExports(published.exports, published.files)
  writeFileSync(kept, own)
  writeFileSync(manifest, `${JSON.stringify(published, null, 2)}\n`)
  copyFileSync(join(root, "LICENSE"), license)
}

/** Returns the exports without the condition of the sources and without paths that `files` excludes. */
function publishedExports(exports, files = []) {
  const leftOut = files
    .filter((pattern) => /^!dist\/\w+$/.test(pattern))
    .map((pattern) => `./${pattern.slice(1)}/`)
  const isLeftOut = (file) => leftOut.some((prefix) => file.startsWith(prefix))
  return Object.fromEntries(
    Object.entries(exports).flatMap(([path, target]) => {
      if (typeof target === "string") return [[path, target]]
      const { "@wmodal/source": _, ...conditions } = target
      const used = Object.values(conditions)
      if (used.some(isLeftOut)) return []
      const missing = used.find((file) => !file.includes("*") && !existsSync(join(folder, file)))
      if (missing !== undefined) giveUp(`${missing} does not exist. Build first: npm run build.`)
      return [[path, conditions]]
    }),
  )
}
