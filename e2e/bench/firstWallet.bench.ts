/**
 * Measures the time from the click to the first visible wallet, as a ratio to a bare React list that is loaded and
 * drawn in the same run.
 * Each sample is a new page at a new origin, without a cache.
 */
import { fileURLToPath } from "node:url"
import { build } from "vite"
import { launchBrowser } from "../src/harness/browser.ts"
import { makeHostPage } from "../src/harness/hostPage.ts"
import { measureClickToRow } from "../src/harness/measureClickToRow.ts"
import { startMockOutside } from "../src/harness/mockOutside.ts"
import { getCdnFolder, packModal } from "../src/harness/packedModal.ts"
import { paths } from "../src/harness/paths.ts"
import { type HostOptions, startSite } from "../src/harness/site.ts"

const sampleCount = 7
const bareDir = fileURLToPath(new URL("../dist/bare/", import.meta.url))

const getMedian = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

await build({
  root: fileURLToPath(new URL("./bare/", import.meta.url)),
  configFile: false,
  logLevel: "warn",
  build: { outDir: bareDir, emptyOutDir: true },
})

const packed = await packModal()
const outside = await startMockOutside()
const site = await startSite({ ...paths, demo: bareDir, cdn: getCdnFolder(packed.folder) })
const { context, close } = await launchBrowser({
  wallet: { blockchain: outside.blockchain, projectId: "bench" },
  motion: "no-preference",
})

const measureFirstWallet = async (host: HostOptions) => {
  const page = await context.newPage()
  await page.goto(site.host(host), { waitUntil: "load" })
  await page.getByRole("button", { name: "Connect wallet" }).waitFor()
  const { milliseconds } = await measureClickToRow(page)
  await page.close()
  return milliseconds
}

const modal: number[] = []
const bare: number[] = []
for (let round = 0; round <= sampleCount; round += 1) {
  const world = {
    projectId: `bench-${round}`,
    directory: outside.directory,
    blockchain: outside.blockchain,
    relay: outside.relay,
    secureSite: outside.secureSite,
  }
  const [ofModal, ofBare] = [
    await measureFirstWallet(makeHostPage(world)),
    await measureFirstWallet({ folder: "demo" }),
  ]
  // The first round warms the browser and the servers.
  if (round === 0) continue
  modal.push(ofModal)
  bare.push(ofBare)
}

await close()
await site.close()
await outside.close()
await packed.remove()

const formatMs = (value: number) => `${value.toFixed(1)} ms`
console.log(`click to first wallet visible, median of ${sampleCount}: ${formatMs(getMedian(modal))}`)
console.log(`a bare React list, same run:                   ${formatMs(getMedian(bare))}`)
console.log(`ratio: ${(getMedian(modal) / getMedian(bare)).toFixed(2)}`)
