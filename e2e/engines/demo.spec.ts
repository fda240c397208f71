import { randomBytes } from "node:crypto"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, it } from "vitest"
import { makeDemoPage } from "../src/harness/demoPage.ts"
import { paths } from "../src/harness/paths.ts"
import { describeEngines } from "./describeEngines.ts"
import type { EngineScope, EngineWindow, Place } from "./Engine.ts"
import { readErrors, withProbe } from "./pageProbe.ts"

const waitMs = 20_000

/** Returns the centre of the visible button or tab of this name, shadow roots included; `null` without one. */
const findPressable = (scope: EngineScope, name: string) =>
  scope.evaluate((name) => {
    const found = (globalThis.probe?.listElements() ?? []).find((element) => {
      if (!element.matches("button:enabled, [role=button], [role=tab]")) return false
      const words = element.getAttribute("aria-label") ?? element.textContent
      return new RegExp(name).test(words.trim()) && element.getClientRects().length > 0
    })
    if (found === undefined) return null
    found.scrollIntoView({ block: "nearest", behavior: "instant" })
    const { height, left, top, width } = found.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  }, name)

const press = async (window: EngineWindow, name: string) => {
  let at: Place | null = null
  const standsStill = async () => {
    const before = at
    at = await findPressable(window, name)
    return at !== null && at.x === before?.x && at.y === before.y
  }
  await expect.poll(standsStill, { timeout: waitMs, message: name }).toBe(true)
  if (at === null) throw new Error(`There is no button ${name}.`)
  await window.moveMouse(at)
  await window.pressMouse()
  await window.releaseMouse()
}

/** Returns the text of all open dialogs, shadow roots included. */
const readDialogs = (scope: EngineScope) =>
  scope.evaluate(() => {
    return (globalThis.probe?.listElements() ?? [])
      .filter((element) => element instanceof HTMLDialogElement && element.open)
      .map((element) => (element instanceof HTMLElement ? element.innerText : ""))
      .join("\n")
  }, null)

describeEngines("demo", (name, getWorld) => {
  it("connects the built-in wallet and opens receive and send", async () => {
    const { engine, outside, site } = getWorld()
    const { window } = engine
    const { directory, blockchain, prices, relay, secureSite } = outside
    const projectId = `engine-${randomBytes(6).toString("hex")}`
    const page = makeDemoPage({ projectId, directory, blockchain, relay, secureSite, prices })
    const html = await readFile(join(paths.demo, "index.html"), "utf8")
    const files = { ...page.files, "/index.html": withProbe(html) }
    const folder = join(paths.screenshots, "engines")
    await mkdir(folder, { recursive: true })
    const picture = async (view: string) =>
      writeFile(join(folder, `${name}-${view}.png`), await window.screenshot())
    const reads = async (words: RegExp) => {
      await expect.poll(() => readDialogs(window), { timeout: waitMs }).toMatch(words)
    }

    await window.open(site.host({ ...page, files }))
    await press(window, "^Use the built-in dev wallet$")
    const readPage = () => window.evaluate(() => document.body.innerText, null)
    await expect.poll(readPage, { timeout: waitMs }).toContain("The dev wallet is ready")
    await press(window, "^Connect")
    await reads(/Dev wallet/)
    await picture("connect")
    await press(window, "^Dev wallet")
    await reads(/Connect to this site/)
    await press(window, "^Approve$")
    // The account's name takes the place of its address as soon as it is known.
    await press(window, "^(0x[0-9a-fA-F]{2}|vera[.])")
    await reads(/10,000\.00 ETH/)
    await picture("account")
    await press(window, "^Receive$")
    await reads(/9Fd6/)
    await picture("receive")
    await press(window, "^Back$")
    await press(window, "^Send$")
    await reads(/Recipient|To/)
    await picture("send")
    expect(await readErrors(window)).toEqual([])
  })
})
