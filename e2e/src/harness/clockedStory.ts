import { launchBrowser } from "./browser.ts"
import { story } from "./story.ts"
import { makeVisitor } from "./visitor.ts"
import { getExtensionWallet } from "./wallet.ts"

/** A story on Playwright's clock. The clock applies to the whole browser, so these stories have their own. */
export const clockedStory = story
  .extend("clocked", { scope: "file" }, async ({ outside }, { onCleanup }) => {
    const browser = await launchBrowser({
      wallet: { blockchain: outside.blockchain, projectId: "nobody" },
      motion: "no-preference",
    })
    onCleanup(browser.close)
    await browser.context.clock.install()
    return browser
  })
  .extend("patient", async ({ clocked, site, world }, { onCleanup }) => {
    const wallet = getExtensionWallet(clocked.context)
    await wallet.reset(world.projectId)
    const visitor = makeVisitor(clocked.context, site)
    onCleanup(visitor.leave)
    return { wallet, visit: visitor.visit }
  })
