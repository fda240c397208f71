import type { Scene } from "./scenes.ts"
import { alikeStranger, type SendViews, startSending, stranger } from "./sending.ts"

type Go = Scene["go"]

const sending =
  (go: (views: SendViews) => Promise<unknown>): Go =>
  async (page, wallet) =>
    go(await startSending(page, wallet))

/** The views of a payment in the making. */
export const sendScenes: readonly Scene[] = [
  { name: "WalletSend", page: {}, go: sending(async () => {}) },
  {
    name: "WalletSend-typed",
    page: {},
    go: sending(async ({ amount, recipient, review }) => {
      await amount.fill("25")
      await recipient.fill("milo.wmodal.id")
      await review.waitFor()
    }),
  },
  {
    name: "WalletSend-insufficient",
    page: {},
    go: sending(async ({ modal, amount, recipient }) => {
      await amount.fill("123456789")
      await recipient.fill("nobody-at-all.wmodal.id")
      await modal.text("Insufficient balance").waitFor()
      await modal.text("Error resolving name").waitFor()
    }),
  },
  {
    name: "WalletSendSelectToken",
    page: {},
    go: sending(async ({ modal, token }) => {
      await token.click()
      await modal.dialog.getByRole("list", { name: "Tokens" }).waitFor()
    }),
  },
  {
    name: "WalletSendPreview",
    page: {},
    go: sending(async ({ choose, compose, checked }) => {
      await choose("mFEE")
      await compose({ amount: "100", to: stranger })
      await checked.waitFor()
    }),
  },
  {
    name: "WalletSendPreview-asking",
    page: {},
    go: async (page, wallet) => {
      const { modal, compose, checked, confirm } = await startSending(page, wallet)
      await compose({ amount: "1", to: stranger })
      await checked.check()
      await wallet.promptAfter(() => confirm.click())
      await modal.heading("Approve in your wallet").waitFor()
    },
  },
  {
    name: "WalletSendPreview-declined",
    page: {},
    go: async (page, wallet) => {
      const { modal, compose, checked, confirm } = await startSending(page, wallet)
      await compose({ amount: "1", to: stranger })
      await checked.check()
      const prompt = await wallet.promptAfter(() => confirm.click())
      await prompt.decline()
      await modal.text("Signature declined").waitFor()
    },
  },
  {
    name: "WalletSendPreview-look-alike",
    page: {},
    go: async (page, wallet) => {
      const { modal, compose, checked, confirm } = await startSending(page, wallet)
      await compose({ amount: "1", to: stranger })
      await checked.check()
      const prompt = await wallet.promptAfter(() => confirm.click())
      await prompt.approve()
      await modal.text("Confirmed").first().waitFor()
      await modal.button("Back").click()
      await modal.dialog.getByRole("button", { name: "Send", exact: true }).click()
      await compose({ amount: "1", to: alikeStranger })
      await modal.text("Not the address that you know").waitFor()
    },
  },
]
