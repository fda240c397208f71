import { randomBytes } from "node:crypto"
import { inject, test } from "vitest"
import { launchBrowser } from "./browser.ts"
import { startMockOutside } from "./mockOutside.ts"
import { paths } from "./paths.ts"
import { startSite } from "./site.ts"
import { openShell } from "./terminal.ts"
import type { TestWorld } from "./testWorld.ts"
import { makeVisitor } from "./visitor.ts"
import { getExtensionWallet } from "./wallet.ts"

/**
 * A test of a user journey. Browser, mock server and site are shared per worker; world, wallet state and origin are
 * new for each story.
 */
export const story = test
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the pattern to know what a fixture needs
  .extend("site", { scope: "worker" }, async ({}, { onCleanup }) => {
    const site = await startSite({ ...paths, cdn: inject("cdn") })
    onCleanup(site.close)
    return site
  })
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the pattern to know what a fixture needs
  .extend("outside", { scope: "worker" }, async ({}, { onCleanup }) => {
    const outside = await startMockOutside()
    onCleanup(outside.close)
    return outside
  })
  .extend("browser", { scope: "worker" }, async ({ outside }, { onCleanup }) => {
    const browser = await launchBrowser({ wallet: { blockchain: outside.blockchain, projectId: "nobody" } })
    onCleanup(browser.close)
    return browser
  })
  .extend(
    "world",
    async ({ outside }): Promise<TestWorld> => ({
      projectId: `story-${randomBytes(6).toString("hex")}`,
      directory: outside.directory,
      blockchain: outside.blockchain,
      relay: outside.relay,
      secureSite: outside.secureSite,
      prices: outside.prices,
    }),
  )
  .extend(
    "plan",
    async ({ outside, world }) =>
      (faults: Parameters<typeof outside.setFaults>[1]) =>
        outside.setFaults(world.projectId, faults),
  )
  .extend("wallet", async ({ browser, world }) => {
    const wallet = getExtensionWallet(browser.context)
    await wallet.reset(world.projectId)
    return wallet
  })
  .extend("visitor", async ({ browser, site, task }, { onCleanup }) => {
    const visitor = makeVisitor(browser.context, site)
    onCleanup(async () => {
      if (task.result?.state === "fail") process.stderr.write(`${await visitor.describe()}\n`)
      await visitor.leave()
    })
    return visitor
  })
  .extend("shell", async ({ world }, { onCleanup }) => {
    const shell = await openShell(world)
    onCleanup(shell.close)
    return shell
  })
