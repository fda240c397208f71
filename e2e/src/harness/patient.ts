import { launch } from "./browser.ts"
import { story } from "./story.ts"
import { makeVisitor } from "./visitor.ts"
import { walletOf } from "./wallet.ts"

/** A story whose minutes pass on Playwright's clock. That is the whole browser's, so these have one of their own. */
export const patientStory = story
  .extend("clocked", { scope: "file" }, async ({ outside }, { onCleanup }) => {
    const browser = await launch({
      wallet: { blockchain: outside.blockchain, projectId: "nobody" },
      motion: "no-preference",
    })
    onCleanup(browser.close)
    await browser.context.clock.install()
    return browser
  })
  .extend("patient", async ({ clocked, site, world }, { onCleanup }) => {
    const wallet = walletOf(clocked.context)
    await wallet.reset(world.projectId)
    const visitor = makeVisitor(clocked.context, site)
    onCleanup(visitor.leave)
    return { wallet, visit: visitor.visit }
  })
