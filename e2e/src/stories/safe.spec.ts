import { makeTestSigner } from "@wmodal/dev-wallet"
import { describe, expect } from "vitest"
import { makeHostPage } from "../harness/hostPage.ts"
import { secondAccount } from "../harness/modal.ts"
import { story } from "../harness/story.ts"

const { address } = makeTestSigner(4)

describe("page in a frame of Safe", () => {
  story(
    "offers the Safe first, and sends what its owner approves",
    { tags: "full" },
    async ({ visitor, world }) => {
      const { origin } = new URL(world.blockchain)
      const page = await visitor.visit(makeHostPage(world, { safeOrigins: [origin] }))
      const app = page.url()
      await page.goto(`${origin}/w/${world.projectId}/safe?${new URLSearchParams({ app })}`)
      await page.getByText(address).waitFor()
      const frame = page.frameLocator("#app")
      const dialog = frame.getByRole("dialog")
      await frame.getByRole("button", { name: "Connect wallet" }).click()
      await dialog.getByRole("button", { name: /^Safe/ }).waitFor()
      const rows = await dialog.getByRole("listitem").allInnerTexts()
      expect(rows[0]).toMatch(/^Safe/)
      await dialog.getByRole("button", { name: /^Safe/ }).click()
      const body = frame.locator("body")
      await expect
        .poll(() => body.evaluate(() => globalThis.modals[0]?.getAccount("eip155")?.address))
        .toBe(address)
      const request = (method: string, ...params: readonly unknown[]) =>
        body.evaluate(
          async (_, [name, given]) => {
            const provider = globalThis.modals[0]?.getProvider("eip155") as {
              readonly request: (asked: object) => Promise<unknown>
            } | null
            return provider
              ?.request({ method: name, params: given })
              .then(String, ({ code }: { readonly code: number }) => `${code}`)
          },
          [method, params] as const,
        )
      const transaction = { from: address, to: secondAccount, value: "0xde0b6b3a7640000" }
      const getBalance = async () => BigInt((await request("eth_getBalance", secondAccount, "latest")) ?? "")
      const before = await getBalance()
      const sending = request("eth_sendTransaction", transaction)
      await dialog.getByRole("heading", { name: "Review request" }).waitFor()
      await dialog.getByRole("button", { name: "Continue" }).click()
      const prompt = page.getByRole("dialog", { name: "Execute a transaction" })
      await prompt.getByText(secondAccount, { exact: false }).waitFor()
      await prompt.getByRole("button", { name: "Approve" }).click()
      expect(await sending).toMatch(/^0x[0-9a-f]{64}$/)
      expect((await getBalance()) - before).toBe(10n ** 18n)

      const declined = request("eth_sendTransaction", transaction)
      await dialog.getByRole("heading", { name: "Review request" }).waitFor()
      await dialog.getByRole("button", { name: "Continue" }).click()
      await prompt.getByRole("button", { name: "Reject" }).click()
      expect(await declined).toBe("4001")
    },
  )

  story("finds no Safe in a frame of another page", { tags: "full" }, async ({ visitor, world }) => {
    const { origin } = new URL(world.blockchain)
    const page = await visitor.visit(makeHostPage(world))
    const app = page.url()
    await page.goto(`${origin}/w/${world.projectId}/safe?${new URLSearchParams({ app })}`)
    const frame = page.frameLocator("#app")
    await frame.getByRole("button", { name: "Connect wallet" }).click()
    await frame.getByRole("dialog").getByRole("heading", { name: "Connect wallet" }).waitFor()
    expect(await frame.getByRole("dialog").getByRole("button", { name: /^Safe/ }).count()).toBe(0)
  })
})
