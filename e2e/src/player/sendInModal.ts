import { type Expected, getStoryAddress, type Payment } from "@wmodal/mock-server/story"
import type { CaipNetworkId } from "@wmodal/protocol"
import type { ModalActions } from "./ModalActions.ts"

/** Sends one payment, or stops where the form refuses it. @returns whether it needs explicit confirmation. */
export const sendInModal = async (
  {
    confirmWarnings,
    dialog,
    expectPressBlocked,
    getWarnings,
    openAccount,
    page,
    pickToken,
    respondDuring,
  }: ModalActions,
  payment: Payment,
  network: CaipNetworkId,
  expected: Expected | null,
): Promise<boolean> => {
  await openAccount()
  await dialog().getByRole("button", { name: "Send", exact: true }).click()
  await pickToken(dialog().getByRole("button", { name: /Choose (another )?token/ }), payment.token)
  const amount = dialog().getByRole("textbox", { name: /^Amount in/ })
  if (payment.amount === "max") await dialog().getByRole("button", { name: /^Max/ }).click()
  else await amount.fill(payment.amount)
  await dialog().getByRole("combobox", { name: "To" }).fill(getStoryAddress(payment.to, network))
  const said = expected?.says
  const review = dialog().getByRole("button", { name: "Review" })
  const reviewed = dialog().getByRole("heading", { name: "Review send" })
  const refused = said === undefined ? null : dialog().getByText(said).first()
  await Promise.race([
    review.and(page().locator(":enabled:not([aria-disabled=true])")).waitFor(),
    ...(refused === null ? [] : [refused.waitFor()]),
  ])
  if (refused !== null && (await refused.isVisible())) return false
  // By keyboard: an update of the payment may move or remove the button.
  await review.press("Enter")
  await Promise.race([reviewed.waitFor(), ...(refused === null ? [] : [refused.waitFor()])])
  if (!(await reviewed.isVisible())) return false
  const confirm = dialog().getByRole("button", { name: "Send", exact: true })
  if (payment.pass) await confirmWarnings()
  else if (await getWarnings().first().isVisible()) {
    await expectPressBlocked(confirm)
    return true
  }
  await respondDuring(payment.answer, said, () => confirm.click())
  return false
}
