import { expect, it } from "vitest"
import { describeEngines } from "./describeEngines.ts"
import { approve, reachCode, signInAtProvider, typeCode } from "./embeddedActs.ts"
import { fill, press } from "./modalActs.ts"
import { awaitStatus, expectQuiet, openJourneyWorld, requestGreeting, visitHost } from "./visitHost.ts"

describeEngines("embedded wallet", (_name, getWorld) => {
  it("signs in by an emailed code and signs", async () => {
    const { engine } = getWorld()
    const journey = await openJourneyWorld(getWorld())
    const { site } = journey
    const window = await visitHost(getWorld(), journey, { secureSite: true })
    await press(window, "^Connect wallet$")
    await fill(window, "^Email address", "ada@example.com")
    await window.pressKey("Enter")
    await window.liftKey("Enter")
    await reachCode(window, () => site.openLink("ada@example.com"))
    await typeCode(window, await site.fetchCode("ada@example.com"))
    await awaitStatus(window, "connected")
    const hear = await requestGreeting(window)
    await press(window, "^Continue$")
    await approve(engine)
    expect(await hear()).toMatch(/^0x[\da-f]+(?:6492){16}$/)
    await expectQuiet(window)
  })

  it("signs in at a provider's page, and signs out", async () => {
    const { engine } = getWorld()
    const window = await visitHost(getWorld(), await openJourneyWorld(getWorld()), { secureSite: true })
    await press(window, "^Connect wallet$")
    await press(window, "^Continue with Google$")
    await signInAtProvider(engine, "vera@example.com")
    await awaitStatus(window, "connected")
    const readAddress = () => window.evaluate(() => globalThis.modals[0]?.getAccount("eip155")?.address, null)
    expect(await readAddress()).toMatch(/^0x[\da-fA-F]{40}$/)
    await press(window, "^0x[0-9a-fA-F]{2}")
    await press(window, "^Settings$")
    await press(window, "^Sign out$")
    await awaitStatus(window, "disconnected")
    await expectQuiet(window)
  })
})
