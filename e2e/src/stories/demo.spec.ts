import type { Locator, Page } from "playwright-core"
import { isHex, recoverMessageAddress, recoverTypedDataAddress } from "viem"
import { describe, expect } from "vitest"
import { findViolations } from "../harness/axe.ts"
import { makeDemoPage } from "../harness/demoPage.ts"
import { connectWallet, firstAccount, getModalViews } from "../harness/modal.ts"
import { story } from "../harness/story.ts"

const getResult = (page: Page): Locator =>
  page.getByRole("region", { name: "Request a signature" }).getByRole("status")

/** Returns the page's signature, once it is shown. */
const getSignature = async (page: Page) => {
  await expect.poll(() => getResult(page).innerText()).toMatch(/^0x[0-9a-f]{130}$/)
  const text = await getResult(page).innerText()
  if (!isHex(text)) throw new Error(`No signature: ${text}`)
  return text
}

/** The act that unread data requires, in the modal and in the wallet. */
const blindAct = "I know what I sign"

/** Requests a signature on the page and continues to the wallet. */
const requestOnDemo = async (page: Page, button: string, confirmation: string | null = null) => {
  const modal = getModalViews(page)
  await page.getByRole("button", { name: button }).click()
  await modal.heading("Review request").waitFor()
  if (confirmation !== null) await modal.dialog.getByRole("checkbox", { name: confirmation }).check()
  await modal.button("Continue").click()
}

/** Returns the capabilities on Ethereum of a wallet that announces itself to the page. */
const fetchCapabilities = (page: Page, rdns: string): Promise<unknown> =>
  page.evaluate(
    ({ account, rdns }) =>
      new Promise((resolve) => {
        const ask = ({ detail }: CustomEventInit) => {
          if (detail.info.rdns === rdns)
            resolve(detail.provider.request({ method: "wallet_getCapabilities", params: [account, ["0x1"]] }))
        }
        addEventListener("eip6963:announceProvider", ask)
        dispatchEvent(new Event("eip6963:requestProvider"))
      }),
    { account: firstAccount, rdns },
  )

/** The demo's typed data to sign, on Ethereum. */
const letter = {
  types: {
    Mail: [
      { name: "from", type: "address" },
      { name: "contents", type: "string" },
    ],
  },
  primaryType: "Mail",
  domain: { name: "wmodal demo", version: "1", chainId: 1 },
  message: { from: firstAccount, contents: "Hello, Bob!" },
} as const

