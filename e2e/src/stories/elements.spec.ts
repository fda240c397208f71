import { describe, expect } from "vitest"
import { bundlePage } from "../harness/bundlePage.ts"
import { firstAccount, getModalViews, walletName } from "../harness/modal.ts"
import { makeStoryNetworks } from "../harness/networks.ts"
import { story } from "../harness/story.ts"
import type { TestWorld } from "../harness/testWorld.ts"

const source = `
import "@wmodal/modal-web/elements"
import { createWModal, evm } from "@wmodal/modal-web"
const options = JSON.parse(document.querySelector("#options").textContent)
globalThis.modals = [createWModal({ chains: [evm()], ...options })]
`

const makePage = async (world: TestWorld, body: string) => {
  const { ethereum, polygon } = makeStoryNetworks(world)
  const options = {
    projectId: world.projectId,
    networks: [ethereum, polygon],
    endpoints: { directory: world.directory },
    shadowRoot: "open",
  }
  const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Buttons</title>
    <link rel="icon" href="data:,">
    <script id="options" type="application/json">${JSON.stringify(options)}</script>
    <script type="module" src="/page.js"></script>
  </head>
  <body>${body}</body>
</html>
`
  return { files: { "/index.html": html, "/page.js": await bundlePage(source) } }
}

describe("buttons with every attribute", () => {
  story(
    "connects the named wallet, and shows the account as the attributes say",
    { tags: "full", timeout: 90_000 },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(
        await makePage(
          world,
          `<wmodal-wallet-button wallet="wmodal dev" label="Use the dev wallet" loading-label="One moment">
            <b slot="start">+</b>
          </wmodal-wallet-button>
          <wmodal-account-button id="full"></wmodal-account-button>
          <wmodal-account-button id="short" balance="hide" chars-start="6" chars-end="2" size="sm"></wmodal-account-button>
          <wmodal-button id="off" disabled></wmodal-button>`,
        ),
      )
      const modal = getModalViews(page)
      const button = page.getByRole("button", { name: "Use the dev wallet" })
      await button.waitFor()
      expect(await page.locator("#full").isVisible()).toBe(false)
      expect(await page.locator("#off").getByRole("button").isDisabled()).toBe(true)
      expect(await page.locator("b").isVisible()).toBe(true)

      const prompt = await wallet.promptAfter(() => button.click())
      await modal.heading(`Open ${walletName} to continue`).waitFor()
      await page.getByText("One moment").waitFor()
      await prompt.approve()

      const full = page.locator("#full").getByRole("button")
      await expect.poll(() => full.innerText()).toMatch(/0xf3\.\.\.b92266\s+[\d,.]+ ETH/i)
      const short = page.locator("#short").getByRole("button")
      await expect
        .poll(() => short.innerText())
        .toBe(`${firstAccount.slice(0, 6)}...${firstAccount.slice(-2)}`)
      expect((await short.boundingBox())?.height).toBe(36)
      const hit = await short.evaluate((one) => getComputedStyle(one, "::after").height)
      expect(Number.parseFloat(hit)).toBeGreaterThanOrEqual(44)
      const part = await page
        .locator("#full")
        .evaluate((one) => one.shadowRoot?.querySelector("[part=balance]")?.textContent)
      expect(part).toMatch(/ETH$/)

      await page.locator("wmodal-wallet-button").getByRole("button").click()
      await modal.button("Settings").waitFor()
    },
  )

  story(
    "looks for a wallet that is not on this device in the list of all wallets",
    { tags: "full", timeout: 90_000 },
    async ({ visitor, world }) => {
      const page = await visitor.visit(
        await makePage(world, '<wmodal-wallet-button wallet="Solflare"></wmodal-wallet-button>'),
      )
      await page.getByRole("button", { name: "Solflare" }).click()
      const modal = getModalViews(page)
      await modal.heading("All Wallets").waitFor()
      await expect.poll(() => modal.dialog.getByRole("searchbox").inputValue()).toBe("Solflare")
    },
  )
})
