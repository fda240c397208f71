import { openStoryWorld } from "@wmodal/mock-server/story"
import type { Page } from "playwright-core"
import { recoverMessageAddress, recoverTypedDataAddress } from "viem"
import { describe, expect } from "vitest"
import { firstAccount, secondAccount } from "../src/harness/modal.ts"
import { unknownRecipient } from "../src/harness/sendViews.ts"
import { getBalance } from "../src/harness/testWorld.ts"
import { bundleScript, realStory } from "./realStory.ts"
import { getNodeUrl, mail, signatureSchema } from "./signRequest.ts"

/** What a promise of the dApp brought. */
interface Told {
  readonly value?: unknown
  readonly code?: unknown
  readonly message?: unknown
}

declare global {
  function startDapp(options: {
    readonly projectId: string
    readonly relayUrl: string
    readonly nodes: Readonly<Record<number, string>>
  }): Promise<void>
  /** The dApp, once it has started. Amounts are decimal texts in wei. */
  // oxlint-disable-next-line no-var -- only a `var` is a property of `globalThis`
  var dapp: {
    openLink(): Promise<string>
    openSignInLink(message: Readonly<Record<string, unknown>>): Promise<string>
    /** What the last link brought. */
    readonly connected: Promise<Told>
    getState(): {
      readonly accounts: readonly string[]
      readonly chainId: number
      readonly hasSession: boolean
    }
    request(request: { readonly method: string; readonly params?: unknown }): Promise<Told>
    sign(text: string): Promise<Told>
    signTyped(data: unknown): Promise<Told>
    send(to: string, value: string): Promise<Told>
    disconnect(): Promise<void>
  }
}

const story = realStory
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the pattern to know what a fixture needs
  .extend("dappScript", { scope: "worker" }, async ({}) => bundleScript("walletConnectDapp"))
  .extend("phone", async ({ outside, world }) => {
    const { control } = outside
    const { projectId } = world
    return (await openStoryWorld({ control, projectId, networks: ["eip155:1", "eip155:137"] })).phone
  })
  .extend("start", ({ world }) => (page: Page) => {
    const nodes = { 1: getNodeUrl(world, 1), 137: getNodeUrl(world, 137) }
    const options = { projectId: world.projectId, relayUrl: world.relay, nodes }
    return page.evaluate((given) => globalThis.startDapp(given), options)
  })
  .extend("page", async ({ visitor, dappScript, start }) => {
    const html = `<!doctype html><html lang="en"><script src="/dapp.js"></script></html>`
    const page = await visitor.visit({ files: { "/index.html": html, "/dapp.js": dappScript } })
    await start(page)
    return page
  })
  .extend("connect", ({ page, phone }) => async () => {
    await phone.setPolicy("approve")
    await phone.scan(await page.evaluate(() => dapp.openLink()))
    return page.evaluate(() => dapp.connected)
  })

const stateOf = (page: Page) => page.evaluate(() => dapp.getState())
const sign = (page: Page) => page.evaluate(() => dapp.sign("Hello"))
const recoverHello = async ({ value }: Told) =>
  recoverMessageAddress({ message: "Hello", signature: signatureSchema.parse(value) })

