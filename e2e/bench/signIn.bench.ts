/** Signs in and out fifty times in one page: frames, listeners of the window and heap, after ten to warm up and at the end. */
import { launch } from "../src/harness/browser.ts"
import { hostPage } from "../src/harness/hostPage.ts"
import { modalOn } from "../src/harness/modal.ts"
import { startOutside } from "../src/harness/outside.ts"
import { cdnIn, packModal } from "../src/harness/packedModal.ts"
import { paths } from "../src/harness/paths.ts"
import { embeddedButton, signInByMail, siteOf } from "../src/harness/signingIn.ts"
import { startSite } from "../src/harness/site.ts"

const warm = 10
const rounds = 50

const packed = await packModal()
const outside = await startOutside()
const site = await startSite({ ...paths, cdn: cdnIn(packed.folder) })
const { context, close } = await launch({ wallet: null })
const { directory, blockchain, relay, secureSite } = outside
const world = { projectId: "bench", directory, blockchain, relay, secureSite }
const owner = await siteOf(outside, world)

const page = await context.newPage()
await page.goto(site.host(hostPage(world, { secureSite: true })))
const session = await context.newCDPSession(page)

const look = async (when: string) => {
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

for (let round = 1; round <= warm + rounds; round += 1) {
  const modal = await signInByMail(page, owner, `person${round}@example.com`)
  await embeddedButton(page).click()
  await modal.button("Settings").click()
  await modal.button("Sign out").click()
  await modalOn(page).connectButton.waitFor()
  if (round === warm) await look(`after ${warm}`)
}
await look(`after ${rounds} more`)

await close()
await site.close()
await outside.close()
await packed.remove()
