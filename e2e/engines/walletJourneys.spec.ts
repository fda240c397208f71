import { expect, it } from "vitest"
import * as z from "zod/mini"
import { firstAccount } from "../src/harness/modal.ts"
import { readPicture, toPicture } from "../src/harness/scan.ts"
import { mockUsdCoin } from "../src/harness/sendViews.ts"
import { mockDai } from "../src/harness/swapViews.ts"
import { getAllowance, getTokenBalance } from "../src/harness/testWorld.ts"
import { describeEngines } from "./describeEngines.ts"
import type { EngineWindow } from "./Engine.ts"
import { awaitWords, fill, press } from "./modalActs.ts"
import {
  awaitStatus,
  expectQuiet,
  openJourneyWorld,
  signature,
  signGreeting,
  visitHost,
} from "./visitHost.ts"

const waitMs = 30_000

/** Returns the link of the code that the window shows. */
const scanLink = async (window: EngineWindow): Promise<string> => {
  let link = ""
  const scan = async () => {
    link = (await window.evaluate(readPicture, toPicture(await window.screenshot()))) ?? ""
    return link
  }
  await expect.poll(scan, { timeout: waitMs, message: "code" }).toMatch(/^wc:[0-9a-f]{64}@2\?/)
  return link
}

const Sessions = z.object({ sessions: z.array(z.object({ address: z.string(), chainId: z.string() })) })

/** Returns the sessions that the host's server has for the page. */
const fetchSessions = async (window: EngineWindow) => {
  const answer = await window.evaluate(async () => (await fetch("/auth/session")).json(), null)
  return Sessions.parse(answer).sessions
}

describeEngines("wallets", (_name, getWorld) => {
  it("connects a phone by the code that it scans, signs and disconnects", async () => {
    const journey = await openJourneyWorld(getWorld())
    const { phone } = journey
    const window = await visitHost(getWorld(), journey, { relay: true })
    await press(window, "^Connect wallet$")
    await press(window, "^WalletConnect")
    await phone.setPolicy("approve")
    await phone.scan(await scanLink(window))
    await awaitStatus(window, "connected")
    expect(await signGreeting(window)).toMatch(signature)
    await window.evaluate(() => globalThis.modals[0]?.disconnect(), null)
    await awaitStatus(window, "disconnected")
    await expectQuiet(window)
  })

  it("signs in with a signature, and is signed in after a reload", async () => {
    const statement = "I accept the terms"
    const window = await visitHost(getWorld(), await openJourneyWorld(getWorld()), { siwx: { statement } })
    await press(window, "^Connect wallet$")
    await press(window, "^Dev wallet")
    await awaitWords(window, new RegExp(statement))
    await press(window, "^Sign in$")
    const readSignature = () =>
      window.evaluate(() => globalThis.modals?.[0]?.getState().signature.status, null)
    await expect.poll(readSignature, { timeout: waitMs }).toBe("signedIn")
    const session = { address: firstAccount, chainId: "eip155:1" }
    expect(await fetchSessions(window)).toEqual([session])
    await window.open(await window.evaluate(() => location.href, null))
    await expect.poll(readSignature, { timeout: waitMs }).toBe("signedIn")
    await window.evaluate(() => globalThis.modals[0]?.disconnect(), null)
    await expect.poll(() => fetchSessions(window), { timeout: waitMs }).toEqual([])
    await expectQuiet(window)
  })

  it("swaps a token for a token after an approval of the amount", async () => {
    const journey = await openJourneyWorld(getWorld())
    const { world } = journey
    const window = await visitHost(getWorld(), journey)
    const readDollars = () => getTokenBalance(world, 1, mockUsdCoin, firstAccount)
    const readDai = () => getTokenBalance(world, 1, mockDai, firstAccount)
    await press(window, "^Connect wallet$")
    await press(window, "^Dev wallet")
    await awaitStatus(window, "connected")
    const [dollars, dai] = [await readDollars(), await readDai()]
    await press(window, "^(0x[0-9a-fA-F]{2}|vera[.])")
    await press(window, "^Swap$")
    await press(window, "^You pay in")
    await press(window, "Mock USD Coin")
    await press(window, "^(You receive .+[.] Choose|Choose token)")
    await press(window, "Mock Dai")
    await fill(window, "^Amount in", "100")
    await press(window, "^Review swap$")
    await awaitWords(window, /Approve exactly 100 mUSDC/)
    await press(window, "^Approve$")
    await awaitWords(window, /Approved: exactly 100 mUSDC/)
    await press(window, "^Swap$")
    await expect.poll(readDollars, { timeout: waitMs }).toBe(dollars - 100_000_000n)
    expect(await readDai()).toBeGreaterThan(dai + 98n * 10n ** 18n)
    expect(await getAllowance(world, 1, mockUsdCoin, firstAccount)).toBe(0n)
    await expectQuiet(window)
  })
})
