import type { RequestedReceipt } from "@wmodal/mock-server/story"
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
