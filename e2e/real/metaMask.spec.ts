import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { type HostPageOptions, makeHostPage } from "../src/harness/hostPage.ts"
import { firstAccount, getModalViews } from "../src/harness/modal.ts"
import { type MetaMaskBackground, startMetaMaskBackground } from "./metaMaskBackground.ts"
import { bundleScript, realStory } from "./realStory.ts"
import { sendEther, signMessage, signTypedData, stateOf, switchToPolygon } from "./walletSteps.ts"

const story = realStory
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the pattern to know what a fixture needs
  .extend("metaMaskScript", { scope: "worker" }, async ({}) => bundleScript("metaMask"))
  .extend("metaMask", ({ world }) => startMetaMaskBackground(world))
  .extend(
    "visit",
    ({ visitor, world, metaMask, metaMaskScript }) =>
      (options: HostPageOptions = {}) =>
        visitor.visit(makeHostPage(world, { ...options, before: metaMaskScript }), metaMask.attach),
  )

const connect = async (page: Page, metaMask: MetaMaskBackground) => {
  const modal = getModalViews(page)
  await modal.connectButton.click()
  const prompt = await metaMask.promptAfter(() => modal.row("MetaMask").click())
  prompt.approve()
  await modal.accountButton().waitFor()
  return modal
}

describe("the modal with MetaMask's page script", () => {
  story("connects", async ({ visit, metaMask }) => {
    const page = await visit()
    await connect(page, metaMask)
    expect(await stateOf(page)).toMatchObject({
      status: "connected",
      account: { address: firstAccount, network: "eip155:1" },
    })
  })

  story("connects on the second try when the first is declined", async ({ visit, metaMask }) => {
    const page = await visit()
    const modal = getModalViews(page)
    await modal.connectButton.click()
    const first = await metaMask.promptAfter(() => modal.row("MetaMask").click())
    first.decline()
    await modal.text("Connection declined").waitFor()
    expect((await stateOf(page))?.account).toBeNull()
    const second = await metaMask.promptAfter(() => modal.button("Try again").click())
    second.approve()
    await modal.accountButton().waitFor()
  })

  story(
    "says that the wallet is asking already when the page reloads meanwhile",
    async ({ visit, metaMask }) => {
      const page = await visit()
      const modal = getModalViews(page)
      await modal.connectButton.click()
      await metaMask.promptAfter(() => modal.row("MetaMask").click())
      await page.reload()
      await modal.connectButton.click()
      await modal.row("MetaMask").click()
      await modal.text("Open your wallet and answer the request that it already shows.").waitFor()
    },
  )

  story("switches the network, also after a declined request", async ({ visit, metaMask }) => {
    const page = await visit()
    await connect(page, metaMask)
    await switchToPolygon(page, metaMask)
  })

  story("adds a network that the wallet does not know", async ({ visit, metaMask }) => {
    const page = await visit({ networks: ["ethereum", "base"] })
    const modal = await connect(page, metaMask)
    await modal.networkButton("Ethereum").click()
    const prompt = await metaMask.promptAfter(() => modal.button(/Base/).click())
    expect(prompt.method).toBe("wallet_addEthereumChain")
    prompt.approve()
    await modal.networkButton("Base").waitFor()
  })

  story("follows the wallet to another network", async ({ visit, metaMask }) => {
    const page = await visit()
    const modal = await connect(page, metaMask)
    await metaMask.selectChain(137)
    await modal.networkButton("Polygon").waitFor()
  })

  story(
    "signs a message, and reports a declined one to the page with code 4001",
    async ({ visit, metaMask }) => {
      const page = await visit()
      await connect(page, metaMask)
      await signMessage(page, metaMask)
    },
  )

  story("signs typed data", async ({ visit, metaMask }) => {
    const page = await visit()
    await connect(page, metaMask)
    await signTypedData(page, metaMask)
  })

  story("sends ETH, and nothing when the wallet declines", async ({ visit, metaMask, world }) => {
    const page = await visit()
    await connect(page, metaMask)
    await sendEther(page, metaMask, world)
  })

  story("takes the wallet's permission away when the user disconnects", async ({ visit, metaMask }) => {
    const page = await visit()
    const modal = await connect(page, metaMask)
    await modal.accountButton().click()
    await modal.disconnect()
    await modal.connectButton.waitFor()
    await expect.poll(metaMask.isPermitted).toBe(false)
    await page.reload()
    await modal.connectButton.waitFor()
  })

  story("disconnects when the wallet takes the permission away", async ({ visit, metaMask }) => {
    const page = await visit()
    const modal = await connect(page, metaMask)
    await metaMask.revoke()
    await modal.connectButton.waitFor()
  })

  story("restores the session without a prompt after a reload", async ({ visit, metaMask }) => {
    const page = await visit()
    const modal = await connect(page, metaMask)
    await metaMask.selectChain(137)
    await modal.networkButton("Polygon").waitFor()
    await page.reload()
    await modal.accountButton().waitFor()
    await modal.networkButton("Polygon").waitFor()
  })

  story("restores the session after a reload when the extension was lost", async ({ visit, metaMask }) => {
    const page = await visit()
    const modal = await connect(page, metaMask)
    await page.evaluate(() => globalThis.loseBackground())
    await modal.connectButton.waitFor()
    await page.reload()
    await modal.accountButton().waitFor()
    expect(metaMask.isPermitted()).toBe(true)
  })
})
