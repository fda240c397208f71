import { expect, it } from "vitest"
import { makeHostPage } from "../src/harness/hostPage.ts"
import { makePageShape, pageShapes } from "../src/harness/pageShapes.ts"
import { describeEngines } from "./describeEngines.ts"
import type { EngineKey, EngineWindow } from "./Engine.ts"

/** A dialog of the page that any Escape closes that it hears, and shortcuts that are forbidden to all others. */
const greedyPage = `
globalThis.heard = []
for (const capture of [true, false])
  document.addEventListener("keydown", (event) => { heard.push(event.key); event.preventDefault() }, capture)
`

/** A chat that takes the focus when it has loaded, and says so once that is over. */
const takingFrame = `<!doctype html><title>Chat</title><input><script>
addEventListener("load", () => {
  focus()
  document.querySelector("input").focus()
  setTimeout(() => parent.postMessage("taken", "*"), 300)
})
</script>`

declare global {
  /** The keys that the page's listeners heard. */
  var heard: string[]
}

const waitMs = 20_000

/** Returns the open view and what is in its search field; `null` while the modal is closed. */
const readModal = (window: EngineWindow) =>
  window.evaluate(() => {
    for (const { shadowRoot } of document.querySelectorAll("*")) {
      const dialog = shadowRoot?.querySelector("dialog[open]")
      if (dialog == null) continue
      const field = dialog.querySelector("input")
      return { view: dialog.querySelector("[data-view]")?.getAttribute("data-view"), typed: field?.value }
    }
    return null
  }, null)

const press = async (window: EngineWindow, key: EngineKey) => {
  await window.pressKey(key)
  await window.liftKey(key)
}

describeEngines("page behind the open modal", (name, getWorld) => {
  const visit = async (before: string) => {
    const { engine, outside, site } = getWorld()
    const { directory, blockchain, prices, relay, secureSite } = outside
    const world = { projectId: `behind-${name}`, directory, blockchain, prices, relay, secureSite }
    await engine.window.open(site.host(makeHostPage(world, { before })))
    const isReady = () =>
      engine.window.evaluate(() => document.readyState === "complete" && "modals" in globalThis, null)
    await expect.poll(isReady, { timeout: waitMs }).toBe(true)
    return engine.window
  }
  const open = async (window: EngineWindow, view: string) => {
    await window.evaluate((view) => globalThis.modals[0]?.open(view), view)
    await expect.poll(async () => (await readModal(window))?.view, { timeout: waitMs }).toBe(view)
  }

  for (const [shape, css] of Object.entries(pageShapes))
    it(`does not move when it scrolls ${shape}`, async () => {
      const window = await visit(makePageShape(css))
      await window.evaluate(() => globalThis.scrollPage(), null)
      const look = () => window.evaluate(() => globalThis.positions(), null)
      const before = await look()
      await open(window, "Connect")
      expect(await look()).toEqual(before)
      for (const [x, y] of [
        [20, 700],
        [450, 120],
        [450, 300],
      ] as const)
        await window.turnWheel({ x, y }, 300)
      expect(await look(), "after the wheel").toEqual(before)
      await press(window, "PageDown")
      // Firefox and WebKit scroll smoothly, and no event tells that there is nothing to scroll.
      await window.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)), null)
      expect(await look()).toEqual(before)
      await window.evaluate(() => globalThis.modals[0]?.close(), null)
      await expect.poll(() => readModal(window), { timeout: waitMs }).toBeNull()
      expect(await look()).toEqual(before)
    })

  it("hears no key of the modal, which is typed and closes it all the same", async () => {
    const window = await visit(greedyPage)
    await open(window, "AllWallets")
    await expect.poll(async () => (await readModal(window))?.typed, { timeout: waitMs }).toBe("")
    await window.evaluate(() => {
      for (const { shadowRoot } of document.querySelectorAll("*"))
        shadowRoot?.querySelector<HTMLElement>("input[type=search]")?.focus()
    }, null)
    await window.type("d d")
    expect((await readModal(window))?.typed).toBe("d d")
    await press(window, "Escape")
    await expect.poll(() => readModal(window), { timeout: waitMs }).toBeNull()
    expect(await window.evaluate(() => globalThis.heard, null)).toEqual([])
  })

  it("opens by a press on the page's button, which is drawn anew before the press ends", async () => {
    const window = await visit("")
    const at = await window.evaluate(() => {
      const { x, y, width, height } =
        document.querySelector("wmodal-button")?.getBoundingClientRect() ?? new DOMRect()
      return { x: x + width / 2, y: y + height / 2 }
    }, null)
    await window.moveMouse(at)
    await window.pressMouse()
    await window.evaluate(
      () => document.querySelector("wmodal-button")?.setAttribute("label", "Pay now"),
      null,
    )
    await window.releaseMouse()
    await expect.poll(async () => (await readModal(window))?.view, { timeout: waitMs }).toBe("Connect")
  })

  for (const isOwn of [true, false])
    it(`keeps the keys when a frame of ${isOwn ? "the page's own" : "another"} origin takes the focus by a script`, async () => {
      const files = { "/index.html": takingFrame }
      const frame = isOwn
        ? JSON.stringify({ srcdoc: takingFrame })
        : JSON.stringify({ src: getWorld().site.host({ files }) })
      const window = await visit("")
      await open(window, "AllWallets")
      await expect.poll(async () => (await readModal(window))?.typed, { timeout: waitMs }).toBe("")
      await window.evaluate(() => {
        for (const { shadowRoot } of document.querySelectorAll("*"))
          shadowRoot?.querySelector<HTMLElement>("input[type=search]")?.focus()
      }, null)
      await window.evaluate(async (frame) => {
        const chat = Object.assign(document.createElement("iframe"), JSON.parse(frame))
        const hasTaken = new Promise((resolve) => {
          addEventListener("message", resolve, { once: true })
        })
        document.body.append(chat)
        await hasTaken
      }, frame)
      await window.type("trust")
      expect((await readModal(window))?.typed).toBe("trust")
    })
})
