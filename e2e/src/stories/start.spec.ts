import type { BrowserContext, Page } from "playwright-core"
import { expect, it } from "vitest"
import { launchBrowser } from "../harness/browser.ts"
import { startDemo } from "../harness/demoProcess.ts"
import { getEmbeddedButton, getFrameCodeField } from "../harness/embeddedSignIn.ts"
import { getModalViews, walletName } from "../harness/modal.ts"
import { scanUntilRead } from "../harness/scan.ts"
import { getSendViews, unknownRecipient } from "../harness/sendViews.ts"
import { openSwapping } from "../harness/swapViews.ts"
import { getExtensionWallet } from "../harness/wallet.ts"

/** Records every error of any page of the browser, and every failed file request. */
const recordErrors = (context: BrowserContext): readonly string[] => {
  const errors: string[] = []
  context.on("weberror", (error) => errors.push(`thrown: ${error.error().stack}`))
  context.on("console", (message) => {
    if (message.type() === "error") errors.push(`console: ${message.text()} (${message.location().url})`)
  })
  context.on("response", (response) => {
    if (response.status() >= 400) errors.push(`${response.status()} ${response.url()}`)
  })
  context.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText
    // A window that closes aborts its open requests.
    if (
      ["document", "script", "stylesheet"].includes(request.resourceType()) &&
      reason !== "net::ERR_ABORTED"
    )
      errors.push(`${reason} ${request.url()}`)
  })
  return errors
}

/** Responds in an approval window, which closes afterwards. */
const respondAndAwaitClose = async (popup: Page, button: string) => {
  const closed = popup.waitForEvent("close")
  // The window may be gone before the click is reported.
  await popup
    .getByRole("button", { name: button })
    .click()
    .catch(() => {})
  await closed
}

it("connects a new user of `npm start` in every way, pays and swaps, and reports no error", {
  timeout: 180_000,
}, async ({ onTestFailed, onTestFinished }) => {
  const { demo, end, inbox, phone, server } = await startDemo()
  onTestFinished(async () => {
    await end()
  })
  const { close, context } = await launchBrowser({ wallet: { blockchain: server, projectId: "demo" } })
  onTestFinished(close)
  const errors = recordErrors(context)
  onTestFailed(() => {
    process.stderr.write(`${errors.join("\n")}\n`)
  })

  const page = await context.newPage()
  await page.goto(demo)
  const modal = getModalViews(page)
  /** Selects the chain: the demo has three, so a wallet's row shows a choice. */
  const pickOnEthereum = async (wallet: string) => {
    await modal.connectButton.click()
    // Until all chains have loaded, the row connects to those that have.
    await modal
      .button(new RegExp(`^${wallet}`))
      .filter({ hasText: "Ethereum, Solana, Bitcoin" })
      .click()
    await modal.button(/^Ethereum/).click()
  }
  const disconnect = async () => {
    await modal.accountButton().click()
    await modal.button("Settings").click()
    await modal.button(/^Disconnect( all)?$/).click()
    await modal.connectButton.waitFor()
  }

  const approveInDemo = (title: string) =>
    page.getByRole("dialog", { name: title }).getByRole("button", { name: "Approve" }).click()
  await page.getByRole("button", { name: "Use the built-in dev wallet" }).click()
  await page.getByText("The dev wallet is ready").waitFor()
  await pickOnEthereum("Dev wallet")
  await approveInDemo("Connect to this site")
  await modal.accountButton().click()
  await modal.dialog.getByRole("button", { name: "Send", exact: true }).click()
  const sending = getSendViews(page)
  await sending.token.filter({ hasText: "ETH" }).waitFor()
  await sending.compose({ amount: "1.5", to: unknownRecipient })
  await sending.checked.check()
  await sending.confirm.click()
  await approveInDemo("Send a transaction")
  await modal.text("Confirmed").first().waitFor()
  await modal.button("Close").click()
  await modal.accountButton().click()
  const swapping = await openSwapping(page)
  await swapping.compose({ to: "Mock USD Coin", amount: "2" })
  await swapping.confirm("Swap").click()
  // The wallet does not know that the modal asked the exchange for this call.
  await page.getByRole("checkbox", { name: "I trust this contract" }).check()
  await approveInDemo("Send a transaction")
  await swapping.confirmed()
  await modal.button("Close").click()
  await disconnect()

  const extension = await getExtensionWallet(context).promptAfter(() => pickOnEthereum(walletName))
  await extension.approve()
  await page.bringToFront()
  await disconnect()

  const handset = await context.newPage()
  await handset.goto(phone)
  await page.bringToFront()
  await modal.connectButton.click()
  await modal.button("WalletConnect").click()
  const link = await scanUntilRead(page)
  await handset.bringToFront()
  await handset.getByRole("textbox", { name: "Connect an app" }).fill(link)
  await handset.getByRole("button", { name: "Connect" }).click()
  await handset.getByRole("dialog").getByRole("button", { name: "Approve" }).click()
  await page.bringToFront()
  await disconnect()

  await modal.connectButton.click()
  await modal.dialog.getByRole("textbox", { name: "Email address" }).fill("ada@example.com")
  await modal.dialog.getByRole("textbox", { name: "Email address" }).press("Enter")
  await modal.dialog.getByRole("heading", { name: "Register Device" }).waitFor()
  const mails = await context.newPage()
  await mails.goto(inbox)
  const mail = mails.getByRole("listitem").filter({ hasText: "ada@example.com" })
  const confirmation = mail.getByRole("link", { name: "Confirm the new device" })
  const [confirming] = await Promise.all([context.waitForEvent("page"), confirmation.click()])
  await confirming.getByRole("button", { name: "Yes, allow this device" }).click()
  const code = await mail.getByText(/^\d{6}$/).innerText()
  await page.bringToFront()
  await getFrameCodeField(page).fill(code)
  await getEmbeddedButton(page).click()
  await modal.button("Settings").click()
  await modal.button("Sign out").click()

  await modal.connectButton.click()
  const google = modal.button("Continue with Google")
  const [popup] = await Promise.all([page.waitForEvent("popup"), google.click()])
  await popup.getByRole("textbox").fill("vera@example.com")
  await respondAndAwaitClose(popup, "Continue")
  await getEmbeddedButton(page).waitFor()

  expect(errors).toEqual([])
})
