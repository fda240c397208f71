import type { Page } from "playwright-core"
import { recoverMessageAddress, recoverTypedDataAddress } from "viem"
import { describe, expect } from "vitest"
import { type HostPageOptions, makeHostPage } from "../src/harness/hostPage.ts"
import { firstAccount, getModalViews } from "../src/harness/modal.ts"
import { requestOnPage } from "../src/harness/pageRequests.ts"
import { getSendViews, unknownRecipient } from "../src/harness/sendViews.ts"
import { getBalance } from "../src/harness/testWorld.ts"
import { type MetaMaskBackground, startMetaMaskBackground } from "./metaMaskBackground.ts"
import { bundleScript, realStory } from "./realStory.ts"
import { mail, signatureSchema } from "./signRequest.ts"

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

const stateOf = (page: Page) => page.evaluate(() => globalThis.modals[0]?.getState())

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
    const modal = await connect(page, metaMask)
    await modal.networkButton("Ethereum").click()
    const first = await metaMask.promptAfter(() => modal.button(/Polygon/).click())
    first.decline()
    await modal.text("Switch declined").waitFor()
    const second = await metaMask.promptAfter(() => modal.button("Try again").click())
    expect(second.method).toBe("wallet_switchEthereumChain")
    second.approve()
    await modal.networkButton("Polygon").waitFor()
    expect((await stateOf(page))?.account?.network).toBe("eip155:137")
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
      const modal = await connect(page, metaMask)
      const request = { method: "personal_sign", params: ["0x48656c6c6f", firstAccount] }
      const refused = requestOnPage(page, request)
      const first = await metaMask.promptAfter(() => modal.button("Continue").click())
      first.decline()
      expect(await refused).toMatch(/^4001 /)
      const signed = requestOnPage(page, request)
      const second = await metaMask.promptAfter(() => modal.button("Continue").click())
      second.approve()
      const signature = signatureSchema.parse(await signed)
      expect(await recoverMessageAddress({ message: "Hello", signature })).toBe(firstAccount)
    },
  )

  story("signs typed data", async ({ visit, metaMask }) => {
    const page = await visit()
    const modal = await connect(page, metaMask)
    const signed = requestOnPage(page, {
      method: "eth_signTypedData_v4",
      params: [firstAccount, JSON.stringify(mail)],
    })
    await modal.dialog.getByRole("checkbox", { name: "I know what I sign" }).check()
    const prompt = await metaMask.promptAfter(() => modal.button("Continue").click())
    prompt.approve()
    const signature = signatureSchema.parse(await signed)
    expect(await recoverTypedDataAddress({ ...mail, domain: { name: "Mail", chainId: 1n }, signature })).toBe(
      firstAccount,
    )
  })

  story("sends ETH, and nothing when the wallet declines", async ({ visit, metaMask, world }) => {
    const page = await visit()
    const modal = await connect(page, metaMask)
    await modal.accountButton().click()
    await modal.dialog.getByRole("button", { name: "Send", exact: true }).click()
    const { compose, checked, confirm, token } = getSendViews(page)
    await token.filter({ hasText: "ETH" }).waitFor()
    await compose({ amount: "1.5", to: unknownRecipient })
    await checked.check()
    const first = await metaMask.promptAfter(() => confirm.click())
    first.decline()
    await modal.text("Signature declined").waitFor()
    expect(await getBalance(world, 1, unknownRecipient)).toBe(0n)
    const second = await metaMask.promptAfter(() => confirm.click())
    second.approve()
    await modal.text("Confirmed").first().waitFor()
    expect(await getBalance(world, 1, unknownRecipient)).toBe((3n * 10n ** 18n) / 2n)
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
