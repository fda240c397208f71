import { build } from "vite"
import { earlyEntries } from "./chunkGroups.mjs"
import { onlyEarly } from "./lateHalves.mjs"
import { fileURLToPath } from "node:url"
const root = fileURLToPath(new URL("..", import.meta.url))
const [{ output }] = [await build({ configFile: `${root}/vite.config.ts`, mode: "lib", logLevel: "warn", plugins: [onlyEarly(earlyEntries)], build: { write: false } })].flat()
for (const c of output) if (c.type === "chunk") { console.log("CHUNK", c.fileName, c.isEntry, c.imports, c.dynamicImports.length)
 for (const [id, m] of Object.entries(c.modules)) if (/internal.option|doNotation|Caip|Clock.ts|dist.Option|internal.effect.js/.test(id)) console.log(id, m.renderedExports.join(" "), m.code?.length)
 if (/Option/.test(c.code)) console.log([...c.code.matchAll(/.*\b(none\$1|some\$1|bind\$2)\b.*/g)].map(x=>x[0]).slice(0,10)) }
