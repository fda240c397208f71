import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { makeHostPage } from "../src/harness/hostPage.ts"
import { getModalViews } from "../src/harness/modal.ts"
import { makePrompts, type Prompts, WalletError } from "./prompts.ts"
import { bundleScript, realStory } from "./realStory.ts"

declare global {
  /** Ends the connection, in the wallet itself. */
  function leaveWallet(): Promise<void>
}

const story = realStory
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the pattern to know what a fixture needs
  .extend("walletScript", { scope: "worker" }, async ({}) => bundleScript("standardWallet"))
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the pattern to know what a fixture needs
  .extend("prompts", async ({}) => makePrompts())
  .extend("page", async ({ visitor, world, walletScript, prompts }) => {
    const host = makeHostPage(world, { chains: ["solana"], networks: ["solana"], before: walletScript })
    return visitor.visit(host, (page) =>
      page.exposeFunction("askWallet", (method: string) =>
        prompts.ask(method, [], new WalletError(4001, "User rejected the request.")),
      ),
    )
  })

const statusOf = (page: Page) => page.evaluate(() => globalThis.modals[0]?.getState().status)

const connect = async (page: Page, prompts: Prompts) => {
  const modal = getModalViews(page)
  await modal.connectButton.click()
  const prompt = await prompts.promptAfter(() => modal.row("Reference Wallet").click())
  prompt.approve()
  await expect.poll(() => statusOf(page)).toBe("connected")
  return modal
}

/** Asks for a signature. @returns its length, or the text of the error */
const sign = (page: Page) =>
  page.evaluate(async () => {
    const provider = globalThis.modals[0]?.getProvider("solana")
    if (typeof provider !== "object" || provider === null || !("signMessage" in provider))
      return "no provider"
    if (typeof provider.signMessage !== "function") return "no method"
    try {
      const signature: unknown = await provider.signMessage("Hello")
      return signature instanceof Uint8Array ? signature.length : typeof signature
    } catch (thrown) {
      return String(thrown)
    }
  })

describe("the modal with a wallet of the Wallet Standard's own classes", () => {
  story("connects on the second try when the first is declined", async ({ page, prompts }) => {
    const modal = getModalViews(page)
    await modal.connectButton.click()
    const first = await prompts.promptAfter(() => modal.row("Reference Wallet").click())
    first.decline()
    await modal.text("Connection declined").waitFor()
    const second = await prompts.promptAfter(() => modal.button("Try again").click())
    second.approve()
    await expect.poll(() => statusOf(page)).toBe("connected")
  })

  story("signs a message, and passes the wallet's own refusal to the page", async ({ page, prompts }) => {
    const modal = await connect(page, prompts)
    const refused = sign(page)
    const first = await prompts.promptAfter(() => modal.button("Continue").click())
    first.decline()
    expect(await refused).toBe("Error: User rejected the request.")
    const signed = sign(page)
    const second = await prompts.promptAfter(() => modal.button("Continue").click())
    second.approve()
    expect(await signed).toBe(64)
  })

  story("restores the session without a prompt after a reload", async ({ page, prompts }) => {
    await connect(page, prompts)
    await page.reload()
    await expect.poll(() => statusOf(page)).toBe("connected")
  })

  story("disconnects when the wallet does", async ({ page, prompts }) => {
    const modal = await connect(page, prompts)
    await page.evaluate(() => globalThis.leaveWallet())
    await modal.connectButton.waitFor()
  })
})
