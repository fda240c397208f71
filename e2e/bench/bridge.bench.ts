/**
 * Measures the round trip of a safe call through the bridge to a frame of another origin, as a ratio to a bare
 * `postMessage` echo and to Penpal, in alternation in the same page.
 */
import { fileURLToPath } from "node:url"
import { build } from "vite"
import { launchBrowser } from "../src/harness/browser.ts"
import { paths } from "../src/harness/paths.ts"
import { startSite } from "../src/harness/site.ts"

/** Below the bridge's rate limit; the pause after a round restores the limit. */
const callsPerRound = 40
const roundPauseMs = 1000
const rounds = 25

const built = fileURLToPath(new URL("../dist/bridge/", import.meta.url))
const root = fileURLToPath(new URL("./bridge/", import.meta.url))
await build({
  root,
  configFile: false,
  logLevel: "error",
  resolve: { conditions: ["@wmodal/source", "module", "browser", "production"] },
  build: {
    target: "es2024",
    outDir: built,
    emptyOutDir: true,
    rolldownOptions: { input: [`${root}index.html`, `${root}frame.html`] },
  },
})

const site = await startSite({ ...paths, demo: built })
const { context, close } = await launchBrowser({ wallet: null })
const page = await context.newPage()
await page.goto(`${site.host({})}/?frame=${site.host({})}`)

const times = await page.evaluate(
  async ([calls, pause, rounds]) => {
    const ways = await globalThis.ways
    const times = { bare: [] as number[], bridge: [] as number[], penpal: [] as number[] }
    const names = ["bare", "bridge", "penpal"] as const
    for (let round = 0; round < rounds; round += 1) {
      // Each variant is first and last equally often.
      for (let turn = 0; turn < names.length; turn += 1) {
        const name = names[(round + turn) % names.length] ?? "bare"
        const ask = ways[name]
        for (let call = 0; call < calls; call += 1) {
          const began = performance.now()
          await ask()
          times[name].push(performance.now() - began)
        }
      }
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
    return times
  },
  [callsPerRound, roundPauseMs, rounds] as const,
)

await close()
await site.close()

const getMean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length
const getMedian = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
for (const [name, all] of Object.entries(times))
  console.log(
    `${name.padEnd(7)} ${all.length} calls, mean ${getMean(all).toFixed(3)} ms, median ${getMedian(all).toFixed(3)} ms`,
  )
console.log(
  `bridge / bare postMessage: ${(getMean(times.bridge) / getMean(times.bare)).toFixed(2)} (1.5 or less)`,
)
console.log(`bridge / Penpal: ${(getMean(times.bridge) / getMean(times.penpal)).toFixed(2)}`)