describe("the mock's phone with a dApp on WalletConnect's provider and ethers", () => {
  story("connects by the dApp's link", async ({ connect, page }) => {
    expect(await connect()).toEqual({ value: [firstAccount] })
    expect(await stateOf(page)).toEqual({ accounts: [firstAccount], chainId: 1, hasSession: true })
  })

  story("declines a link, and connects by the next one", async ({ connect, page, phone }) => {
    await phone.setPolicy("decline")
    await phone.scan(await page.evaluate(() => dapp.openLink()))
    expect(await page.evaluate(() => dapp.connected)).toMatchObject({ message: "User rejected." })
    expect(await connect()).toEqual({ value: [firstAccount] })
  })

  story("signs a message of ethers, and declines one as the user's", async ({ connect, page, phone }) => {
    await connect()
    await phone.setPolicy("decline")
    expect(await sign(page)).toMatchObject({ code: "ACTION_REJECTED" })
    await phone.setPolicy("approve")
    expect(await recoverHello(await sign(page))).toBe(firstAccount)
  })

  story("declines a request of the provider with code 4001", async ({ connect, page, phone }) => {
    await connect()
    await phone.setPolicy("decline")
    const params = ["0x48656c6c6f", firstAccount]
    const request = { method: "personal_sign", params }
    expect(await page.evaluate((asked) => dapp.request(asked), request)).toMatchObject({ code: 4001 })
  })

  story("signs typed data of ethers", async ({ connect, page }) => {
    await connect()
    const { value } = await page.evaluate((data) => dapp.signTyped(data), mail)
    const signature = signatureSchema.parse(value)
    expect(await recoverTypedDataAddress({ ...mail, domain: { name: "Mail", chainId: 1n }, signature })).toBe(
      firstAccount,
    )
  })

  story("sends a payment of ethers, and declines one", async ({ connect, page, phone, world }) => {
    await connect()
    const pay = () => page.evaluate((to) => dapp.send(to, "1000000000000000000"), unknownRecipient)
    await phone.setPolicy("decline")
    expect(await pay()).toMatchObject({ code: "ACTION_REJECTED" })
    expect(await getBalance(world, 1, unknownRecipient)).toBe(0n)
    await phone.setPolicy("approve")
    expect(await pay()).toEqual({ value: 1 })
    expect(await getBalance(world, 1, unknownRecipient)).toBe(10n ** 18n)
  })

  story("sends calls at once when the phone has a smart account", async ({ connect, page, phone, world }) => {
    await phone.smartAccount(true)
    await connect()
    const calls = [unknownRecipient, secondAccount].map((to) => ({ to, value: "0x1" }))
    const params = [{ version: "2.0.0", from: firstAccount, chainId: "0x1", atomicRequired: true, calls }]
    const sent = await page.evaluate((asked) => dapp.request(asked), { method: "wallet_sendCalls", params })
    expect(sent).toMatchObject({ value: { id: expect.stringMatching(/^0x/) } })
    await expect.poll(() => getBalance(world, 1, unknownRecipient)).toBe(1n)
  })

  story("switches the network for the dApp, and sends there", async ({ connect, page, world }) => {
    await connect()
    const params = [{ chainId: "0x89" }]
    const request = { method: "wallet_switchEthereumChain", params }
    expect(await page.evaluate((asked) => dapp.request(asked), request)).toEqual({ value: null })
    expect((await stateOf(page)).chainId).toBe(137)
    await page.evaluate((to) => dapp.send(to, "7"), unknownRecipient)
    expect(await getBalance(world, 137, unknownRecipient)).toBe(7n)
  })

  story("moves the dApp when the phone's owner switches the network", async ({ connect, page, phone }) => {
    await connect()
    await phone.switchTo("eip155:137")
    await expect.poll(async () => (await stateOf(page)).chainId).toBe(137)
  })

  story("signs in with the prompt to connect", async ({ page, phone }) => {
    await phone.setPolicy("approve")
    const { host, origin } = new URL(page.url())
    const message = { chains: [1], domain: host, nonce: "abcdef12345", uri: origin, statement: "Sign in" }
    await phone.scan(await page.evaluate((asked) => dapp.openSignInLink(asked), message))
    const signed = { p: { iss: `did:pkh:eip155:1:${firstAccount}`, domain: host, nonce: "abcdef12345" } }
    expect(await page.evaluate(() => dapp.connected)).toMatchObject({ value: [signed] })
  })

  story("signs after the dApp's page was reloaded", async ({ connect, page, start }) => {
    await connect()
    await page.reload()
    await start(page)
    expect((await stateOf(page)).accounts).toEqual([firstAccount])
    expect(await recoverHello(await sign(page))).toBe(firstAccount)
  })

  story("signs after the relay was restarted", async ({ connect, outside, page, world }) => {
    await connect()
    const body = JSON.stringify({ do: "restart" })
    await fetch(`${outside.control}/worlds/${world.projectId}/relay`, { method: "POST", body })
    expect(await recoverHello(await sign(page))).toBe(firstAccount)
  })

  story("ends the dApp's session when the phone disconnects", async ({ connect, page, phone }) => {
    await connect()
    await phone.disconnect()
    await expect.poll(async () => (await stateOf(page)).hasSession).toBe(false)
  })

  story("loses its session when the dApp disconnects", async ({ connect, page, phone, outside, world }) => {
    await connect()
    await page.evaluate(() => dapp.disconnect())
    const state = async () => (await fetch(`${outside.control}/worlds/${world.projectId}/phone`)).json()
    await expect.poll(state).toMatchObject({ sessions: [] })
    expect(await phone.asked()).toBe(1)
  })
})
