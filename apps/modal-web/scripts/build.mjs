import { readFile, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { transform } from "lightningcss"
import { build } from "vite"
import { earlyEntries, makeChunkGroups } from "./chunkGroups.mjs"
import { floorTargets } from "./floor.mjs"
import { writeIntegrity } from "./integrity.mjs"
import { lateHalves, onlyEarly } from "./lateHalves.mjs"
import { lateParts } from "./lateParts.mjs"
import { reactBeside } from "./reactBeside.mjs"

/** Builds every published form of the modal. `tsc` emits the types. */
const root = fileURLToPath(new URL("..", import.meta.url))
const modes = process.argv.length > 2 ? process.argv.slice(2) : ["lib", "cdn", "demo", "gallery"]

const isChunk = ({ type }) => type === "chunk"

for (const mode of modes) {
  const options = { configFile: `${root}/vite.config.ts`, mode, logLevel: "warn" }
  if (mode === "lib" || mode === "cdn") {
    const look = async (plugin) => {
      const [{ output }] = [await build({ ...options, plugins: [plugin], build: { write: false } })].flat()
      return output.filter(isChunk)
    }
    const early = (await look(onlyEarly(earlyEntries))).flatMap(({ modules }) => Object.entries(modules))
    const used = new Map(early.map(([id, { renderedExports }]) => [id, new Set(renderedExports)]))
    const groups = makeChunkGroups(await look(lateHalves(used)))
    await build({
      ...options,
      // The files of the script tag are not bundled again, and have React.
      plugins: [lateHalves(used), mode === "lib" ? lateParts() : reactBeside],
      build: { rolldownOptions: { output: { codeSplitting: { groups } } } },
    })
  } else await build(options)
  // A page links to this file or imports it.
  if (mode === "lib" || mode === "cdn") {
    const filename = `${root}/src/page/button.css`
    const { code } = transform({ filename, code: await readFile(filename), targets: floorTargets })
    await writeFile(`${root}/dist/${mode}/button.css`, code)
  }
  if (mode === "cdn") await writeIntegrity(`${root}/dist/cdn`)
}
