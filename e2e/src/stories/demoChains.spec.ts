import { bitcoinAccounts, solanaAccounts } from "@wmodal/mock-server/story"
import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { makeDemoPage } from "../harness/demoPage.ts"
import { getModalViews } from "../harness/modal.ts"
import { story } from "../harness/story.ts"

const allNamespaces = ["eip155", "solana", "bip122"]

/** Approves the dev wallet's prompt. */
const approvePrompt = async (page: Page, name: string) =>
  page.getByRole("dialog", { name }).getByRole("button", { name: "Approve" }).click()

/** Connects the demo's own wallet on a chain. */
const connectChain = async (page: Page, chain: string) => {
  const modal = getModalViews(page)
  await page.getByRole("button", { name: "Use the built-in dev wallet" }).click()
  await page.getByText("The dev wallet is ready").waitFor()
  await modal.connectButton.click()
  await modal.dialog.getByRole("button", { name: /^Dev wallet/ }).click()
  await modal.dialog.getByRole("button", { name: new RegExp(`^${chain}`) }).click()
  await approvePrompt(page, "Connect to this site")
}

/** Signs the message of the page's field and returns the displayed signature. */
const getSignature = async (page: Page) => {
  const result = page.getByRole("region", { name: "Request a signature" }).getByRole("status")
  await page.getByRole("button", { name: "Sign message" }).click()
  await getModalViews(page).heading("Review request").waitFor()
  await getModalViews(page).button("Continue").click()
  await approvePrompt(page, "Sign a message")
  await expect.poll(() => result.innerText()).not.toMatch(/wallet/)
  return result.innerText()
}

describe("demo with every chain", () => {
  story(
    "connects its own wallet on Solana, and signs a message",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      expect(wallet).toBeDefined()
      const page = await visitor.visit(makeDemoPage(world, allNamespaces))
      await connectChain(page, "Solana")
      await page.getByText(solanaAccounts[0], { exact: true }).waitFor()
      await page.getByText(/^[0-9.]+ SOL$/).waitFor()
      // 64 bytes.
      expect(await getSignature(page)).toMatch(/^([1-9A-HJ-NP-Za-km-z]{86,88}|0x[0-9a-f]{128})$/)
    },
  )

  story(
    "connects its own wallet on Bitcoin, and signs a message",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      expect(wallet).toBeDefined()
      const page = await visitor.visit(makeDemoPage(world, allNamespaces))
      await connectChain(page, "Bitcoin")
      await page.getByText(bitcoinAccounts.mainnet[0]?.segwit ?? "", { exact: true }).waitFor()
      // The sum of the address's initial UTXOs.
      await page.getByText("1.301106 BTC", { exact: true }).waitFor()
      // 65 bytes: the recovery byte and a signature.
      expect(await getSignature(page)).toMatch(/^[A-Za-z0-9+/]{87}=$/)
    },
  )
})
