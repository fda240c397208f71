/**
 * Signs in and out fifty times in one page: counts frames, window listeners and heap, after ten warm-up rounds and at
 * the end.
 */
import { launchBrowser } from "../src/harness/browser.ts"
import { getEmbeddedButton, openSiteOwner, signInByMail } from "../src/harness/embeddedSignIn.ts"
import { makeHostPage } from "../src/harness/hostPage.ts"
import { startMockOutside } from "../src/harness/mockOutside.ts"
import { getModalViews } from "../src/harness/modal.ts"
import { getCdnFolder, packModal } from "../src/harness/packedModal.ts"
import { paths } from "../src/harness/paths.ts"
import { startSite } from "../src/harness/site.ts"

const warmupRounds = 10
const roundCount = 50

const packed = await packModal()
const outside = await startMockOutside()
const site = await startSite({ ...paths, cdn: getCdnFolder(packed.folder) })
const { context, close } = await launchBrowser({ wallet: null })
const { directory, blockchain, prices, relay, secureSite } = outside
const world = { projectId: "bench", directory, blockchain, relay, secureSite, prices }
const owner = await openSiteOwner(outside, world)

const page = await context.newPage()
await page.goto(site.host(makeHostPage(world, { secureSite: true })))
const session = await context.newCDPSession(page)

const reportMemory = async (when: string) => {
  await session.send("HeapProfiler.collectGarbage")
  const { result } = await session.send("Runtime.evaluate", {
    expression: "Object.values(getEventListeners(window)).flat().length",
    includeCommandLineAPI: true,
  })
  const { usedSize } = await session.send("Runtime.getHeapUsage")
  const frames = await page.locator("iframe").count()
  console.log(
    `${when}: ${frames} frames, ${result.value} listeners of the window, heap ${(usedSize / 2 ** 20).toFixed(1)} MB`,
  )
}

for (let round = 1; round <= warmupRounds + roundCount; round += 1) {
  const modal = await signInByMail(page, owner, `person${round}@example.com`)
  await getEmbeddedButton(page).click()
  await modal.button("Settings").click()
  await modal.button("Sign out").click()
  await getModalViews(page).connectButton.waitFor()
  if (round === warmupRounds) await reportMemory(`after ${warmupRounds}`)
}
await reportMemory(`after ${roundCount} more`)

await close()
await site.close()
await outside.close()
await packed.remove()
