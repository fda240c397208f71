/** What a page pays, in gzipped bytes: before anybody wants the modal, and until Connect can be used. */
import { launch } from "../src/harness/browser.ts"
import { clickToRow } from "../src/harness/clickToRow.ts"
import { hostPage } from "../src/harness/hostPage.ts"
import { startOutside } from "../src/harness/outside.ts"
import { cdnIn, packModal } from "../src/harness/packedModal.ts"
import { paths } from "../src/harness/paths.ts"
import { startSite } from "../src/harness/site.ts"
import { isReact, putOnScales, sum, type Weighed } from "../src/harness/weight.ts"

const packed = await packModal()
const outside = await startOutside()
const site = await startSite({ ...paths, cdn: cdnIn(packed.folder) })
const { context, close } = await launch({
  wallet: { blockchain: outside.blockchain, projectId: "bench" },
  motion: "no-preference",
})

const page = await context.newPage()
const scales = putOnScales(page)
await page.goto(
  site.host(
    hostPage({
      projectId: "bench",
      directory: outside.directory,
      blockchain: outside.blockchain,
      relay: outside.relay,
      secureSite: outside.secureSite,
    }),
  ),
  { waitUntil: "networkidle" },
)
const before = await scales.read()
await page.getByRole("button", { name: "Connect wallet" }).waitFor()
const { at } = await clickToRow(page)
const all = (await scales.read()).filter(({ asked }) => asked <= at)

await close()
await site.close()
await outside.close()
await packed.remove()

const list = (weighed: readonly Weighed[]) => {
  for (const { gzip, path } of weighed) console.log(`  ${String(gzip).padStart(7)} ${path}`)
}
const counted = all.filter((one) => !isReact(one))
console.log(`before intent: ${sum(before)} bytes gzip`)
list(before)
console.log(`until Connect is interactive, less React: ${sum(counted)} bytes gzip`)
list(all)
