import { randomBytes } from "node:crypto"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, it } from "vitest"
import { makeDemoPage } from "../src/harness/demoPage.ts"
import { paths } from "../src/harness/paths.ts"
import { describeEngines, type EngineWorld } from "./describeEngines.ts"
import { awaitPage, awaitWords, fill, press } from "./modalActs.ts"
import { readErrors, withProbe } from "./pageProbe.ts"

/** An address without payments from any account of the test mnemonic. */
const recipient = "0x1111111111111111111111111111111111111111"

/** Opens the demo in a new world and connects its built-in wallet. */
const openDemo = async ({ engine, outside, site }: EngineWorld, look: (view: string) => Promise<void>) => {
  const { window } = engine
  const { directory, blockchain, prices, relay, secureSite } = outside
  const projectId = `engine-${randomBytes(6).toString("hex")}`
  const page = makeDemoPage({ projectId, directory, blockchain, relay, secureSite, prices })
  const html = await readFile(join(paths.demo, "index.html"), "utf8")
  const files = { ...page.files, "/index.html": withProbe(html) }
  await window.open(site.host({ ...page, files }))
  await press(window, "^Use the built-in dev wallet$")
  await awaitPage(window, /The dev wallet is ready/)
  await press(window, "^Connect")
  await awaitWords(window, /Dev wallet/)
  await look("connect")
  await press(window, "^Dev wallet")
  await awaitWords(window, /Connect to this site/)
  await press(window, "^Approve$")
  // The account's name takes the place of its address as soon as it is known.
  await press(window, "^(0x[0-9a-fA-F]{2}|vera[.])")
  await awaitWords(window, /10,000\.00 ETH/)
}

describeEngines("demo", (name, getWorld) => {
  const look = async (view: string) => {
    const folder = join(paths.screenshots, "engines")
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, `${name}-${view}.png`), await getWorld().engine.window.screenshot())
  }

  it("connects the built-in wallet and opens receive", async () => {
    const { window } = getWorld().engine
    await openDemo(getWorld(), look)
    await look("account")
    await press(window, "^Receive$")
    await awaitWords(window, /9Fd6/)
    await look("receive")
    expect(await readErrors(window)).toEqual([])
  })

  it("sends a payment to a new address", async () => {
    const { window } = getWorld().engine
    await openDemo(getWorld(), look)
    await press(window, "^Send$")
    await fill(window, "^Amount in", "1.5")
    await fill(window, "^To", recipient)
    await look("send")
    await press(window, "^Review$")
    await awaitWords(window, /Review send/)
    await look("review")
    await press(window, "I have checked this address")
    await press(window, "^Send$")
    await press(window, "^Approve$")
    await awaitWords(window, /On its way|Confirmed/)
    expect(await readErrors(window)).toEqual([])
  })
})
