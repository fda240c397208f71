import type { Locator, Page } from "playwright-core"
import { connectWallet, getModalViews, type ModalViews } from "./modal.ts"
import type { ExtensionWallet } from "./wallet.ts"

/** Other tokens of the mock, and its exchange. */
export const mockDai = "0x5F6BAaEB5b7c97725f84D1569c4abc85135f4716"

/** The swap views, with locators by accessible names. */
export interface SwapViews {
  readonly modal: ModalViews
  readonly amount: Locator
  readonly source: Locator
  readonly destination: Locator
  /** Enabled once there is a quote. */
  readonly review: Locator
  readonly confirm: (step: "Approve" | "Swap" | "Approve and swap") => Locator
  readonly choose: (side: "source" | "destination", name: string) => Promise<void>
  /** Completes the form and continues to the review. */
  readonly compose: (swap: {
    readonly from?: string
    readonly to: string
    readonly amount: string
  }) => Promise<void>
  /** Waits for the account, opens the swap from its activity and waits until it is confirmed. */
  readonly confirmed: () => Promise<void>
}

export const getSwapViews = (page: Page): SwapViews => {
  const modal = getModalViews(page)
  const { dialog } = modal
  const amount = dialog.getByRole("textbox", { name: /^Amount in/ })
  const source = dialog.getByRole("button", { name: /^You pay in/ })
  const destination = dialog.getByRole("button", { name: /^(You receive .+\. Choose|Choose token)/ })
  const review = dialog.getByRole("button", { name: "Review swap", disabled: false })
  const choose: SwapViews["choose"] = async (side, name) => {
    await (side === "source" ? source : destination).click()
    await dialog.getByRole("list", { name: "Tokens" }).getByRole("button", { name }).click()
    await amount.waitFor()
  }
  return {
    modal,
    amount,
    source,
    destination,
    review,
    confirm: (step) => dialog.getByRole("button", { name: step, exact: true, disabled: false }),
    choose,
    compose: async ({ from, to, amount: typed }) => {
      if (from !== undefined) await choose("source", from)
      await choose("destination", to)
      await amount.fill(typed)
      await review.click()
      await modal.heading("Preview swap").waitFor()
    },
    confirmed: async () => {
      await dialog.getByRole("tab", { name: "Activity" }).click()
      await dialog.getByRole("list", { name: "Activity" }).getByRole("button").first().click()
      await modal.heading("Transaction").waitFor()
      await modal.text("Confirmed").first().waitFor()
    },
  }
}

/** Opens the empty form of a connected account, from the page's button. */
export const startSwapping = async (page: Page, wallet: ExtensionWallet): Promise<SwapViews> => {
  const modal = await connectWallet(page, wallet)
  await page.bringToFront()
  await modal.accountButton().click()
  return openSwapping(page)
}

/** Opens the form from the account view. */
export const openSwapping = async (page: Page): Promise<SwapViews> => {
  const views = getSwapViews(page)
  await views.modal.dialog.getByRole("button", { name: "Swap", exact: true }).click()
  await views.amount.waitFor()
  return views
}
