import { makeTestSigner } from "@wmodal/dev-wallet"
import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { makeCoinbasePage } from "../harness/coinbasePage.ts"
import { getModalViews, secondAccount } from "../harness/modal.ts"
import { story } from "../harness/story.ts"

const { address } = makeTestSigner(5)

/** Presses a button of the page, and a button of the pop-up that it opens. */
const decideAfter = async (page: Page, press: () => Promise<unknown>, decision: "Approve" | "Reject") => {
  const opened = page.waitForEvent("popup")
  await press()
  const popup = await opened
  const closed = popup.waitForEvent("close")
  await popup.getByRole("button", { name: decision }).click()
  await closed
  return popup.url()
}

const request = (page: Page, method: string, ...params: readonly unknown[]) =>
  page.evaluate(
    async ([name, given]) => {
      const provider = globalThis.modals[0]?.getProvider("eip155") as {
        readonly request: (asked: object) => Promise<unknown>
      } | null
      return provider
        ?.request({ method: name, params: given })
        .then(String, ({ code }: { readonly code: number }) => `${code}`)
    },
    [method, params] as const,
  )

describe("Coinbase Wallet by its own library", () => {
  story(
    "connects, signs, sends, reconnects without a pop-up, and disconnects",
    { tags: "full", timeout: 120_000 },
    async ({ visitor, world }) => {
      const page = await visitor.visit(await makeCoinbasePage(world))
      const modal = getModalViews(page)
      const hosts = new Set<string>()
      page.on("request", (asked) => hosts.add(new URL(asked.url()).host))
      await modal.connectButton.click()
      await modal.button(/^Coinbase Wallet/).waitFor()
      const url = await decideAfter(page, () => modal.button(/^Coinbase Wallet/).click(), "Approve")
      // Another origin than the page's.
      expect(new URL(url).origin).not.toBe(new URL(page.url()).origin)
      await modal.accountButton(address).waitFor()

      const signing = request(page, "personal_sign", "0x6869", address)
      await modal.heading("Review request").waitFor()
      await decideAfter(page, () => modal.button("Continue").click(), "Approve")
      expect(await signing).toMatch(/^0x[0-9a-f]{130}$/)

      const transaction = { from: address, to: secondAccount, value: "0xde0b6b3a7640000" }
      const getBalance = async () =>
        BigInt((await request(page, "eth_getBalance", secondAccount, "latest")) ?? "")
      const before = await getBalance()
      const sending = request(page, "eth_sendTransaction", transaction)
      await modal.heading("Review request").waitFor()
      await decideAfter(page, () => modal.button("Continue").click(), "Approve")
      expect(await sending).toMatch(/^0x[0-9a-f]{64}$/)
      expect((await getBalance()) - before).toBe(10n ** 18n)

      const declined = request(page, "personal_sign", "0x6869", address)
      await modal.heading("Review request").waitFor()
      await decideAfter(page, () => modal.button("Continue").click(), "Reject")
      expect(await declined).toBe("4001")

      // What the library has asked is in the log, and no other host was asked.
      const log = (await page.evaluate(() =>
        (globalThis.modals[0] as unknown as { getNetworkLog(): unknown }).getNetworkLog(),
      )) as readonly { readonly host: string; readonly purpose: string; readonly call: string }[]
      const toWallet = log.filter(({ purpose }) => purpose === "wallet")
      expect(toWallet.map(({ call }) => call)).toEqual([
        "eth_requestAccounts",
        "personal_sign",
        "eth_sendTransaction",
      ])
      expect(toWallet.map(({ host }) => host)).toEqual(toWallet.map(() => new URL(url).host))
      const own = new URL(page.url()).host
      expect([...hosts].filter((host) => host !== own && !log.some((entry) => entry.host === host))).toEqual(
        [],
      )

      let popups = 0
      page.on("popup", () => {
        popups += 1
      })
      await page.reload()
      await modal.accountButton(address).waitFor()
      expect(popups).toBe(0)

      await modal.accountButton(address).click()
      await modal.disconnect()
      await modal.connectButton.waitFor()
      expect(
        await page.evaluate(() => Object.keys(localStorage).filter((key) => /CBWSDK/.test(key))),
      ).toEqual([])
    },
  )

  story("is left out by enableCoinbase: false", { tags: "full" }, async ({ visitor, world }) => {
    const page = await visitor.visit(await makeCoinbasePage(world, { enableCoinbase: false }))
    const modal = getModalViews(page)
    await modal.connectButton.click()
    await modal.button("All wallets").waitFor()
    expect(await modal.button(/^Coinbase Wallet.*Ready/).count()).toBe(0)
  })
})
