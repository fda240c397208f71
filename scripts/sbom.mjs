import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { cleanBuild } from "./cleanBuild.mjs"
import { ensureReady, giveUp, root } from "./ensure.mjs"
import { getLicences, makeSbom } from "./licences/makeSbom.mjs"

/**
 * `npm run sbom -- [folder]`: builds everything, writes a CycloneDX document of each published package into a folder,
 * and prints the licences.
 */
const into = resolve(process.argv[2] ?? join(root, "dist/sbom"))

await ensureReady()
if (cleanBuild() !== 0) giveUp("The build failed. See the output above.")

const words = ["sbom", "--sbom-format=cyclonedx", "--package-lock-only"]
const { status, stdout } = spawnSync("npm", words, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 })
if (status !== 0) giveUp("npm sbom failed. It needs npm 9.8 or newer.")

const readJson = (path) => JSON.parse(readFileSync(path, "utf8"))
const folders = ["libs", "apps"].flatMap((group) =>
  readdirSync(join(root, group)).map((name) => join(root, group, name)),
)
const packages = folders.map((folder) => ({ folder, manifest: readJson(join(folder, "package.json")) }))
const manifests = Object.fromEntries(packages.map(({ manifest }) => [manifest.name, manifest]))
for (const { folder, manifest } of packages) {
  const { name, version, private: isPrivate } = manifest
  if (isPrivate) continue
  // The bundler lists the packages whose code it has put into the files.
  const bundled = ["dist/licenses.json", "dist/lib/licenses.json", "dist/cdn/licenses.json"]
    .map((path) => join(folder, path))
    .filter((path) => existsSync(path))
    .flatMap(readJson)
  const document = makeSbom(JSON.parse(stdout), manifests, name, bundled)
  const path = join(into, `${name}.cdx.json`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${JSON.stringify(document, null, 2)}\n`)
  const counts = Map.groupBy(document.components.flatMap(getLicences), (licence) => licence)
  const licences = [...counts].map(([licence, { length }]) => `${licence} ${length}`).join(", ")
  console.log(`${name} ${version}: ${document.components.length} packages (${licences || "none"})`)
}
console.log(`\nThe documents are in ${relative(process.cwd(), into) || "."}.`)
