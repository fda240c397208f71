import { describe, expect } from "vitest"
import { makeHostPage } from "../harness/hostPage.ts"
import { awaitFocusIn, awaitFocusOn, pressTabTo } from "../harness/keyboard.ts"
import {
  connectWallet,
  firstAccount,
  getModalViews,
  secondAccount,
  toAccountLabel,
} from "../harness/modal.ts"
import {
  getSendViews,
  lookAlikeRecipient,
  mockUsdCoin,
  startSending,
  unknownRecipient,
} from "../harness/sendViews.ts"
import { story } from "../harness/story.ts"
import { getBalance, getTokenBalance } from "../harness/testWorld.ts"

const ether = 10n ** 18n

describe("sending in the modal", () => {
  story("contract: sends ETH", { tags: "full" }, async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    const { modal, compose, checked, confirm } = await startSending(page, wallet)
    await compose({ amount: "1.5", to: unknownRecipient })
    await checked.check()
    const prompt = await wallet.promptAfter(() => confirm.click())
    await modal.heading("Approve in your wallet").waitFor()
    const started = modal.text(/^Transaction started$/).waitFor()
    await prompt.approve()
    await started
    await modal.heading("Transaction").waitFor()
    await modal.text("Confirmed").first().waitFor()
    expect(await getBalance(world, 1, unknownRecipient)).toBe((3n * ether) / 2n)
    const explorer = modal.dialog.getByRole("link", { name: /Show the transaction in the explorer/ })
    expect(await explorer.getAttribute("href")).toMatch(/^https:\/\/explorer\.invalid\/tx\/0x[0-9a-f]{64}$/)
  })

  story("contract: sends an ERC-20", { tags: "full" }, async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    const { modal, choose, compose, checked, confirm } = await startSending(page, wallet)
    await choose("mUSDC")
    await compose({ amount: "25.5", to: unknownRecipient })
    await modal.heading("Balance after").waitFor()
    await checked.check()
    const prompt = await wallet.promptAfter(() => confirm.click())
    await prompt.approve()
    await modal.text("Confirmed").first().waitFor()
    expect(await getTokenBalance(world, 1, mockUsdCoin, unknownRecipient)).toBe(25_500_000n)
  })

  story(
    "contract: keeps the form after a declined request, and sends on the next try",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const { modal, compose, checked, confirm, amount, recipient } = await startSending(page, wallet)
      await compose({ amount: "2", to: unknownRecipient })
      await checked.check()
      const first = await wallet.promptAfter(() => confirm.click())
      await first.decline()
      await page.bringToFront()
      await modal.text("Signature declined").waitFor()
      await modal.text("Nothing was sent. You can try again.").waitFor()
      expect(await getBalance(world, 1, unknownRecipient)).toBe(0n)

      await modal.button("Back").click()
      await expect.poll(() => amount.inputValue()).toBe("2")
      expect(await recipient.inputValue()).toBe(unknownRecipient)
      await getSendViews(page).review.click()
      await checked.check()
      const second = await wallet.promptAfter(() => confirm.click())
      await second.approve()
      await modal.text("Confirmed").first().waitFor()
      expect(await getBalance(world, 1, unknownRecipient)).toBe(2n * ether)
    },
  )

  story(
    "shows an error at the field for an excessive amount, without a prompt",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const { modal, amount, recipient } = await startSending(page, wallet)
      await recipient.fill(unknownRecipient)
      await amount.fill("10000000")
      await modal.dialog.getByRole("alert").getByText("Insufficient balance").waitFor()
      const review = modal.button("Review")
      expect(await review.getAttribute("aria-disabled")).toBe("true")
      expect(await amount.getAttribute("aria-invalid")).toBe("true")
      await review.press("Enter")
      await awaitFocusIn(amount)
    },
  )

  story("sends the whole balance except the fee", { tags: "full" }, async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    const { modal, recipient, review, checked, confirm } = await startSending(page, wallet)
    await recipient.fill(unknownRecipient)
    const before = await getBalance(world, 1, firstAccount)
    await modal.button(/^Max/).click()
    await review.click()
    await checked.check()
    const prompt = await wallet.promptAfter(() => confirm.click())
    await prompt.approve()
    await modal.text("Confirmed").first().waitFor()
    const arrived = await getBalance(world, 1, unknownRecipient)
    expect(arrived).toBeGreaterThan(before - ether / 100n)
    expect(arrived).toBeLessThan(before)
  })

  story(
    "finds a recipient by name, and keeps an unknown name in the field",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const { modal, amount, recipient, review } = await startSending(page, wallet)
      await amount.fill("1")
      await recipient.fill("nobody-at-all.wmodal.id")
      await modal.dialog.getByRole("alert").getByText("Error resolving name").waitFor()
      expect(await recipient.inputValue()).toBe("nobody-at-all.wmodal.id")
      await recipient.fill("milo.wmodal.id")
      await modal.dialog.getByText(secondAccount).waitFor()
      await review.click()
      await modal.heading("Review send").waitFor()
      await modal.dialog.getByText("milo.wmodal.id").waitFor()
      expect(await modal.dialog.innerText()).toContain(secondAccount.match(/.{1,4}/g)?.join("\n") ?? "")
    },
  )

  story(
    "removes text around a pasted address, and names the network of a foreign address",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const { modal, recipient } = await startSending(page, wallet)
      await recipient.fill(`ethereum:${unknownRecipient}@1`)
      await expect.poll(() => recipient.inputValue()).toBe(unknownRecipient)
      await recipient.fill(`eip155:137:${unknownRecipient}`)
      await modal.dialog.getByRole("alert").getByText("This address belongs to another chain").waitFor()
      await modal.text("It is for Polygon").waitFor()
      expect(await recipient.inputValue()).toBe(`eip155:137:${unknownRecipient}`)
    },
  )

  story(
    "requires typed confirmation for a look-alike address",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const { modal, compose, checked, confirm } = await startSending(page, wallet)
      await compose({ amount: "1", to: unknownRecipient })
      await checked.check()
      const first = await wallet.promptAfter(() => confirm.click())
      await first.approve()
      await modal.text("Confirmed").first().waitFor()
      await page.bringToFront()

      await modal.button("Back").click()
      await modal.dialog.getByRole("button", { name: "Send", exact: true }).click()
      await compose({ amount: "1", to: lookAlikeRecipient })
      await modal.dialog.getByText("Not the address you know").waitFor()
      for (const address of [unknownRecipient, lookAlikeRecipient])
        expect(await modal.dialog.getByText(address).count()).toBeGreaterThan(0)
      await checked.check()
      const typing = modal.dialog.getByRole("textbox", {
        name: "Type the four marked characters to continue",
      })
      await confirm.press("Enter")
      await awaitFocusIn(typing)
      expect(await confirm.getAttribute("aria-disabled")).toBe("true")
      await typing.fill("1111")
      await modal.text("These are not the marked characters").waitFor()
      expect(await confirm.getAttribute("aria-disabled")).toBe("true")
      await typing.fill("2222")
      const second = await wallet.promptAfter(() => confirm.click())
      await second.approve()
      await modal.text("Confirmed").first().waitFor()
      expect(await getBalance(world, 1, lookAlikeRecipient)).toBe(ether)
    },
  )

  story(
    "warns that a cancelled payment may still be sent, and records a late approval",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const { modal, compose, checked, confirm } = await startSending(page, wallet)
      await compose({ amount: "3", to: unknownRecipient })
      await checked.check()
      const prompt = await wallet.promptAfter(() => confirm.click())
      await page.bringToFront()
      await modal.button("Stop waiting").click()
      await modal.text("Your wallet still has this request").waitFor()
      await prompt.page.bringToFront()
      await prompt.approve()
      await page.bringToFront()
      await modal.text("Transaction started after you went back").waitFor()
      await modal.dialog.getByText("Your wallet still has this request").waitFor({ state: "hidden" })
      await modal.text("The payment was sent").waitFor()
      await expect.poll(() => getBalance(world, 1, unknownRecipient)).toBe(3n * ether)
    },
  )

  story(
    "shows the received amount for a token with a transfer fee",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const { modal, choose, compose } = await startSending(page, wallet)
      await choose("mFEE")
      await compose({ amount: "100", to: unknownRecipient })
      await modal.text("Recipient receives").waitFor()
      await modal.text("99 mFEE").waitFor()
    },
  )
})

