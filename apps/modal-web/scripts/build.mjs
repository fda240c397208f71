import { copyFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { build } from "vite"
import { writeIntegrity } from "./integrity.mjs"

/** All the forms in which the modal leaves this room. Types come from `tsc`. */
const root = fileURLToPath(new URL("..", import.meta.url))
const modes = process.argv.length > 2 ? process.argv.slice(2) : ["lib", "cdn", "demo", "gallery"]

for (const mode of modes) {
  await build({ configFile: `${root}/vite.config.ts`, mode, logLevel: "warn" })
  // As it is: a page links to it, or imports it.
  if (mode === "lib" || mode === "cdn")
    await copyFile(`${root}/src/page/button.css`, `${root}/dist/${mode}/button.css`)
  if (mode === "cdn") await writeIntegrity(`${root}/dist/cdn`)
}
