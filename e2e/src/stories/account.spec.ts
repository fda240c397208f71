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

/** A wallet called "Odd" that shares two accounts. */
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

describe("what the account holds", () => {
  story("its tokens are those of the chain, cut after two digits", async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    const modal = await connectWallet(page, wallet)
    await modal.accountButton().click()
    await modal.listItem("10,000.00 ETH").waitFor()
    const held = await getTokenBalance(world, 1, mockUsdCoin, firstAccount)
    const shown = new Intl.NumberFormat("en", { minimumFractionDigits: 2 }).format(held / 1_000_000n)
    await modal.listItem(`${shown} mUSDC`).waitFor()
    // What all of it is worth, and one stop of the Tab key for three tabs.
    await modal.text(/^\$$/).first().waitFor()
    expect(await modal.dialog.getByRole("tab").count()).toBe(3)
    // However much there is to show, the card begins where it began: a press on what moves meanwhile is lost.
    const top = async () => (await modal.button("Close").boundingBox())?.y
    const tall = await top()
    await modal.button("Settings").click()
    await modal.button("Disconnect").waitFor()
    expect(await top()).toBe(tall)
  })

  story(
    "its address is copied in full, and shown in the explorer",
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

  story("its NFTs are its own, and none of them is spam", async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    const modal = await connectWallet(page, wallet)
    await modal.accountButton().click()
    await modal.tab("NFTs").click()
    const list = modal.dialog.getByRole("list", { name: "NFTs" })
    await list.getByRole("listitem").nth(1).waitFor()
    expect(await list.getByRole("listitem").count()).toBe(2)
    expect(await list.innerText()).not.toContain("Claim")
    for (const picture of await list.locator("img").all()) {
      expect(await picture.getAttribute("loading")).toBe("lazy")
      expect(await picture.getAttribute("referrerpolicy")).toBe("no-referrer")
    }
  })

  story(
    "what the host has turned off is not offered, nor what has no view",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(
        makeHostPage(world, { options: { features: { send: false, swaps: false, history: false } } }),
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

describe("whose account it is", () => {
  story("another account that the wallet shares is chosen, and stays", async ({ visitor, world, wallet }) => {
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
    "the settings name wallet, network and kind of account",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const modal = await connectWallet(page, wallet)
      await modal.accountButton().click()
      await modal.button("Settings").click()
      await modal.dialog.getByRole("list", { name: "Connected wallets" }).getByText(walletName).waitFor()
      await modal.button(/Network: Ethereum/).waitFor()
      await modal.button(/Accounts/).waitFor()
      await modal.button("Activity").click()
      await modal.heading("Activity").waitFor()
    },
  )
})

describe("the account by keyboard alone", () => {
  story(
    "tabs by arrow keys, a transaction, and back to where one was",
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
