import type { RequestedReceipt, StoryPurchase } from "@wmodal/mock-server/story"
import { expect } from "vitest"
import { scanCode } from "../harness/scan.ts"
import type { ModalActions } from "./ModalActions.ts"

/** Requests a payment in the modal. `pay` pays the link that a camera reads from the code; then it arrives. */
export const receiveInModal = async (
  { dialog, openAccount, page }: ModalActions,
  { amount, token }: RequestedReceipt,
  pay: (uri: string) => Promise<void>,
): Promise<void> => {
  await openAccount()
  await dialog()
    .getByRole("tabpanel")
    .getByText(new RegExp(`[\\d.,]+ ${token}`))
    .first()
    .waitFor()
  await dialog().getByRole("button", { name: "Receive", exact: true }).click()
  await dialog().getByRole("button", { name: "Request an amount" }).click()
  await dialog().getByRole("combobox", { name: "Token to request" }).selectOption({ label: token })
  await dialog()
    .getByRole("textbox", { name: `Amount in ${token}` })
    .fill(amount)
  await dialog()
    .getByRole("img", { name: `QR code that requests ${amount} ${token}` })
    .waitFor()
  let uri: string | null = null
  await expect
    .poll(async () => {
      uri = await scanCode(page(), page())
      return uri
    })
    .toMatch(/^\w+:.*\d/)
  await pay(uri ?? "")
  await dialog().getByText(`Received ${amount} ${token}`).first().waitFor()
}

/** Pays on the provider's page in a tab of its own, which then delivers what was bought, or fails. */
export const buyInModal = async (
  { dialog, openAccount, page }: ModalActions,
  { amount, currency, outcome, token }: StoryPurchase,
): Promise<void> => {
  await openAccount()
  await dialog().getByRole("button", { name: "Buy", exact: true }).click()
  await dialog()
    .getByRole("button", { name: /^You pay in/ })
    .click()
  await dialog().getByRole("button", { name: currency }).click()
  await dialog()
    .getByRole("button", { name: /^You get/ })
    .click()
  await dialog().getByRole("button", { name: token }).click()
  await dialog()
    .getByRole("textbox", { name: `Amount in ${currency}` })
    .fill(amount)
  await dialog().getByText("Fees").waitFor()
  await dialog()
    .getByRole("button", { name: /^Coinbase/ })
    .click()
  const link = dialog().getByRole("link", { name: /^Continue to Coinbase/ })
  const [tab] = await Promise.all([page().context().waitForEvent("page"), link.click()])
  await tab.getByRole("button", { name: "Pay" }).click()
  await tab.getByRole("button", { name: outcome === "deliver" ? "Deliver" : "Fail" }).click()
  await tab.getByRole("heading", { name: outcome === "deliver" ? "Delivered" : "Failed" }).waitFor()
  await tab.close()
  await dialog()
    .getByText(outcome === "deliver" ? /^Bought / : "The purchase failed")
    .first()
    .waitFor()
}
