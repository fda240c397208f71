import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { makeHostPage } from "../harness/hostPage.ts"
import { connectWallet, firstAccount, secondAccount } from "../harness/modal.ts"
import { requestOnPage } from "../harness/pageRequests.ts"
import { mockUsdCoin } from "../harness/sendViews.ts"
import { story } from "../harness/story.ts"

const requestSignatureOf = (page: Page, domain: Readonly<Record<string, unknown>>, contents = "Hello") => {
  const typedData = {
    domain,
    primaryType: "Mail",
    types: {
      EIP712Domain: [
        { name: "name", type: "string" },
        { name: "chainId", type: "uint256" },
        { name: "verifyingContract", type: "address" },
      ],
      Mail: [{ name: "contents", type: "string" }],
    },
    message: { contents },
  }
  return requestOnPage(page, {
    method: "eth_signTypedData_v4",
    params: [firstAccount, JSON.stringify(typedData)],
  })
}

describe("typed data request", () => {
  story(
    "needs a separate confirmation for another chain and for another contract",
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const modal = await connectWallet(page, wallet)
      await page.bringToFront()
      const held = modal.dialog.getByRole("button", { name: "Continue", exact: true })
      const isHeld = () => held.getAttribute("aria-disabled")

      const elsewhere = requestSignatureOf(page, {
        name: "Mail",
        chainId: 137,
        verifyingContract: mockUsdCoin,
      })
      await modal.text("For another network").waitFor()
      await modal.text(/It is for network 137/).waitFor()
      await held.press("Enter")
      expect(await isHeld()).toBe("true")
      await modal.button("Reject").click()
      expect(await elsewhere).toMatch(/^4001 /)

      const nowhere = requestSignatureOf(page, { name: "Mail", chainId: 1, verifyingContract: secondAccount })
      await modal.text("Not a contract on this network").waitFor()
      expect(await modal.text("For another network").count()).toBe(0)
      await held.press("Enter")
      expect(await isHeld()).toBe("true")
      await modal.dialog.getByRole("checkbox", { name: "I know this address" }).check()
      expect(await isHeld()).toBe("true")
      await modal.dialog.getByRole("checkbox", { name: "I know what I sign" }).check()
      const prompt = await wallet.promptAfter(() => held.click())
      await prompt.approve()
      expect(await nowhere).toMatch(/^0x[0-9a-f]{130}$/)
    },
  )

  story("removes hidden characters from names", { tags: "full" }, async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    const modal = await connectWallet(page, wallet)
    await page.bringToFront()
    const hidden = "\u202E\u2066\u200B\u0007"
    const answer = requestSignatureOf(
      page,
      { name: `${hidden}USD Coin${"x".repeat(5000)}`, chainId: 1, verifyingContract: mockUsdCoin },
      `${hidden}free money${hidden}`,
    )
    await modal.heading("Review request").waitFor()
    await modal.text("Unknown data").waitFor()
    // The modal itself inserts direction isolates only in pairs.
    const shown = (await modal.dialog.innerText()).replaceAll(/\u2068[^\u2068\u2069]*\u2069/g, "")
    for (const one of hidden) expect(shown).not.toContain(one)
    const [outer, inner] = await modal.dialog.evaluate((dialog) => [dialog.clientWidth, dialog.scrollWidth])
    expect(inner).toBeLessThanOrEqual(outer ?? 0)
    await modal.button("Reject").click()
    expect(await answer).toMatch(/^4001 /)
  })
})
