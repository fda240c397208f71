/**
 * Click to first wallet visible, as a ratio to a bare React list that is loaded and drawn in the same run.
 * Each sample is a new page at a new origin: nothing is cached, in either.
 */
import { fileURLToPath } from "node:url"
import { build } from "vite"
import { launch } from "../src/harness/browser.ts"
import { clickToRow } from "../src/harness/clickToRow.ts"
import { hostPage } from "../src/harness/hostPage.ts"
import { startOutside } from "../src/harness/outside.ts"
import { cdnIn, packModal } from "../src/harness/packedModal.ts"
import { paths } from "../src/harness/paths.ts"
import { type Host, startSite } from "../src/harness/site.ts"

const samples = 7
const bareDir = fileURLToPath(new URL("../dist/bare/", import.meta.url))

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

await build({
  root: fileURLToPath(new URL("./bare/", import.meta.url)),
  configFile: false,
  logLevel: "warn",
  build: { outDir: bareDir, emptyOutDir: true },
})

const packed = await packModal()
const outside = await startOutside()
const site = await startSite({ ...paths, demo: bareDir, cdn: cdnIn(packed.folder) })
const { context, close } = await launch({
  wallet: { blockchain: outside.blockchain, projectId: "bench" },
  motion: "no-preference",
})

const timed = async (host: Host) => {
  const page = await context.newPage()
  await page.goto(site.host(host), { waitUntil: "load" })
  await page.getByRole("button", { name: "Connect wallet" }).waitFor()
  const { milliseconds } = await clickToRow(page)
  await page.close()
  return milliseconds
}

const modal: number[] = []
const bare: number[] = []
for (let round = 0; round <= samples; round += 1) {
  const world = {
    projectId: `bench-${round}`,
    directory: outside.directory,
    blockchain: outside.blockchain,
    relay: outside.relay,
    secureSite: outside.secureSite,
  }
  const [ofModal, ofBare] = [await timed(hostPage(world)), await timed({ folder: "demo" })]
  // The first round warms the browser and the servers.
  if (round === 0) continue
  modal.push(ofModal)
  bare.push(ofBare)
}

await close()
await site.close()
await outside.close()
await packed.remove()

const ms = (value: number) => `${value.toFixed(1)} ms`
console.log(`click to first wallet visible, median of ${samples}: ${ms(median(modal))}`)
console.log(`a bare React list, same run:                   ${ms(median(bare))}`)
console.log(`ratio: ${(median(modal) / median(bare)).toFixed(2)}`)
