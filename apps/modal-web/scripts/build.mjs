import { copyFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { build } from "vite"
import { makeChunkGroups } from "./chunkGroups.mjs"
import { writeIntegrity } from "./integrity.mjs"
import { lateParts } from "./lateParts.mjs"

/** Builds every published form of the modal. `tsc` emits the types. */
const root = fileURLToPath(new URL("..", import.meta.url))
const modes = process.argv.length > 2 ? process.argv.slice(2) : ["lib", "cdn", "demo", "gallery"]

for (const mode of modes) {
  const options = { configFile: `${root}/vite.config.ts`, mode, logLevel: "warn" }
  if (mode === "lib" || mode === "cdn") {
    const [{ output }] = [await build({ ...options, build: { write: false } })].flat()
    const groups = makeChunkGroups(output.filter(({ type }) => type === "chunk"))
    await build({
      ...options,
      // The files of the script tag are not bundled again.
      plugins: mode === "lib" ? [lateParts()] : [],
      build: { rolldownOptions: { output: { codeSplitting: { groups } } } },
    })
  } else await build(options)
  // The file is copied unchanged: a page links to it or imports it.
  if (mode === "lib" || mode === "cdn")
    await copyFile(`${root}/src/page/button.css`, `${root}/dist/${mode}/button.css`)
  if (mode === "cdn") await writeIntegrity(`${root}/dist/cdn`)
}
