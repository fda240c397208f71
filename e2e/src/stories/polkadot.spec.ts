import { makeTestPolkadotSigner } from "@wmodal/dev-wallet/polkadot"
import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { expectAccessible } from "../harness/expectAccessible.ts"
import { makeHostPage } from "../harness/hostPage.ts"
import { getModalViews } from "../harness/modal.ts"
import { story } from "../harness/story.ts"

const { address } = makeTestPolkadotSigner(0)

/** 1.5 DOT to the second account, as `@polkadot/api` makes it. */
const payload = {
  address,
  blockHash: `0x${"ab".repeat(32)}`,
  blockNumber: "0x01786b29",
  era: "0xd501",
  genesisHash: "0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3",
  method: `0x050300${Buffer.from(makeTestPolkadotSigner(1).publicKey).toString("hex")}0700d6117e03`,
  nonce: "0x0000001b",
  signedExtensions: ["CheckMortality", "CheckNonce", "ChargeTransactionPayment", "CheckMetadataHash"],
  specVersion: "0x000f4dfc",
  tip: "0x00000000000000000000000000000000",
  transactionVersion: "0x0000001a",
  version: 4,
}

/** Runs on the page: signs by the modal's provider. @returns the signature, or the code of the error. */
const signOnPage = (page: Page, method: "signPayload" | "signRaw", given: object) =>
  page.evaluate(
    async ([name, input]) => {
      const provider = globalThis.modals[0]?.getProvider("polkadot") as Readonly<
        Record<string, (given: object) => Promise<{ readonly signature: string }>>
      > | null
      return provider?.[name]?.(input).then(
        ({ signature }) => signature,
        ({ code }: { readonly code: number }) => `${code}`,
      )
    },
    [method, given] as const,
  )

describe("polkadot", () => {
  story(
    "connects an injected wallet, which signs what the review shows",
    { timeout: 90_000 },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(
        makeHostPage(world, { chains: ["evm", "polkadot"], networks: ["polkadot", "ethereum"] }),
      )
      const modal = getModalViews(page)
      await modal.connectButton.click()
      await modal.row().filter({ hasText: "Polkadot" }).click()
      const connecting = await wallet.promptAfter(() =>
        modal.dialog.getByRole("button", { name: /^Polkadot/ }).click(),
      )
      expect(await connecting.text()).toContain(address)
      await connecting.approve()
      await expect
        .poll(() => page.evaluate(() => globalThis.modals[0]?.getAccount("polkadot")?.address))
        .toBe(address)

      await page.getByRole("button", { name: new RegExp(address.slice(0, 4)) }).click()
      await modal.dialog.getByText("Balances, payments and swaps are not available here.").waitFor()
      await expectAccessible(page, "polkadot account")
      expect(await modal.dialog.getByRole("button", { name: "Send" }).count()).toBe(0)
      await page.keyboard.press("Escape")

      const signing = signOnPage(page, "signPayload", payload)
      await modal.heading("Review request").waitFor()
      await modal.dialog.getByText("1.5 DOT").first().waitFor()
      await expectAccessible(page, "polkadot review")
      await modal.dialog.getByRole("checkbox").check()
      const prompt = await wallet.promptAfter(() => modal.button("Continue").click())
      expect(await prompt.text()).toContain("1.5 DOT")
      await prompt.approve()
      expect(await signing).toMatch(/^0x01[0-9a-f]{128}$/)

      const declined = signOnPage(page, "signRaw", { address, data: "Dear reader", type: "bytes" })
      await modal.heading("Review request").waitFor()
      await modal.dialog.getByText("Dear reader").waitFor()
      await modal.button("Reject").click()
      expect(await declined).toBe("4001")
    },
  )
})