describe("interrupted sending", () => {
  story(
    "keeps a payment when the modal is closed during the prompt",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const { modal, compose, checked, confirm } = await startSending(page, wallet)
      await compose({ amount: "4", to: unknownRecipient })
      await checked.check()
      const prompt = await wallet.promptAfter(() => confirm.click())
      await page.bringToFront()
      await modal.button("Close").click()
      await modal.dialog.waitFor({ state: "hidden" })
      await modal.accountButton().click()
      await modal.dialog.getByRole("button", { name: "Send", exact: true }).click()
      await modal.heading("Approve in your wallet").waitFor()
      await modal.button("Close").click()
      await prompt.page.bringToFront()
      await prompt.approve()
      await page.bringToFront()
      await expect.poll(() => getBalance(world, 1, unknownRecipient)).toBe(4n * ether)
      await modal.accountButton().click()
      await modal.tab("Activity").click()
      await modal
        .listItem(/4(\.0+)? ETH/)
        .first()
        .waitFor()
    },
  )

  story("prompts once for two presses", { tags: "full" }, async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    const { modal, compose, checked, confirm } = await startSending(page, wallet)
    await compose({ amount: "5", to: unknownRecipient })
    await checked.check()
    const before = page.context().pages().length
    const { x, y, width, height } = (await confirm.boundingBox())!
    await page.mouse.move(x + width / 2, y + height / 2)
    const press = async (clickCount: number) => {
      await page.mouse.down({ clickCount })
      await page.mouse.up({ clickCount })
    }
    await confirm.click({ trial: true })
    const prompt = await wallet.promptAfter(() => press(1))
    await page.bringToFront()
    await modal.heading("Approve in your wallet").waitFor()
    // On a slow device the second press comes late: on a card that has become smaller, or a button that accepts presses.
    await modal.dialog.getByRole("button", { name: "Stop waiting", disabled: false }).waitFor()
    await press(2)
    await modal.heading("Approve in your wallet").waitFor()
    expect(page.context().pages().length).toBe(before + 1)
    await prompt.approve()
    await modal.text("Confirmed").first().waitFor()
    expect(await getBalance(world, 1, unknownRecipient)).toBe(5n * ether)
  })

  story(
    "ends a review when the wallet switches accounts, and keeps the form",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const { modal, compose, amount } = await startSending(page, wallet)
      await compose({ amount: "6", to: unknownRecipient })
      await wallet.selectAccount(1)
      await modal.text("The account or network has changed").waitFor()
      expect(await amount.inputValue()).toBe("6")
      // By keyboard: updates of the other account move the button.
      await getSendViews(page).review.press("Enter")
      await modal.heading("Review send").waitFor()
    },
  )
})

