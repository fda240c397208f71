import { mkdir, rm, writeFile } from "node:fs/promises"
import { bundlePages } from "../dist/secure-site/frame/bundle.js"

/** What the pages of the secure site load, beside the code that serves them. */
const folder = new URL("../dist/secure-site/frame/bundled/", import.meta.url)
const files = await bundlePages(new URL("../src/secure-site/frame/", import.meta.url))
await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
await Promise.all([...files].map(([name, text]) => writeFile(new URL(name, folder), text)))
