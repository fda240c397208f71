import { spawnSync } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { cleanBuild } from "./cleanBuild.mjs"
import { ensureReady, giveUp, root } from "./ensure.mjs"

/** `npm run pack -- [folder]`: builds everything, and puts a tarball of each published package into a folder. */
const into = resolve(process.argv[2] ?? join(root, "dist/packages"))

await ensureReady()

const run = (command, args, cwd) => {
  const { status } = spawnSync(command, args, { cwd, stdio: ["ignore", "ignore", "inherit"] })
  if (status !== 0) giveUp(`${command} ${args.join(" ")} failed in ${cwd}. See the output above.`)
}

if (cleanBuild() !== 0) giveUp("The build failed. See the output above.")
mkdirSync(into, { recursive: true })
const folders = ["libs", "apps"].flatMap((group) =>
  readdirSync(join(root, group)).map((name) => join(root, group, name)),
)
for (const folder of folders) {
  const { name, private: isPrivate } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  if (isPrivate) continue
  // Sequential: packing replaces the manifest temporarily.
  run("npm", ["pack", "--silent", "--pack-destination", into], folder)
  console.log(name)
}
console.log(`\nThe tarballs are in ${into}. To install them: npm install ${into}/*.tgz`)
