/** Measures gzipped bytes of a page: before intent, and until Connect is interactive. */
import { launchBrowser } from "../src/harness/browser.ts"
import { makeHostPage } from "../src/harness/hostPage.ts"
import { measureClickToRow } from "../src/harness/measureClickToRow.ts"
import { startMockOutside } from "../src/harness/mockOutside.ts"
import { getCdnFolder, packModal } from "../src/harness/packedModal.ts"
import { paths } from "../src/harness/paths.ts"
import { startSite } from "../src/harness/site.ts"
import { isReact, recordWeight, sumGzip, type WeighedResponse } from "../src/harness/weight.ts"

const packed = await packModal()
const outside = await startMockOutside()
const site = await startSite({ ...paths, cdn: getCdnFolder(packed.folder) })
const { context, close } = await launchBrowser({
  wallet: { blockchain: outside.blockchain, projectId: "bench" },
  motion: "no-preference",
})

const page = await context.newPage()
const scales = recordWeight(page)
await page.goto(
  site.host(
    makeHostPage({
      projectId: "bench",
      directory: outside.directory,
      blockchain: outside.blockchain,
      relay: outside.relay,
      secureSite: outside.secureSite,
      prices: outside.prices,
    }),
  ),
  { waitUntil: "networkidle" },
)
const before = await scales.read()
await page.getByRole("button", { name: "Connect wallet" }).waitFor()
const { at } = await measureClickToRow(page)
const all = (await scales.read()).filter(({ requestedAt }) => requestedAt <= at)

await close()
await site.close()
await outside.close()
await packed.remove()

const printResponses = (weighed: readonly WeighedResponse[]) => {
  for (const { gzip, path } of weighed) console.log(`  ${String(gzip).padStart(7)} ${path}`)
}
const countedResponses = all.filter((one) => !isReact(one))
console.log(`before intent: ${sumGzip(before)} bytes gzip`)
printResponses(before)
console.log(`until Connect is interactive, less React: ${sumGzip(countedResponses)} bytes gzip`)
printResponses(all)
