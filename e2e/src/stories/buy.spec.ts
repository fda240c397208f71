import { openStoryWorld, solanaAccounts } from "@wmodal/mock-server/story"
import { describe, expect } from "vitest"
import * as z from "zod/mini"
import { makeHostPage } from "../harness/hostPage.ts"
import { connectWallet, firstAccount, getModalViews } from "../harness/modal.ts"
import { story } from "../harness/story.ts"

const boughtSchema = z.looseObject({ url: z.string() })

describe("buy views", () => {
  story(
    "leads to the provider's page, and shows what was bought as it arrives",
    { timeout: 90_000 },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const modal = await connectWallet(page, wallet)
      await page.evaluate(() => globalThis.modals[0]?.open("OnRampProviders"))
      await modal.heading("Choose Provider").waitFor()
      await modal.button("What is Buy?").click()
      await modal.heading("Pay with money, get tokens").waitFor()
      await modal.button("Choose a provider").click()
      await modal.button(/^You pay in USD/).click()
      await modal.button("US Dollar").click()
      await modal.button(/^You get/).click()
      await modal.button("mUSDC").click()
      const amount = modal.dialog.getByRole("textbox", { name: "Amount in USD" })
      await amount.fill("9.99")
      await modal.text("Pay at least $10.00.").waitFor()
      await amount.fill("100")
      await modal.text("about 98.5 mUSDC").waitFor()
      await modal.button(/^Coinbase/).click()
      await modal.heading("You pay on the page of Coinbase").waitFor()
      await modal.text(new URL(world.blockchain).host).waitFor()
      const link = modal.dialog.getByRole("link", { name: /^Continue to Coinbase/ })
      const [tab] = await Promise.all([page.context().waitForEvent("page"), link.click()])
      expect(await tab.evaluate(() => globalThis.opener)).toBe(null)
      await tab.getByRole("button", { name: "Pay" }).click()
      await tab.getByRole("button", { name: "Deliver" }).click()
      await tab.getByRole("heading", { name: "Delivered" }).waitFor()
      await tab.close()
      await modal.text("Bought 98.5 mUSDC").first().waitFor()
      await modal.button("See your activity").click()
      await modal
        .listItem(/98\.500 mUSDC/)
        .first()
        .waitFor()
    },
  )

  story(
    "buys from Meld where the host names its page",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const meldUrl = `${world.blockchain}/w/${world.projectId}/meld?publicKey=k`
      const page = await visitor.visit(makeHostPage(world, { options: { meldUrl } }))
      const modal = await connectWallet(page, wallet)
      await modal.accountButton().click()
      await modal.listItem("10,000.00 ETH").waitFor()
      await modal.button("Buy").click()
      await modal.button(/^You get/).click()
      await modal.button("Ether").click()
      await modal.dialog.getByRole("textbox", { name: "Amount in USD" }).fill("100")
      await modal.text("Fees").waitFor()
      await modal.button(/^Meld\.io/).click()
      const link = modal.dialog.getByRole("link", { name: /^Continue to Meld/ })
      const [tab] = await Promise.all([page.context().waitForEvent("page"), link.click()])
      await tab.getByRole("button", { name: "Pay" }).click()
      await tab.getByRole("button", { name: "Deliver" }).click()
      await tab.getByRole("heading", { name: "Delivered" }).waitFor()
      await tab.close()
      await modal
        .text(/^Bought 0\.\d+ ETH/)
        .first()
        .waitFor()
    },
  )
})

describe("buying SOL", () => {
  story(
    "shows what Meld delivers on Solana in the view and the balance",
    { tags: "full", timeout: 90_000 },
    async ({ visitor, wallet, world }) => {
      const meldUrl = `${world.blockchain}/w/${world.projectId}/meld?publicKey=k`
      const page = await visitor.visit(
        makeHostPage(world, { chains: ["solana"], networks: ["solana"], options: { meldUrl } }),
      )
      const modal = getModalViews(page)
      await modal.connectButton.click()
      const prompt = await wallet.promptAfter(() => modal.row().click())
      await prompt.approve()
      await modal.accountButton(solanaAccounts[0]).waitFor()
      await modal.accountButton(solanaAccounts[0]).click()
      await modal.button("Buy").click()
      await modal.heading("Choose Provider").waitFor()
      await modal.dialog.getByRole("textbox", { name: "Amount in USD" }).fill("150")
      await modal.button(/^Meld\.io/).click()
      const link = modal.dialog.getByRole("link", { name: /^Continue to Meld/ })
      const [tab] = await Promise.all([page.context().waitForEvent("page"), link.click()])
      await tab.getByRole("option", { name: /^SOL on Solana/ }).waitFor({ state: "attached" })
      await tab.getByRole("button", { name: "Pay" }).click()
      await tab.getByRole("button", { name: "Deliver" }).click()
      await tab.getByRole("heading", { name: "Delivered" }).waitFor()
      await tab.close()
      await modal
        .text(/^Bought 0\.\d+ SOL/)
        .first()
        .waitFor()
    },
  )
})

describe("wmodal buy", () => {
  story(
    "prints the page, waits for the purchase, and names the limits",
    { timeout: 90_000 },
    async ({ outside, shell, world }) => {
      const { visitProvider, wrongBalances } = await openStoryWorld({
        control: outside.control,
        projectId: world.projectId,
        networks: ["eip155:1"],
      })
      expect((await shell.run(["connect", "--wallet", "dev", "--yes"])).code).toBe(0)
      const low = await shell.run(["buy", "9.99", "USD", "--token", "mUSDC"])
      expect([low.code, low.stderr]).toEqual([2, expect.stringContaining("Pay at least 10 USD.")])
      const open = await shell.run(["buy", "100", "USD", "--token", "mUSDC", "--no-wait", "--json"])
      const document = boughtSchema.parse(JSON.parse(open.stdout))
      expect(document).toMatchObject({
        status: "open",
        provider: "coinbase",
        address: firstAccount,
        pays: { amount: "100", currency: "USD" },
        quote: { amount: "98.5", symbol: "mUSDC", fees: "1.5" },
      })
      const waiting = shell.sit(["buy", "100", "USD", "--token", "mUSDC"])
      await waiting.shows(/\/onramp\/[0-9a-f-]{36}/)
      const [, url = ""] =
        /(http\S+\/onramp\/[0-9a-f-]{36})/.exec(waiting.screen().replaceAll("\n", "")) ?? []
      await visitProvider(url, { amount: "100", outcome: "deliver" })
      expect(await waiting.ended).toBe(0)
      await waiting.shows("Bought 98.5 mUSDC")
      const change = { of: "first", token: "mUSDC", change: "98.5", besidesFees: false } as const
      expect(await wrongBalances([change], "eip155:1")).toEqual([])
    },
  )
})
