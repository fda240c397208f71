/**
 * Measures the time from the click to the first visible wallet, as a ratio to a bare React list that is loaded and
 * drawn in the same run: on a page that had a second to be idle, and with the click as the first thing that happens.
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

const idleMs = { idle: 1000, "first click": 0 }
type ClickTime = keyof typeof idleMs
const clickTimes: readonly ClickTime[] = ["idle", "first click"]

const measureFirstWallet = async (host: HostOptions, clickTime: ClickTime) => {
  const page = await context.newPage()
  await page.goto(site.host(host), { waitUntil: "load" })
  await page.getByRole("button", { name: "Connect wallet" }).waitFor()
  await page.waitForTimeout(idleMs[clickTime])
  const { milliseconds } = await measureClickToRow(page)
  await page.close()
  return milliseconds
}

const times: Record<ClickTime, { readonly modal: number[]; readonly bare: number[] }> = {
  idle: { modal: [], bare: [] },
  "first click": { modal: [], bare: [] },
}
for (let round = 0; round <= sampleCount; round += 1)
  for (const clickTime of clickTimes) {
    const world = {
      projectId: `bench-${round}-${clickTime.length}`,
      directory: outside.directory,
      blockchain: outside.blockchain,
      relay: outside.relay,
      secureSite: outside.secureSite,
      prices: outside.prices,
    }
    const ofModal = await measureFirstWallet(makeHostPage(world), clickTime)
    const ofBare = await measureFirstWallet({ folder: "demo" }, clickTime)
    // The first round warms the browser and the servers.
    if (round === 0) continue
    times[clickTime].modal.push(ofModal)
    times[clickTime].bare.push(ofBare)
  }

await close()
await site.close()
await outside.close()
await packed.remove()

const formatMs = (value: number) => `${value.toFixed(1)} ms`
for (const clickTime of clickTimes) {
  const [modal, bare] = [getMedian(times[clickTime].modal), getMedian(times[clickTime].bare)]
  console.log(`${clickTime}: click to first wallet visible, median of ${sampleCount}: ${formatMs(modal)}`)
  console.log(
    `${clickTime}: a bare React list, same run: ${formatMs(bare)}, ratio ${(modal / bare).toFixed(2)}`,
  )
}
