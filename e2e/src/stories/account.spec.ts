import { describe, expect } from "vitest"
import { makeHostPage } from "../harness/hostPage.ts"
import { awaitFocusOn, pressTabTo } from "../harness/keyboard.ts"
import {
  connectWallet,
  firstAccount,
  getModalViews,
  secondAccount,
  toAccountLabel,
  walletName,
} from "../harness/modal.ts"
import { mockUsdCoin } from "../harness/sendViews.ts"
import { story } from "../harness/story.ts"
import { getTokenBalance } from "../harness/testWorld.ts"

/** A wallet named "Odd" that shares two accounts. */
const twoAccountWallet = `
announce(
  { uuid: "00000000-0000-4000-8000-00000000000f", name: "Odd", icon: "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>", rdns: "odd.example" },
  {
    request: async ({ method }) => {
      if (method === "eth_chainId") return "0x1"
      if (method === "eth_requestAccounts" || method === "eth_accounts") return ["${firstAccount}", "${secondAccount}"]
      throw { code: -32601, message: "no" }
    },
    on() {},
    removeListener() {},
  },
)
`

describe("account view", () => {
  story("shows the chain's tokens, with two decimals", async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    const modal = await connectWallet(page, wallet)
    await modal.accountButton().click()
    await modal.listItem("10,000.00 ETH").waitFor()
    const held = await getTokenBalance(world, 1, mockUsdCoin, firstAccount)
    const shown = new Intl.NumberFormat("en", { minimumFractionDigits: 2 }).format(held / 1_000_000n)
    await modal.listItem(`${shown} mUSDC`).waitFor()
    // The total value, and one Tab stop for three tabs.
    await modal.text(/^\$$/).first().waitFor()
    expect(await modal.dialog.getByRole("tab").count()).toBe(3)
    // The card keeps its position for any amount of content: otherwise a press could miss a moving target.
    const top = async () => (await modal.button("Close").boundingBox())?.y
    const tall = await top()
    await modal.button("Settings").click()
    await modal.button("Disconnect").waitFor()
    expect(await top()).toBe(tall)
  })

  story(
    "copies the full address, and links to the explorer",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const { origin } = new URL(page.url())
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin })
      const modal = await connectWallet(page, wallet)
      await page.bringToFront()
      await modal.accountButton().click()
      await modal.button("Copy address").first().click()
      await modal.button("Copied").waitFor()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(firstAccount)
      const explorer = modal.dialog.getByRole("link", { name: /Show the account in the explorer/ })
      expect(await explorer.getAttribute("href")).toBe(`https://explorer.invalid/address/${firstAccount}`)
    },
  )

  story(
    "copies without a clipboard, and shows the text where the page may not copy at all",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world), (blank) =>
        // As on a page without TLS, or in a frame without permission.
        blank.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined })),
      )
      const modal = await connectWallet(page, wallet)
      await modal.accountButton().click()
      const copied = page.evaluate(
        () =>
          new Promise((resolve) => {
            addEventListener("copy", () => resolve(document.activeElement?.shadowRoot !== undefined), true)
          }),
      )
      await modal.button("Copy address").first().click()
      await modal.button("Copied").waitFor()
      expect(await copied).toBe(true)

      await page.evaluate(() => Object.assign(document, { execCommand: () => false }))
      await modal.button("Copy address").first().click()
      const field = modal.dialog.getByRole("textbox", { name: "This page may not copy" })
      await field.waitFor()
      expect(await field.inputValue()).toBe(firstAccount)
      expect(
        await field.evaluate((input: HTMLInputElement) => [input.selectionStart, input.selectionEnd]),
      ).toEqual([0, firstAccount.length])
    },
  )

  story("shows the account's NFTs without spam", async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    const modal = await connectWallet(page, wallet)
    await modal.accountButton().click()
    await modal.tab("NFTs").click()
    const list = modal.dialog.getByRole("list", { name: "NFTs" })
    await list.getByRole("listitem").nth(1).waitFor()
    expect(await list.getByRole("listitem").count()).toBe(2)
    expect(await list.innerText()).not.toContain("Claim")
    for (const picture of await list.locator("img").all()) {
      expect(await picture.getAttribute("src")).toMatch(/^data:image\//)
    }
  })

  story(
    "hides features that the host disabled and features without a view",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(
        makeHostPage(world, {
          options: { features: { send: false, swaps: false, receive: false, onramp: false, history: false } },
        }),
      )
      const modal = await connectWallet(page, wallet)
      await modal.accountButton().click()
      await modal.listItem("10,000.00 ETH").waitFor()
      expect(await modal.button("Send").count()).toBe(0)
      expect(await modal.button(/Buy|Swap|Receive/).count()).toBe(0)
      expect(await modal.dialog.getByRole("tab").count()).toBe(0)
    },
  )
})

describe("account selection", () => {
  story("switches to another account of the wallet and keeps it", async ({ visitor, world, wallet }) => {
    expect(wallet).toBeDefined()
    const page = await visitor.visit(makeHostPage(world, { before: twoAccountWallet }))
    const modal = getModalViews(page)
    await modal.connectButton.click()
    await modal.row("Odd").click()
    await modal.accountButton().click()
    await modal.button("Accounts").click()
    await modal.heading("Accounts").waitFor()
    await modal.button(toAccountLabel(secondAccount)).click()
    await modal.heading(toAccountLabel(secondAccount)).waitFor()
    const address = () => page.evaluate(() => globalThis.modals[0]?.getState().account?.address)
    expect(await address()).toBe(secondAccount)
    await page.reload()
    await modal.accountButton(secondAccount).waitFor()
    expect(await address()).toBe(secondAccount)
  })

  story(
    "shows wallet, network and kind of account in the settings",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const modal = await connectWallet(page, wallet)
      await modal.accountButton().click()
      await modal.button("Settings").click()
      await modal.dialog.getByRole("list", { name: "Connected wallets" }).getByText(walletName).waitFor()
      await modal.button(/Network Ethereum/).waitFor()
      await modal.button(/Accounts/).waitFor()
      await modal.button("Activity").click()
      await modal.heading("Activity").waitFor()
    },
  )
})

describe("account view by keyboard", () => {
  story(
    "moves through tabs by arrow keys, opens a transaction, and returns to the same place",
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const modal = await connectWallet(page, wallet)
      await page.bringToFront()
      await modal.accountButton().focus()
      await page.keyboard.press("Enter")
      await modal.tab("Tokens").waitFor()
      await pressTabTo(page, /^Tokens$/)
      await page.keyboard.press("ArrowRight")
      await awaitFocusOn(page, "NFTs")
      await page.keyboard.press("End")
      await awaitFocusOn(page, "Activity")
      const list = modal.dialog.getByRole("list", { name: "Activity" })
      await list.getByRole("button").first().waitFor()
      await pressTabTo(page, /^(Received|Minted)/)
      await page.keyboard.press("Enter")
      await modal.heading("Transaction").waitFor()
      await awaitFocusOn(page, "Transaction")
      await pressTabTo(page, "Back")
      await page.keyboard.press("Enter")
      await modal.dialog.getByRole("tab", { name: "Activity", selected: true }).waitFor()
      await list.getByRole("button").first().waitFor()
    },
  )
})
