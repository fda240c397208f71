import type { Page } from "playwright-core"
import { recoverMessageAddress, recoverTypedDataAddress } from "viem"
import { expect } from "vitest"
import { firstAccount, getModalViews } from "../src/harness/modal.ts"
import { requestOnPage } from "../src/harness/pageRequests.ts"
import { getSendViews, unknownRecipient } from "../src/harness/sendViews.ts"
import { getBalance, type TestWorld } from "../src/harness/testWorld.ts"
import type { Prompts } from "./prompts.ts"
import { mail, signatureSchema } from "./signRequest.ts"

/** A wallet that is connected to a page, and asks its user. */
type PromptingWallet = Pick<Prompts, "promptAfter">

export const stateOf = (page: Page) => page.evaluate(() => globalThis.modals[0]?.getState())

export const hello = { method: "personal_sign", params: ["0x48656c6c6f", firstAccount] }

export const recoverHello = async (signed: string) =>
  recoverMessageAddress({ message: "Hello", signature: signatureSchema.parse(signed) })

/** Passes a review of a page's request to the wallet. */
export const pass = (page: Page, wallet: PromptingWallet): ReturnType<Prompts["promptAfter"]> =>
  wallet.promptAfter(() => getModalViews(page).button("Continue").click())

/** Declines to sign a message, then signs it. */
export const signMessage = async (page: Page, wallet: PromptingWallet) => {
  const refused = requestOnPage(page, hello)
  const first = await pass(page, wallet)
  first.decline()
  expect(await refused).toMatch(/^4001 /)
  const signed = requestOnPage(page, hello)
  const second = await pass(page, wallet)
  second.approve()
  expect(await recoverHello(await signed)).toBe(firstAccount)
}

export const signTypedData = async (page: Page, wallet: PromptingWallet) => {
  const signed = requestOnPage(page, {
    method: "eth_signTypedData_v4",
    params: [firstAccount, JSON.stringify(mail)],
  })
  await getModalViews(page).dialog.getByRole("checkbox", { name: "I know what I sign" }).check()
  const prompt = await pass(page, wallet)
  prompt.approve()
  const signature = signatureSchema.parse(await signed)
  expect(await recoverTypedDataAddress({ ...mail, domain: { name: "Mail", chainId: 1n }, signature })).toBe(
    firstAccount,
  )
}

/** Declines to send 1.5 ETH, then sends it. */
export const sendEther = async (page: Page, wallet: PromptingWallet, world: TestWorld) => {
  const modal = getModalViews(page)
  await modal.accountButton().click()
  await modal.dialog.getByRole("button", { name: "Send", exact: true }).click()
  const { compose, checked, confirm, token } = getSendViews(page)
  await token.filter({ hasText: "ETH" }).waitFor()
  await compose({ amount: "1.5", to: unknownRecipient })
  await checked.check()
  const first = await wallet.promptAfter(() => confirm.click())
  first.decline()
  await modal.text("Signature declined").waitFor()
  expect(await getBalance(world, 1, unknownRecipient)).toBe(0n)
  const second = await wallet.promptAfter(() => confirm.click())
  second.approve()
  await modal.text("Confirmed").first().waitFor()
  expect(await getBalance(world, 1, unknownRecipient)).toBe((3n * 10n ** 18n) / 2n)
}

/** Declines the switch to Polygon, then makes it. */
export const switchToPolygon = async (page: Page, wallet: PromptingWallet) => {
  const modal = getModalViews(page)
  await modal.networkButton("Ethereum").click()
  const first = await wallet.promptAfter(() => modal.button(/Polygon/).click())
  first.decline()
  await modal.text("Switch declined").waitFor()
  const second = await wallet.promptAfter(() => modal.button("Try again").click())
  expect(second.method).toBe("wallet_switchEthereumChain")
  second.approve()
  await modal.networkButton("Polygon").waitFor()
  expect((await stateOf(page))?.account?.network).toBe("eip155:137")
}
