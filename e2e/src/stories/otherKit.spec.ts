import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type LaunchedBrowser, launchBrowser } from "../harness/browser.ts"
import { pressInFrame } from "../harness/embeddedSignIn.ts"
import { type MockProcess, startMock } from "../harness/mockProcess.ts"
import { firstAccount, walletName } from "../harness/modal.ts"
import { serveOtherKit } from "../harness/otherKit.ts"
import { type PublicHosts, servePublicHosts } from "../harness/publicHosts.ts"
import { toTestTags } from "../harness/testTags.ts"
import { getBalance, getTokenBalance } from "../harness/testWorld.ts"
import { getExtensionWallet } from "../harness/wallet.ts"

/** A recipient that the world does not know. */
const recipient = "0x1111111111111111111111111111111111111111"
/** The world's token of this name. */
const dai = "0x5F6BAaEB5b7c97725f84D1569c4abc85135f4716"

/** The well-known modal of a page that npm installed, unchanged, with this machine as the public hosts. */
describe("AppKit 1.7.2 over the mock server", toTestTags(false), () => {
  let mock: MockProcess
  let hosts: PublicHosts
  let site: { readonly url: string; readonly close: () => Promise<void> }
  beforeAll(async () => {
    site = await serveOtherKit()
    mock = await startMock()
    hosts = await servePublicHosts(mock)
  }, 400_000)
  afterAll(async () => {
    await hosts.close()
    await mock.end()
    await site.close()
  })

  const openKit = async (projectId: string): Promise<LaunchedBrowser & { readonly page: Page }> => {
    const launched = await launchBrowser({
      wallet: { blockchain: mock.blockchain, projectId },
      browserArguments: hosts.browserArguments,
    })
    // The kit's script takes seconds to start on a busy machine, after each load and for each view.
    launched.context.setDefaultTimeout(60_000)
    const page = await launched.context.newPage()
    await page.goto(`${site.url}?projectId=${projectId}`)
    await page.getByRole("button", { name: "Open" }).click()
    return { ...launched, page }
  }
  const account = (page: Page) => page.locator("#account")

  it("lists and finds wallets, connects an extension and signs", { timeout: 120_000 }, async ({
    onTestFinished,
  }) => {
    const { close, context, page } = await openKit("other-kit-extension")
    onTestFinished(close)
    const wallet = getExtensionWallet(context)
    await page.getByTestId("all-wallets").click()
    await page.locator("input[type=search]").fill("copper")
    await page.getByTestId("wallet-list").getByText("Copperfinch", { exact: true }).waitFor()
    await page.getByTestId("header-back").click()
    const connecting = await wallet.promptAfter(() => page.getByText(walletName).click())
    await connecting.approve()
    await account(page).getByText(`connected ${firstAccount}`).waitFor()
    // The kit closes the modal once it is connected.
    await page.getByTestId("w3m-header-close").waitFor({ state: "hidden" })
    await page.getByRole("button", { name: "Open" }).click()
    await page.getByTestId("wui-profile-button").waitFor()
    await page.getByTestId("w3m-header-close").click()
    const signing = await wallet.promptAfter(() => page.getByRole("button", { name: "Sign" }).click())
    await signing.approve()
    await page
      .locator("#signature")
      .getByText(/^0x[0-9a-f]{130}$/)
      .waitFor()
    await page.getByRole("button", { name: "Open" }).click()
    await page.getByTestId("disconnect-button").click()
    await expect.poll(() => account(page).innerText()).toMatch(/^disconnected/)
  })

  it("connects a phone by the code of WalletConnect", { timeout: 120_000 }, async ({ onTestFinished }) => {
    const projectId = "other-kit-phone"
    const { close, context, page } = await openKit(projectId)
    onTestFinished(close)
    await page.getByTestId("wallet-selector-walletconnect").click()
    const code = page.getByTestId("wui-qr-code")
    await code.waitFor()
    const link = await code.evaluate((element) => (element as unknown as { readonly uri: string }).uri)
    const phone = await context.newPage()
    await phone.goto(mock.phone.replace("{projectId}", projectId))
    await phone.getByRole("textbox", { name: "Connect an app" }).fill(link)
    await phone.getByRole("button", { name: "Connect" }).click()
    await phone.getByRole("dialog").getByRole("button", { name: "Approve" }).click()
    await page.bringToFront()
    await expect.poll(() => account(page).innerText(), { timeout: 20_000 }).toMatch(/^connected 0x/)
    // The kit's client loads an attestation page before each request, and waits five seconds for one that is silent.
    const messages: string[] = []
    page.on("console", (message) => messages.push(message.text()))
    await page.getByRole("button", { name: "Sign" }).click()
    await phone.getByRole("dialog").getByRole("button", { name: "Approve" }).click()
    await page
      .locator("#signature")
      .getByText(/^0x[0-9a-f]{130}$/)
      .waitFor()
    expect(messages.filter((text) => text.includes("attestation aborted"))).toEqual([])
    const attestations = hosts.requests.filter((request) => request.includes("verify.walletconnect.org"))
    expect(attestations).toEqual(
      Array(2).fill(expect.stringMatching(/^200 GET verify\.walletconnect\.org\/v3\/attestation\?/)),
    )
  })

  it("signs in by email, shows the balance, receives, opens a provider, sends, swaps and registers a name", {
    timeout: 240_000,
  }, async ({ onTestFinished }) => {
    const projectId = "other-kit-email"
    const { close, context, page } = await openKit(projectId)
    onTestFinished(close)
    const world = { ...mock, projectId }
    await page.locator("wui-email-input input").fill("ada@example.com")
    await page.locator("wui-email-input input").press("Enter")
    await page.locator("w3m-email-verify-device-view").waitFor()
    const inbox = await context.newPage()
    await inbox.goto(mock.inbox.replace("{projectId}", projectId))
    const [device] = await Promise.all([
      context.waitForEvent("page"),
      inbox.getByRole("link", { name: "Confirm the new device" }).click(),
    ])
    await device.getByRole("button", { name: "Yes, allow this device" }).click()
    const code = await inbox.getByText(/^\d{6}$/).innerText()
    await inbox.close()
    await page.bringToFront()
    await page.locator("wui-otp").waitFor()
    for (const [at, digit] of [...code].entries()) await page.locator("wui-otp input").nth(at).fill(digit)
    // The kit names the account of the key first, for as long as it likes, then that of the smart account.
    const address = await page.locator("#smart-account").getByText(/^0x/).innerText()
    await account(page).getByText(`connected ${address}`).waitFor()
    await fund(mock, projectId, address)
    await page.reload()
    await reachAccount(page, address)
    await page.getByRole("button", { name: "Open" }).click()

    // What the world holds: 10 ETH at its price.
    const balance = page.locator("wui-balance")
    await expect
      .poll(() => balance.evaluate((element) => element.shadowRoot?.textContent?.replace(/\s/g, "")))
      .toMatch(/^\$[1-9][\d,]*\.\d\d$/)
    await page.locator("wui-list-token").filter({ hasText: "Ether" }).waitFor()

    await page.getByTestId("wallet-features-receive-button").click()
    await page.getByTestId("receive-address-copy-button").waitFor()
    await page.getByTestId("header-back").click()

    await page.getByTestId("wallet-features-onramp-button").click()
    const [provider] = await Promise.all([
      context.waitForEvent("page"),
      page.locator("w3m-onramp-provider-item").first().click(),
    ])
    await provider.waitForLoadState()
    await provider.close()
    await openAccount(page, address)

    await page.getByTestId("wallet-features-send-button").click()
    await page.locator("wui-button").getByText("Select token", { exact: true }).first().click()
    await page.locator("wui-list-token").filter({ hasText: "Ether" }).click()
    await page.locator("w3m-input-token input").fill("0.5")
    await page.locator("w3m-input-address").click()
    await page.locator("w3m-input-address textarea").fill(recipient)
    await page.locator("w3m-wallet-send-view").getByText("Preview send").click()
    await page.locator("w3m-wallet-send-preview-view").getByText("Send", { exact: true }).last().click()
    await approveInKit(page)
    await expect
      .poll(() => getBalance(world, 1, recipient), { timeout: 20_000 })
      .toBe(500_000_000_000_000_000n)
    await openAccount(page, address)
    await page.getByTestId("tab-activity").click()
    await page.locator("w3m-activity-list").getByText("Sent").waitFor()

    await page.getByTestId("wallet-features-swaps-button").click()
    await page.getByTestId("swap-select-token-button-toToken").click()
    await page.locator("w3m-swap-select-token-view").getByText("Mock Dai").first().click()
    await page.locator("input[data-testid=swap-input-sourceToken]").fill("0.1")
    const before = await getTokenBalance(world, 1, dai, address)
    await page.getByTestId("swap-action-button").getByText("Review swap").click({ timeout: 20_000 })
    // The kit ignores a press while it fetches another quote.
    await expect
      .poll(
        async () => {
          const { approve } = getKitApproval(page)
          if (await approve.isVisible()) return true
          await page.locator("w3m-swap-preview-view").getByText("Swap", { exact: true }).click()
          return approve.isVisible()
        },
        { timeout: 30_000, interval: 2_000 },
      )
      .toBe(true)
    await approveInKit(page)
    await expect
      .poll(() => getTokenBalance(world, 1, dai, address), { timeout: 20_000 })
      .toBeGreaterThan(before)

    await openAccount(page, address)
    await page.getByTestId("w3m-profile-button").click()
    await page.getByTestId("account-settings-button").click()
    await page.getByText("Choose account name").click()
    await page.getByText("Choose name").last().click()
    await page.locator("wui-ens-input input").fill("lovelace")
    await page.locator("w3m-register-account-name-view").getByText("lovelace", { exact: true }).click()
    await approveInKit(page)
    // The registry verifies the signature of the smart account.
    await expect
      .poll(() => fetchName(mock, projectId, "lovelace.reown.id"), { timeout: 20_000 })
      .toContain(address)
  })
})

