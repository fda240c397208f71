import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { type HostPageOptions, makeHostPage } from "../src/harness/hostPage.ts"
import { firstAccount, getModalViews, secondAccount } from "../src/harness/modal.ts"
import { requestOnPage } from "../src/harness/pageRequests.ts"
import { scanUntilRead } from "../src/harness/scan.ts"
import { unknownRecipient } from "../src/harness/sendViews.ts"
import { getBalance } from "../src/harness/testWorld.ts"
import { type KitPhone, startKitPhone } from "./kitPhone.ts"
import { bundleScript, realStory } from "./realStory.ts"
import {
  hello,
  pass,
  recoverHello,
  sendEther,
  signMessage,
  signTypedData,
  stateOf,
  switchToPolygon,
} from "./walletSteps.ts"

const story = realStory
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the pattern to know what a fixture needs
  .extend("kitScript", { scope: "worker" }, async ({}) => bundleScript("walletKit"))
  .extend("phone", async ({ browser, site, world, kitScript }, { onCleanup }) => {
    const page = await browser.context.newPage()
    onCleanup(() => page.close())
    return startKitPhone(page, site, world, kitScript)
  })
  .extend(
    "visit",
    ({ visitor, world }) =>
      (options: HostPageOptions = {}) =>
        visitor.visit(makeHostPage(world, { relay: true, ...options })),
  )

/** Opens the code of WalletConnect and scans it. */
const scan = async (page: Page, phone: KitPhone) => {
  const modal = getModalViews(page)
  await modal.connectButton.click()
  await modal.button("WalletConnect").click()
  const link = await scanUntilRead(page)
  return phone.promptAfter(() => phone.scan(link))
}

const connect = async (page: Page, phone: KitPhone) => {
  const proposal = await scan(page, phone)
  proposal.approve()
  const modal = getModalViews(page)
  await modal.accountButton().waitFor()
  return modal
}