describe("sending opened by the page", () => {
  story(
    "continues to the payment after a connection",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      await getModalViews(page).connectButton.waitFor()
      await page.evaluate(() => globalThis.modals[0]?.open("WalletSend"))
      await getModalViews(page).heading("Connect Wallet").waitFor()
      await page.evaluate(() => globalThis.modals[0]?.close())
      const modal = await connectWallet(page, wallet)
      await page.evaluate(() => globalThis.modals[0]?.open("WalletSend"))
      await modal.heading("Send").waitFor()
      await getSendViews(page).token.filter({ hasText: "ETH" }).waitFor()
      await modal.text("10,000 ETH available").waitFor()
    },
  )

  story(
    "offers no payment when the host disabled it",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world, { options: { features: { send: false } } }))
      const modal = await connectWallet(page, wallet)
      await modal.accountButton().click()
      await modal.heading(toAccountLabel(firstAccount)).waitFor()
      await modal.button("Copy address").waitFor()
      expect(await modal.dialog.getByRole("button", { name: "Send", exact: true }).count()).toBe(0)
      await page.evaluate(() => globalThis.modals[0]?.open("WalletSend"))
      await modal.text("Sending is turned off").waitFor()
      await modal.button("Go to account").click()
      await modal.heading(toAccountLabel(firstAccount)).waitFor()
    },
  )
})

