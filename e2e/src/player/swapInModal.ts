import type { Exchanged, Expected } from "@wmodal/mock-server/story"
import type { ModalActions } from "./ModalActions.ts"

/** Milliseconds after which a review without a refresh is expired. */
const reviewTtlMs = 25_000

/** Performs one swap, step by step. @returns whether it needs explicit confirmation. */
export const swapInModal = async (
  {
    respondDuring,
    dialog,
    openAccount,
    page,
    confirmWarnings,
    pickToken,
    expectPressBlocked,
    getWarnings,
  }: ModalActions,
  wanted: Exchanged,
  expected: Expected | null,
): Promise<boolean> => {
  const said = expected?.says === undefined ? null : dialog().getByText(expected.says).first()
  const button = (name: string | RegExp) => dialog().getByRole("button", { name, exact: true })
  const enabled = page().locator(":enabled:not([aria-disabled=true])")

  await openAccount()
  await button("Swap").click()
  const tokens = button(/Choose (another )?token/)
  await tokens.or(button("Cancel")).first().waitFor()
  // An approved but not swapped quote is offered again first.
  if (await button("Cancel").isVisible()) await button("Cancel").click()
  await pickToken(tokens.first(), wanted.from)
  await pickToken(tokens.last(), wanted.to)
  await dialog()
    .getByRole("textbox", { name: /^Amount in/ })
    .fill(wanted.amount)
  if (wanted.slippage !== undefined) {
    await button(/^Slippage limit/).click()
    await dialog().getByRole("radio", { name: "Custom" }).check()
    await dialog().getByRole("textbox", { name: "Slippage limit in percent" }).fill(`${wanted.slippage}`)
  }

  /** Waits for one of these, or for the story's expected text. @returns whether it was one of these. */
  const comes = async (...some: readonly ReturnType<typeof button>[]) => {
    const [first, ...more] = said === null ? some : [...some, said]
    if (first === undefined) return false
    await more
      .reduce((any, one) => any.or(one), first)
      .first()
      .waitFor()
    return said === null || !(await said.isVisible())
  }
  if (!(await comes(button("Review swap").and(enabled)))) return false
  // By keyboard: a newer quote moves the button.
  await button("Review swap").press("Enter")

  const confirm = {
    approve: button("Approve"),
    swap: button("Swap"),
    both: button("Approve and swap"),
  }
  if (!(await comes(...Object.values(confirm)))) return false
  for (const [at, answer] of wanted.answers.entries()) {
    const [approval, batch] = await Promise.all([confirm.approve.isVisible(), confirm.both.isVisible()])
    const next = approval ? confirm.approve : batch ? confirm.both : confirm.swap
    if (wanted.late) {
      await dialog().getByText("This review is out of date").waitFor({ timeout: reviewTtlMs })
      await next.press("Enter")
      return false
    }
    if (wanted.pass) await confirmWarnings()
    else if (await getWarnings().first().isVisible()) {
      await expectPressBlocked(next)
      return true
    }
    await respondDuring(answer, expected?.says, () => next.click())
    if (answer !== "approve" || !approval) return false
    // The new quote needs confirmation again, for the swap only.
    if (at + 1 < wanted.answers.length) await confirm.swap.waitFor()
  }
  return false
}