describe("the modal with a phone that runs Reown's kit", () => {
  story("connects by a scanned code", async ({ visit, phone }) => {
    const page = await visit()
    await connect(page, phone)
    expect(await stateOf(page)).toMatchObject({
      status: "connected",
      account: { address: firstAccount, network: "eip155:1" },
    })
    expect(await phone.countSessions()).toBe(1)
  })

  story("connects by the next code when the phone declines the first", async ({ visit, phone }) => {
    const page = await visit()
    const modal = getModalViews(page)
    const first = await scan(page, phone)
    first.decline()
    await modal.text("Connection declined").waitFor()
    expect((await stateOf(page))?.account).toBeNull()
    await modal.button("Try again").click()
    const link = await scanUntilRead(page)
    const second = await phone.promptAfter(() => phone.scan(link))
    second.approve()
    await modal.accountButton().waitFor()
  })

  story("shows the network that the phone has when it lacks the first one", async ({ visit, phone }) => {
    phone.become({ chainIds: [137] })
    const page = await visit()
    const modal = await connect(page, phone)
    await modal.networkButton("Polygon").waitFor()
  })

  story(
    "signs a message, and reports a declined one to the page with code 4001",
    async ({ visit, phone }) => {
      const page = await visit()
      await connect(page, phone)
      await signMessage(page, phone)
    },
  )

  story("signs typed data", async ({ visit, phone }) => {
    const page = await visit()
    await connect(page, phone)
    await signTypedData(page, phone)
  })

  story("refuses a method without a review when the session lacks it", async ({ visit, phone }) => {
    phone.become({ methods: ["personal_sign"] })
    const page = await visit()
    const modal = await connect(page, phone)
    const params = [{ from: firstAccount, to: secondAccount, value: "0x1" }]
    expect(await requestOnPage(page, { method: "eth_sendTransaction", params })).toMatch(/^4200 /)
    expect(await modal.dialog.isVisible()).toBe(false)
  })

  story("sends a page's payment", async ({ visit, phone, world }) => {
    const page = await visit()
    await connect(page, phone)
    const params = [{ from: firstAccount, to: unknownRecipient, value: "0xde0b6b3a7640000" }]
    const sent = requestOnPage(page, { method: "eth_sendTransaction", params })
    const prompt = await pass(page, phone)
    prompt.approve()
    expect(await sent).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await getBalance(world, 1, unknownRecipient)).toBe(10n ** 18n)
  })

  story("sends ETH, and nothing when the phone declines", async ({ visit, phone, world }) => {
    const page = await visit()
    await connect(page, phone)
    await sendEther(page, phone, world)
  })

  story("sends on the other network of the session after a switch", async ({ visit, phone, world }) => {
    const page = await visit()
    const modal = await connect(page, phone)
    await modal.networkButton("Ethereum").click()
    await modal.button(/Polygon/).click()
    await modal.networkButton("Polygon").waitFor()
    const params = [{ from: firstAccount, to: unknownRecipient, value: "0xde0b6b3a7640000" }]
    const sent = requestOnPage(page, { method: "eth_sendTransaction", params })
    const prompt = await pass(page, phone)
    prompt.approve()
    expect(await sent).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await getBalance(world, 137, unknownRecipient)).toBe(10n ** 18n)
  })

  story("switches to a network that the session lacks, also after a refusal", async ({ visit, phone }) => {
    phone.become({ chainIds: [1] })
    const page = await visit()
    await connect(page, phone)
    await switchToPolygon(page, phone)
  })

  for (const { data, kind } of [
    { kind: "a number", data: 137 },
    { kind: "hex", data: "0x89" },
    { kind: "digits", data: "137" },
    { kind: "its CAIP-2 id", data: "eip155:137" },
  ])
    story(`follows the phone to another network by ${kind}`, async ({ visit, phone }) => {
      const page = await visit()
      const modal = await connect(page, phone)
      await phone.emit("chainChanged", data, 137)
      await modal.networkButton("Polygon").waitFor()
    })

  story("follows the phone to another account", async ({ visit, phone }) => {
    const page = await visit()
    const modal = await connect(page, phone)
    phone.become({ account: secondAccount })
    await phone.update()
    await modal.accountButton(secondAccount).waitFor()
  })

  story("leaves a network that the phone takes out of the session", async ({ visit, phone }) => {
    const page = await visit()
    const modal = await connect(page, phone)
    await phone.emit("chainChanged", 137, 137)
    await modal.networkButton("Polygon").waitFor()
    phone.become({ chainIds: [1] })
    await phone.update()
    await expect.poll(async () => (await stateOf(page))?.account?.network).toBe("eip155:1")
  })

  story("restores the session after a reload, and signs", async ({ visit, phone }) => {
    const page = await visit()
    const modal = await connect(page, phone)
    await page.reload()
    await modal.accountButton().waitFor()
    const signed = requestOnPage(page, hello)
    const prompt = await pass(page, phone)
    prompt.approve()
    expect(await recoverHello(await signed)).toBe(firstAccount)
  })

  story("reaches a phone whose app was not running", async ({ visit, phone }) => {
    const page = await visit()
    const modal = await connect(page, phone)
    await phone.stop()
    const signed = requestOnPage(page, hello)
    await modal.button("Continue").click()
    await modal.text("Open your wallet on your phone").waitFor()
    const prompt = await phone.promptAfter(phone.start)
    prompt.approve()
    expect(await recoverHello(await signed)).toBe(firstAccount)
  })

  story("disconnects when the phone ends the session", async ({ visit, phone }) => {
    const page = await visit()
    const modal = await connect(page, phone)
    await phone.disconnect()
    await modal.connectButton.waitFor()
  })

  story(
    "is disconnected after a reload when the phone ended the session meanwhile",
    async ({ visit, phone }) => {
      const page = await visit()
      const modal = await connect(page, phone)
      const url = page.url()
      await page.goto("about:blank")
      await phone.disconnect()
      await page.goto(url)
      await modal.connectButton.waitFor()
      expect(await stateOf(page)).toMatchObject({ status: "disconnected", account: null })
    },
  )

  story("ends the phone's session when the user disconnects", async ({ visit, phone }) => {
    const page = await visit()
    const modal = await connect(page, phone)
    await modal.accountButton().click()
    await modal.disconnect()
    await modal.connectButton.waitFor()
    await expect.poll(phone.countSessions).toBe(0)
  })
})