/**
 * Opens the account, also when the kit has closed the modal after a transaction. After a load the kit has the account
 * of the key first, and leaves an opened view once it has that of the smart account.
 */
const openAccount = async (page: Page, address: string): Promise<void> => {
  await page.keyboard.press("Escape")
  await page.reload()
  await reachAccount(page, address)
  await page.getByRole("button", { name: "Open" }).click()
  await page.getByTestId("tab-activity").waitFor()
}

/**
 * Waits until the kit has the smart account after a load. Its status can stay "connecting" then, when it restores that
 * account while it connects the key's.
 */
const reachAccount = async (page: Page, address: string): Promise<void> => {
  await page.locator("#smart-account").getByText(address).waitFor()
  await page
    .locator("#account")
    .getByText(new RegExp(`${address}$`))
    .waitFor()
}

/** Returns the registry's record of a name. */
const fetchName = async ({ blockchain }: MockProcess, projectId: string, name: string): Promise<string> =>
  (await fetch(`${blockchain}/v1/profile/account/${name}?projectId=${projectId}&apiVersion=2`)).text()

const fund = async ({ control }: MockProcess, projectId: string, address: string): Promise<void> => {
  const body = { jsonrpc: "2.0", id: 1, method: "anvil_setBalance", params: [address, "0x8ac7230489e80000"] }
  await fetch(`${control}/worlds/${projectId}/rpc?chainId=eip155:1`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  })
}

/** Returns the prompt of the embedded wallet in the kit's frame. */
const getKitApproval = (page: Page) => {
  const frame = page.frameLocator("#w3m-iframe")
  return {
    approve: frame.getByRole("button", { name: "Approve" }),
    acts: frame.getByRole("checkbox"),
  }
}

/** Approves in the frame of the embedded wallet, with each act that it requires. */
const approveInKit = async (page: Page): Promise<void> => {
  const { acts, approve } = getKitApproval(page)
  await approve.waitFor()
  for (const act of await acts.all()) await pressInFrame(act)
  await pressInFrame(approve)
}
