import { openStoryWorld } from "@wmodal/mock-server/story"
import { describe, expect } from "vitest"
import { makeHostPage } from "../harness/hostPage.ts"
import { connectWallet, firstAccount } from "../harness/modal.ts"
import { readTerminalCode } from "../harness/readTerminalCode.ts"
import { scanCode } from "../harness/scan.ts"
import { story } from "../harness/story.ts"

const wholeAddress = new RegExp(firstAccount, "i")

describe("receive view", () => {
  story("shows the address, and a request that a camera reads", async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    const modal = await connectWallet(page, wallet)
    await page.evaluate(() => globalThis.modals[0]?.open("WalletReceive"))
    await modal.heading("Receive").waitFor()
    await expect.poll(() => scanCode(page, page)).toMatch(wholeAddress)
    await modal.button("Request an amount").click()
    await modal.dialog.getByRole("textbox", { name: "Amount in ETH" }).fill("2.5")
    await expect.poll(() => scanCode(page, page)).toBe(`ethereum:${firstAccount}@1?value=2500000000000000000`)
  })

  story(
    "shows a payment in the view, the balance and the activity once it arrives",
    { tags: "full" },
    async ({ outside, visitor, wallet, world }) => {
      const { getChainWorld } = await openStoryWorld({
        control: outside.control,
        projectId: world.projectId,
        networks: ["eip155:1"],
      })
      const page = await visitor.visit(makeHostPage(world))
      const modal = await connectWallet(page, wallet)
      await modal.accountButton().click()
      await modal.listItem("10,000.00 ETH").waitFor()
      await modal.button("Receive").click()
      await modal.heading("Receive").waitFor()
      await getChainWorld("eip155:1").pay(`ethereum:${firstAccount}@1?value=2500000000000000000`)
      await modal.text("Received 2.5 ETH").waitFor()
      await modal.button("Back").click()
      await modal.listItem("10,002.50 ETH").waitFor()
      await modal.tab("Activity").click()
      await modal
        .listItem(/Received.*2\.500 ETH/s)
        .first()
        .waitFor()
    },
  )

  story(
    "opens from code, and follows the network that the user chooses there",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const modal = await connectWallet(page, wallet)
      await page.evaluate(() => globalThis.modals[0]?.open("WalletReceive"))
      await modal.button("Receive on Ethereum. Choose another network").click()
      await modal.heading("Choose Network").waitFor()
      const prompt = await wallet.promptAfter(() => modal.row("Polygon").click())
      await prompt.approve()
      await modal.button("Receive on Polygon. Choose another network").waitFor()
      await modal.text("Only send on Polygon").waitFor()
    },
  )
})

describe("wmodal receive", () => {
  story("prints the address, a request, and a code that a camera reads", async ({ shell }) => {
    expect((await shell.run(["connect", "--wallet", "dev", "--yes"])).code).toBe(0)
    const plain = await shell.run(["receive"])
    expect(plain).toMatchObject({ code: 0, stdout: `${firstAccount}\n` })
    const asked = JSON.parse((await shell.run(["receive", "2.5", "ETH", "--json"])).stdout)
    expect(asked).toMatchObject({
      v: 1,
      address: firstAccount,
      network: "eip155:1",
      uri: `ethereum:${firstAccount}@1?value=2500000000000000000`,
      requested: { amount: "2.5", symbol: "ETH" },
      warnings: [{ code: "otherNetworks" }],
    })
    expect((await shell.run(["receive", "1", "DOGE"])).code).toBe(2)
  })

  story("draws a code that a camera reads from the terminal", { tags: "full" }, async ({ shell }) => {
    expect((await shell.run(["connect", "--wallet", "dev", "--yes"])).code).toBe(0)
    const session = shell.sit(["receive", "2.5", "ETH", "--qr"])
    expect(await session.ended).toBe(0)
    await session.shows("Request for 2.5 ETH")
    await session.shows("Only send on Ethereum.")
    expect(readTerminalCode(session.picture())).toBe(`ethereum:${firstAccount}@1?value=2500000000000000000`)
  })
})
