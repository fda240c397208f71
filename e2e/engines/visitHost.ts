import { randomBytes } from "node:crypto"
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { openStoryWorld, type PhoneControl, type SiteControl } from "@wmodal/mock-server/story"
import { expect } from "vitest"
import { type HostPageOptions, makeHostPage } from "../src/harness/hostPage.ts"
import { makeStoryNetworks } from "../src/harness/networks.ts"
import type { HostOptions } from "../src/harness/site.ts"
import type { TestWorld } from "../src/harness/testWorld.ts"
import type { EngineWorld } from "./describeEngines.ts"
import type { EngineWindow } from "./Engine.ts"
import { press } from "./modalActs.ts"
import { probeScript, readErrors } from "./pageProbe.ts"

/** A new world, and its phone and mailboxes. */
export interface JourneyWorld {
  readonly world: TestWorld
  readonly phone: PhoneControl
  readonly site: SiteControl
}

/** Makes a new world with Ethereum. */
export const openJourneyWorld = async ({ outside }: EngineWorld): Promise<JourneyWorld> => {
  const { blockchain, control, directory, prices, relay, secureSite } = outside
  const projectId = `journey-${randomBytes(6).toString("hex")}`
  const { phone, site } = await openStoryWorld({ control, projectId, networks: ["eip155:1"] })
  return { world: { projectId, blockchain, directory, prices, relay, secureSite }, phone, site }
}

/** A script of a page, before the modal's: the probe, and a wallet of the page's own that approves every request. */
export const makeJourneyScript = async (world: TestWorld): Promise<string> => {
  const wallet = await readFile(createRequire(import.meta.url).resolve("@wmodal/dev-wallet/script"), "utf8")
  const { ethereum } = makeStoryNetworks(world)
  const network = { chainId: 1, name: ethereum.name, rpcUrls: ethereum.rpcUrls.default.http }
  return `${probeScript}\n${wallet}\nannounceDevWallet(${JSON.stringify({ networks: [network] })})`
}

/** Opens a page that has the journey's script. */
export const visitPage = async ({ engine, site }: EngineWorld, page: HostOptions): Promise<EngineWindow> => {
  for (const popup of await engine.popups()) await popup.close()
  await engine.window.open(`${site.host(page)}/`)
  return engine.window
}

/** Opens a host's page with these options in a world, on Ethereum. */
export const visitHost = async (
  engineWorld: EngineWorld,
  { world }: JourneyWorld,
  options: HostPageOptions = {},
): Promise<EngineWindow> => {
  const before = await makeJourneyScript(world)
  return visitPage(engineWorld, makeHostPage(world, { networks: ["ethereum"], before, ...options }))
}

/** Waits until the modal has this status. */
export const awaitStatus = async (window: EngineWindow, status: string): Promise<void> => {
  const read = () => window.evaluate(() => globalThis.modals?.[0]?.getState().status, null)
  await expect.poll(read, { timeout: 30_000, message: "status" }).toBe(status)
}

/** Signs "Hello" with the account of the page. @returns a function that waits for the signature or the error's text */
export const requestGreeting = async (window: EngineWindow): Promise<() => Promise<string>> => {
  await window.evaluate(() => {
    const [modal] = globalThis.modals
    const provider = modal?.getProvider("eip155") as { request(call: object): Promise<unknown> }
    globalThis.greeting = null
    void provider
      .request({ method: "personal_sign", params: ["0x48656c6c6f", modal?.getAccount("eip155")?.address] })
      .then(String, ({ message }: Error) => message)
      .then((answer) => (globalThis.greeting = answer))
  }, null)
  return async () => {
    const read = () => window.evaluate(() => globalThis.greeting, null)
    await expect.poll(read, { timeout: 30_000, message: "answer to the request" }).not.toBeNull()
    return (await read()) ?? ""
  }
}

/** Signs "Hello" after the review. @returns the signature or the error's text */
export const signGreeting = async (window: EngineWindow): Promise<string> => {
  const hear = await requestGreeting(window)
  await press(window, "^Continue$")
  return hear()
}

/** Connects the page's own wallet and signs. @returns the signature or the error's text */
export const connectAndSign = async (window: EngineWindow): Promise<string> => {
  await press(window, "^Connect wallet$")
  await press(window, "^Dev wallet")
  await awaitStatus(window, "connected")
  return signGreeting(window)
}

/** The signature of an account with a key. */
export const signature = /^0x[\da-f]{130}$/

declare global {
  /** The answer to the page's request. */
  // oxlint-disable-next-line no-var -- only a `var` is a property of `globalThis`
  var greeting: string | null
}

/** Expects that nothing was thrown or logged as an error in the page. */
export const expectQuiet = async (window: EngineWindow): Promise<void> => {
  expect(await readErrors(window)).toEqual([])
}