describe("demo", () => {
  story(
    "signs a message and typed data with the extension, and lists what the page has told to whom",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeDemoPage(world))
      const told = page.getByRole("region", { name: "What left this page" })
      await told.getByText("Nothing yet.").waitFor()
      await connectWallet(page, wallet)
      const asked = told.getByRole("listitem").filter({ hasText: "For the state of a chain" })
      await asked.filter({ hasText: `Addresses: ${firstAccount}` }).waitFor()
      await asked.getByText(new URL(world.blockchain).host).waitFor()
      const message = "What a person typed: ✓"
      await page.getByRole("textbox", { name: "Message" }).fill(message)
      const first = await wallet.promptAfter(() => requestOnDemo(page, "Sign message"))
      expect(await first.text()).toContain(message)
      await first.approve()
      expect(await recoverMessageAddress({ message, signature: await getSignature(page) })).toBe(firstAccount)

      // No descriptor reads the demo's letter.
      const second = await wallet.promptAfter(() => requestOnDemo(page, "Sign typed data", blindAct))
      expect(await second.text()).toContain("Hello, Bob!")
      await second.approve()
      await expect
        .poll(async () => recoverTypedDataAddress({ ...letter, signature: await getSignature(page) }))
        .toBe(firstAccount)
    },
  )

  story("reports a declined signature", { tags: "full" }, async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeDemoPage(world))
    await connectWallet(page, wallet)
    const prompt = await wallet.promptAfter(() => requestOnDemo(page, "Sign message"))
    await prompt.decline()
    await page.getByText("Signature declined").waitFor()
  })

  story(
    "prompts no wallet for a request rejected in the modal",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeDemoPage(world))
      await connectWallet(page, wallet)
      const modal = getModalViews(page)
      await page.getByRole("textbox", { name: "Message" }).fill("Read me first")
      for (const leave of [modal.button("Reject"), modal.button("Close")]) {
        await page.getByRole("button", { name: "Sign message" }).click()
        await modal.text("Read me first").waitFor()
        await leave.click()
        await expect.poll(() => getResult(page).innerText()).toBe("Signature declined")
        await modal.dialog.waitFor({ state: "detached" })
      }
    },
  )

  story("provides a wallet for users without one", { tags: "full" }, async ({ visitor, wallet, world }) => {
    expect(wallet).toBeDefined()
    const page = await visitor.visit(makeDemoPage(world))
    const modal = getModalViews(page)
    await page.getByRole("button", { name: "Use the built-in dev wallet" }).click()
    await page.getByText("The dev wallet is ready").waitFor()
    await modal.connectButton.click()
    await modal.dialog.getByRole("button", { name: /^Dev wallet/ }).click()
    const prompt = page.getByRole("dialog", { name: "Connect to this site" })
    await prompt.getByRole("button", { name: "Approve" }).click()
    await modal.accountButton().waitFor()

    await requestOnDemo(page, "Sign message")
    await page
      .getByRole("dialog", { name: "Sign a message" })
      .getByRole("button", { name: "Approve" })
      .click()
    const message = await page.getByRole("textbox", { name: "Message" }).inputValue()
    expect(await recoverMessageAddress({ message, signature: await getSignature(page) })).toBe(firstAccount)

    // Its own window requires the act too, and takes no press of a script.
    await requestOnDemo(page, "Sign typed data", blindAct)
    const unread = page.getByRole("dialog", { name: "Sign typed data" })
    const approve = unread.getByRole("button", { name: "Approve" })
    await unread.getByRole("checkbox", { name: blindAct }).check()
    await approve.and(page.locator(":enabled")).waitFor()
    await approve.evaluate((button) => button.dispatchEvent(new MouseEvent("click")))
    expect(await unread.isVisible()).toBe(true)
    await unread.getByRole("checkbox", { name: blindAct }).uncheck()
    expect(await approve.isDisabled()).toBe(true)
    await unread.getByRole("checkbox", { name: blindAct }).check()
    await approve.click()
    await expect
      .poll(async () => recoverTypedDataAddress({ ...letter, signature: await getSignature(page) }))
      .toBe(firstAccount)

    await page.reload()
    await modal.accountButton().waitFor()
  })

  story(
    "provides a phone wallet for users without one",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      expect(wallet).toBeDefined()
      const page = await visitor.visit(makeDemoPage(world))
      const modal = getModalViews(page)
      await modal.connectButton.click()
      await modal.button("WalletConnect").click()
      const opening = page.context().waitForEvent("page")
      await modal.dialog.getByRole("link", { name: "No phone at hand? Use the demo's" }).click()
      const phone = await opening
      const sheet = phone.getByRole("dialog")
      await sheet.getByRole("heading", { name: /^Connect to / }).waitFor()
      // The link contains a key, and is removed from the address.
      expect(new URL(phone.url()).hash).toBe("")
      await sheet.getByText("request signatures").waitFor()
      await sheet.getByRole("button", { name: "Approve" }).click()
      await modal.accountButton().waitFor()

      await page.bringToFront()
      await requestOnDemo(page, "Sign message")
      await phone.bringToFront()
      await sheet.getByRole("heading", { name: "Sign a message" }).waitFor()
      await sheet.getByRole("button", { name: "Decline" }).click()
      await expect.poll(() => getResult(page).innerText()).toBe("Signature declined")
      await phone.getByRole("button", { name: /^Disconnect/ }).click()
      await modal.connectButton.waitFor()
    },
  )

  story(
    "gives its wallet a smart account on request",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      expect(wallet).toBeDefined()
      const page = await visitor.visit(makeDemoPage(world))
      await page.goto(`${page.url()}?dev&smart`)
      const modal = getModalViews(page)
      await page.getByText("The dev wallet is ready").waitFor()
      await modal.connectButton.click()
      await modal.dialog.getByRole("button", { name: /^Dev wallet/ }).click()
      await page
        .getByRole("dialog", { name: "Connect to this site" })
        .getByRole("button", { name: "Approve" })
        .click()
      await modal.accountButton().waitFor()
      expect(await fetchCapabilities(page, "example.wmodal.dev")).toEqual({
        "0x1": { atomic: { status: "ready" }, assetDiscovery: { supported: true } },
      })
    },
  )

  story("passes axe on the page itself", async ({ visitor, wallet, world }) => {
    expect(wallet).toBeDefined()
    const page = await visitor.visit(makeDemoPage(world))
    await getModalViews(page).connectButton.waitFor()
    expect(await findViolations(page)).toEqual([])
  })

  story(
    "restores its session in React's strict mode, and names React in its requests",
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeDemoPage(world))
      await page.goto(`${new URL(page.url()).origin}/react.html`)
      const clients = new Set<string | undefined>()
      page.on("request", (request) => {
        const version = new URL(request.url()).searchParams.get("sv")
        if (version !== null) clients.add(version.split("-")[0])
      })
      const modal = await connectWallet(page, wallet)
      await page.getByText(firstAccount).waitFor()
      expect([...clients]).toEqual(["react"])
      await page.reload()
      await page.getByText(firstAccount).waitFor()
      await modal.accountButton().waitFor()
    },
  )

  story(
    "signs in with a signature by the hooks of React, and keeps the session in the page",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeDemoPage(world))
      await page.goto(`${new URL(page.url()).origin}/react.html?siwx`)
      const modal = await connectWallet(page, wallet)
      await page.bringToFront()
      await modal.heading("Sign in with your wallet").waitFor()
      const submit = modal.dialog
        .getByRole("button", { name: "Sign in", exact: true })
        .and(page.locator(":not([aria-disabled=true])"))
      const prompt = await wallet.promptAfter(() => submit.click())
      await prompt.approve()
      const signedIn = page.getByText(`Signed in at ${new URL(page.url()).host}`)
      await signedIn.waitFor()
      await page.reload()
      await signedIn.waitFor()
      await page.getByRole("button", { name: "Sign out" }).click()
      await page.getByText("Not signed in").waitFor()
      await page.getByRole("button", { name: "Sign in", exact: true }).click()
      await modal.heading("Sign in with your wallet").waitFor()
    },
  )
})
