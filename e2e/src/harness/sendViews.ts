import type { Locator, Page } from "playwright-core"
import { connectWallet, getModalViews, type ModalViews } from "./modal.ts"
import type { ExtensionWallet } from "./wallet.ts"

/** An address without payments from any account of the test mnemonic. */
export const unknownRecipient = "0x1111111111111111111111111111111111111111"

/** An address with the same first and last characters. */
export const lookAlikeRecipient = "0x1111111111222222222222222222221111111111"

/** A token of the mock. */
export const mockUsdCoin = "0x8bBC3514477d75EC797BBe4e19d7961660Bb849c"

/** The send views, with locators by accessible names. */
export interface SendViews {
  readonly modal: ModalViews
  readonly amount: Locator
  readonly recipient: Locator
  readonly token: Locator
  readonly review: Locator
  readonly confirm: Locator
  readonly checked: Locator
  readonly choose: (symbol: string) => Promise<void>
  /** Completes the form and continues to the review. */
  readonly compose: (payment: { readonly amount: string; readonly to: string }) => Promise<void>
}

export const getSendViews = (page: Page): SendViews => {
  const modal = getModalViews(page)
  const { dialog } = modal
  const amount = dialog.getByRole("textbox", { name: /^Amount in/ })
  const recipient = dialog.getByRole("combobox", { name: "To" })
  const token = dialog.getByRole("button", { name: /Choose (another )?token/ })
  const review = dialog.getByRole("button", { name: "Review", disabled: false })
  return {
    modal,
    amount,
    recipient,
    token,
    review,
    confirm: dialog.getByRole("button", { name: "Send", exact: true }),
    checked: dialog.getByRole("checkbox", { name: "I have checked this address" }),
    choose: async (symbol) => {
      await token.click()
      await dialog.getByRole("list", { name: "Tokens" }).getByRole("button", { name: symbol }).click()
    },
    compose: async (payment) => {
      await amount.fill(payment.amount)
      await recipient.fill(payment.to)
      await review.click()
      await modal.heading("Review send").waitFor()
    },
  }
}

/** Opens an empty payment of a connected account, from the page's button. */
export const startSending = async (page: Page, wallet: ExtensionWallet): Promise<SendViews> => {
  const modal = await connectWallet(page, wallet)
  await page.bringToFront()
  await modal.accountButton().click()
  await modal.dialog.getByRole("button", { name: "Send", exact: true }).click()
  const views = getSendViews(page)
  await views.token.filter({ hasText: "ETH" }).waitFor()
  return views
}
