import { connect } from "./modal.ts"
import type { Scene } from "./scenes.ts"
import { type SwapViews, startSwapping } from "./swapping.ts"

type Go = Scene["go"]

const swapping =
  (go: (views: SwapViews) => Promise<unknown>): Go =>
  async (page, wallet) =>
    go(await startSwapping(page, wallet))

/** The views of a swap in the making. */
export const swapScenes: readonly Scene[] = [
  {
    name: "Swap",
    page: {},
    go: swapping(async ({ modal, choose, review }) => {
      await choose("destination", "Mock USD Coin")
      await modal.button("Slippage limit").click()
      await modal.dialog.getByRole("radio", { name: "Custom" }).check()
      await modal.dialog.getByRole("textbox", { name: "Slippage limit in percent" }).fill("7.5")
      await review.waitFor()
    }),
  },
  {
    name: "Swap-insufficient",
    page: {},
    go: swapping(async ({ modal, amount }) => {
      await amount.fill("123456789")
      await modal.text("Insufficient balance").waitFor()
    }),
  },
  {
    name: "Swap-unsupported",
    page: { networks: ["sepolia", "ethereum", "polygon"] },
    go: async (page, wallet) => {
      await wallet.selectChain(11155111)
      const modal = await connect(page, wallet)
      await modal.accountButton().click()
      await page.evaluate(() => globalThis.modals[0]?.open("Swap"))
      await modal.text("No swaps on Sepolia").waitFor()
    },
  },
  {
    name: "SwapSelectToken",
    page: {},
    go: swapping(async ({ modal, destination }) => {
      await destination.click()
      await modal.dialog.getByRole("list", { name: "Tokens" }).waitFor()
    }),
  },
  {
    name: "SwapPreview",
    page: {},
    go: swapping(async ({ modal, compose }) => {
      await compose({ to: "Mock USD Coin", amount: "2000" })
      await modal.text(/of its worth/).waitFor()
    }),
  },
  {
    name: "SwapPreview-asking",
    page: {},
    go: async (page, wallet) => {
      const { modal, compose, confirm } = await startSwapping(page, wallet)
      await compose({ from: "Mock USD Coin", to: "Mock Dai", amount: "10" })
      await wallet.promptAfter(() => confirm("Approve").click())
      await modal.text("Step 1 of 2").waitFor()
    },
  },
  {
    name: "SwapPreview-approved",
    page: {},
    go: async (page, wallet) => {
      const { modal, compose, confirm } = await startSwapping(page, wallet)
      await compose({ from: "Mock USD Coin", to: "Mock Dai", amount: "10" })
      const first = await wallet.promptAfter(() => confirm("Approve").click())
      await first.approve()
      const second = await wallet.promptAfter(() => confirm("Swap").click())
      await second.decline()
      await modal.text("Signature declined").waitFor()
    },
  },
]
