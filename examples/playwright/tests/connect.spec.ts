import { expect } from "@playwright/test"
import { test } from "./wallet"

test("connects the wallet and signs", async ({ page, world }) => {
  await page.addInitScript(() => announceDevWallet())
  await page.goto(`/?server=${world}`)

  await page.getByRole("button", { name: "Connect wallet" }).click()
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Dev wallet/ })
    .click()
  await expect(page.getByRole("button", { name: "vera.wmodal.id" })).toBeVisible()

  await page.getByRole("button", { name: "Sign a message" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click()
  await expect(page.locator("output")).toHaveText(/^0x[0-9a-f]{130}$/)
})

test("shows an error when the wallet declines", async ({ page, world }) => {
  await page.addInitScript(() => announceDevWallet({ approve: ({ _tag }) => _tag === "Connect" }))
  await page.goto(`/?server=${world}`)

  await page.getByRole("button", { name: "Connect wallet" }).click()
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Dev wallet/ })
    .click()
  await page.getByRole("button", { name: "Sign a message" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click()
  await expect(page.locator("output")).toHaveText("The wallet rejected the request.")
})
