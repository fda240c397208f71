import { fileURLToPath } from "node:url"
import { build } from "vite"

/** All the forms in which the modal leaves this room. Types come from `tsc`. */
const root = fileURLToPath(new URL("..", import.meta.url))
const modes = process.argv.length > 2 ? process.argv.slice(2) : ["lib", "cdn", "demo", "gallery"]

for (const mode of modes) {
  await build({ configFile: `${root}/vite.config.ts`, mode, logLevel: "warn" })
}