describe("sending by keyboard", () => {
  story("completes a payment from the account to the receipt", async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    const modal = await connectWallet(page, wallet)
    await page.bringToFront()
    await modal.accountButton().focus()
    await page.keyboard.press("Enter")
    await modal.dialog.getByRole("button", { name: "Send", exact: true }).waitFor()
    await pressTabTo(page, /^Send$/)
    await page.keyboard.press("Enter")
    await getSendViews(page).token.filter({ hasText: "ETH" }).waitFor()
    await awaitFocusOn(page, "Send")
    await pressTabTo(page, /^Amount in ETH/)
    await page.keyboard.type("0,25")
    await pressTabTo(page, /Max/)
    await pressTabTo(page, getSendViews(page).recipient)
    await page.keyboard.type(unknownRecipient)
    await getSendViews(page).review.waitFor()
    await page.keyboard.press("Enter")
    await modal.heading("Review send").waitFor()
    await awaitFocusOn(page, "Review send")
    const { checked } = getSendViews(page)
    await checked.waitFor()
    await pressTabTo(page, checked)
    await page.keyboard.press("Space")
    await pressTabTo(page, /^Send$/)
    const prompt = await wallet.promptAfter(() => page.keyboard.press("Enter"))
    await awaitFocusOn(page, /Approve in your wallet/)
    await prompt.approve()
    await page.bringToFront()
    await modal.heading("Transaction").waitFor()
    await awaitFocusOn(page, "Transaction")
    await modal.text("Confirmed").first().waitFor()
    expect(await getBalance(world, 1, unknownRecipient)).toBe(ether / 4n)
  })

  story("selects known recipients with arrow keys", { tags: "full" }, async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    const { modal, compose, checked, confirm, recipient } = await startSending(page, wallet)
    await compose({ amount: "1", to: unknownRecipient })
    await checked.check()
    const prompt = await wallet.promptAfter(() => confirm.click())
    await prompt.approve()
    await modal.text("Confirmed").first().waitFor()
    await page.bringToFront()
    await modal.button("Back").click()
    await modal.dialog.getByRole("button", { name: "Send", exact: true }).click()
    await modal.dialog.getByRole("option").first().waitFor()
    await recipient.focus()
    await page.keyboard.press("Escape")
    await modal.dialog.getByRole("option").first().waitFor({ state: "hidden" })
    expect(await modal.dialog.isVisible()).toBe(true)
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect.poll(() => recipient.inputValue()).toBe(unknownRecipient)
    await modal.dialog.getByText("Recipient found").waitFor({ state: "attached" })
  })
})

describe("payment amount", () => {
  story(
    "accepts both decimal separators and pasted groups, and keeps the caret",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const { amount } = await startSending(page, wallet)
      const caret = () =>
        amount.evaluate((field) => (field instanceof HTMLInputElement ? field.selectionStart : -1))
      await amount.focus()
      await page.keyboard.type("12x,5,6")
      expect(await amount.inputValue()).toBe("12.56")
      await page.keyboard.press("Home")
      await page.keyboard.press("ArrowRight")
      await page.keyboard.type("9")
      expect([await amount.inputValue(), await caret()]).toEqual(["192.56", 2])
      await page.keyboard.type("x")
      expect([await amount.inputValue(), await caret()]).toEqual(["192.56", 2])
      await page.keyboard.press("ControlOrMeta+a")
      await page.keyboard.type(",5")
      expect([await amount.inputValue(), await caret()]).toEqual(["0.5", 3])
      for (const text of ["1,234.5", "1.234,5", " 1 234,5 "]) {
        await page.keyboard.press("ControlOrMeta+a")
        await page.keyboard.insertText(text)
        expect(await amount.inputValue()).toBe("1234.5")
      }
      await page.keyboard.press("ControlOrMeta+a")
      await page.keyboard.insertText(`1${"0".repeat(30)}`)
      expect(await amount.inputValue()).toBe(`1${"0".repeat(30)}`)
      expect(await amount.evaluate((field) => field.scrollWidth <= field.clientWidth)).toBe(true)
    },
  )

  story(
    "keeps its value when switched to fiat and back",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const { modal, amount, compose } = await startSending(page, wallet)
      await amount.fill("0.5")
      await modal.button(/Enter the amount in US dollars/).click()
      await expect.poll(() => amount.inputValue()).toBe("1250")
      await compose({ amount: "2500", to: unknownRecipient })
      await modal.text("1 ETH").first().waitFor()
      await modal.text("$2,500.00").waitFor()
      await modal.button("Back").click()
      await modal.button(/Enter the amount in ETH/).click()
      await expect.poll(() => amount.inputValue()).toBe("1")
    },
  )
})
