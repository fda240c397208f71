import { describe, expect } from "vitest"
import { hostPage } from "../harness/hostPage.ts"
import { mockUsdCoin, startSending, stranger } from "../harness/sending.ts"
import { story } from "../harness/story.ts"
import { balanceOf, tokenBalanceOf } from "../harness/world.ts"

describe("sending in the modal", () => {
  story("contract: send ETH", async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(hostPage(world))
    const { modal, compose, checked, confirm } = await startSending(page, wallet)
    await compose({ amount: "1.5", to: stranger })
    await checked.check()
    const prompt = await wallet.promptAfter(() => confirm.click())
    await modal.heading("Approve in your wallet").waitFor()
    await prompt.approve()
    await modal.heading("Transaction").waitFor()
    await modal.text("Confirmed").first().waitFor()
    expect(await balanceOf(world, 1, stranger)).toBe(15n * 10n ** 17n)
  })

  story("contract: send an ERC-20", async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(hostPage(world))
    const { modal, choose, compose, checked, confirm } = await startSending(page, wallet)
    await choose("mUSDC")
    await compose({ amount: "25.5", to: stranger })
    await modal.dialog.getByText("Your balance after this").waitFor()
    await checked.check()
    const prompt = await wallet.promptAfter(() => confirm.click())
    await prompt.approve()
    await modal.text("Confirmed").first().waitFor()
    expect(await tokenBalanceOf(world, 1, mockUsdCoin, stranger)).toBe(25_500_000n)
  })
})
