import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { makeHostPage } from "../harness/hostPage.ts"
import { getModalViews } from "../harness/modal.ts"
import { makePageShape, pageShapes } from "../harness/pageShapes.ts"
import { story } from "../harness/story.ts"
import { toTestTags } from "../harness/testTags.ts"

declare global {
  /** What the page's listeners heard of the modal's input: place, phase and type. */
  var heard: string[]
}

/** Listeners as those of shortcuts, games, smooth scrolling and focus traps, which forbid what they hear. */
const greedyPage = `
globalThis.heard = []
const hear = (place) => (event) => {
  if (!event.isTrusted || event.target === event.currentTarget || event.target === document.body) return
  heard.push(place + " " + event.type)
  event.preventDefault()
  event.stopImmediatePropagation()
}
const types = "keydown keypress keyup pointerdown mousedown pointerup mouseup click wheel beforeinput input focusin focusout copy paste"
for (const type of types.split(" ")) {
  document.addEventListener(type, hear("document, down,"), { capture: true, passive: false })
  document.addEventListener(type, hear("document, up,"), { passive: false })
  addEventListener(type, hear("window, up,"), { passive: false })
}
`

const search = (page: Page) => page.getByRole("searchbox")

/** Waits until what was wanted, such as a scroll, would be done. */
const awaitFrames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

const openList = async (page: Page) => {
  await page.evaluate(() => globalThis.modals[0]?.open("AllWallets"))
  await search(page).waitFor()
}

describe("input in the open modal", () => {
  story("reaches the modal, and nothing of it bubbles to the page", async ({ visitor, world }) => {
    const page = await visitor.visit(makeHostPage(world, { before: greedyPage }))
    const modal = getModalViews(page)
    await openList(page)
    await page.evaluate(() => globalThis.heard.splice(0))

    await search(page).click()
    await page.keyboard.type("wasd d")
    expect(await search(page).inputValue()).toBe("wasd d")
    await page.keyboard.press("ControlOrMeta+a")
    await page.keyboard.press("Delete")
    expect(await search(page).inputValue()).toBe("")
    const viewport = modal.dialog.locator(".viewport")
    // The whole list comes back.
    await expect
      .poll(() => viewport.evaluate(({ clientHeight, scrollHeight }) => scrollHeight - clientHeight))
      .toBeGreaterThan(200)
    await viewport.hover()
    await page.mouse.wheel(0, 200)
    await expect.poll(() => viewport.evaluate(({ scrollTop }) => scrollTop)).toBe(200)
    // The heading has the focus, and a key that is pressed there is no shortcut either.
    await modal.heading("All Wallets").click()
    await page.keyboard.press("d")
    await modal.button("Close").click()
    await modal.dialog.waitFor({ state: "hidden" })

    const heard = [...new Set(await page.evaluate(() => globalThis.heard))]
    expect(heard.filter((what) => !what.startsWith("document, down,"))).toEqual([])
    expect(heard.filter((what) => /key|pointerdown|mousedown/.test(what))).toEqual([])
  })

  story("goes on to a page that asks for it", async ({ visitor, world }) => {
    const listens = `
globalThis.heard = []
for (const type of ["keydown", "pointerdown", "click", "input", "wheel"])
  document.addEventListener(type, (event) => heard.push(type))`
    const page = await visitor.visit(makeHostPage(world, { before: listens, options: { events: "bubble" } }))
    await openList(page)
    await page.evaluate(() => globalThis.heard.splice(0))
    await search(page).click()
    await page.keyboard.press("d")
    await page.mouse.wheel(0, 10)
    await expect
      .poll(() => page.evaluate(() => globalThis.heard))
      .toEqual(["pointerdown", "click", "keydown", "input", "wheel"])
  })

  story("belongs to the modal when nothing has the focus", async ({ visitor, world }) => {
    const page = await visitor.visit(
      makeHostPage(world, {
        before: `globalThis.heard = []; document.addEventListener("keydown", ({ key }) => heard.push(key))`,
      }),
    )
    await openList(page)
    await page.evaluate(() => {
      let element = document.activeElement
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
      if (element instanceof HTMLElement) element.blur()
    })
    await page.keyboard.press("d")
    await page.keyboard.press("Escape")
    await getModalViews(page).dialog.waitFor({ state: "hidden" })
    expect(await page.evaluate(() => globalThis.heard)).toEqual([])
    // The page has its keys again.
    await page.keyboard.press("d")
    expect(await page.evaluate(() => globalThis.heard)).toEqual(["d"])
  })

  story("is no event that the page made", async ({ visitor, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    const modal = getModalViews(page)
    await openList(page)
    await search(page).click()
    const reached = await page.evaluate(() => {
      const targets: string[] = []
      const note = (event: Event) => {
        if (event.target instanceof Element) targets.push(event.target.localName)
      }
      class OwnKey extends KeyboardEvent {
        override preventDefault() {
          note(this)
        }
        override stopPropagation() {
          note(this)
        }
        override stopImmediatePropagation() {
          note(this)
        }
      }
      const host = document.querySelector("wmodal-host")
      for (const key of ["Escape", "Enter", "d"])
        for (const type of ["keydown", "keyup"])
          host?.dispatchEvent(new OwnKey(type, { key, code: key, bubbles: true, composed: true }))
      return { hasHost: host !== null, inside: targets.filter((name) => name !== "wmodal-host") }
    })
    expect(reached).toEqual({ hasHost: true, inside: [] })
    expect(await search(page).inputValue()).toBe("")
    expect(await modal.dialog.isVisible()).toBe(true)
  })

  story("ends no press that began on the page", async ({ visitor, world }) => {
    const page = await visitor.visit(
      makeHostPage(world, {
        before: `
globalThis.heard = []
for (const type of ["keyup", "pointerup", "mouseup"])
  document.addEventListener(type, (event) => heard.push(type + (event.key ?? "")))`,
      }),
    )
    const { dialog, row } = getModalViews(page)
    await page.mouse.move(400, 400)
    await page.mouse.down()
    await page.keyboard.down("w")
    await page.evaluate(() => globalThis.modals[0]?.open())
    await row().waitFor()
    await page.keyboard.up("w")
    await page.mouse.up()
    expect(await page.evaluate(() => globalThis.heard)).toEqual(["keyupw", "pointerup", "mouseup"])
    expect(await dialog.isVisible()).toBe(true)
  })

  story(
    "is readable and usable when the page disables all but its own dialog",
    async ({ visitor, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const modal = getModalViews(page)
      await modal.connectButton.click()
      await modal.row().waitFor()
      const barriers = await page.evaluate(async () => {
        const host = [...document.querySelectorAll("body > *, html > *")].find(
          (element) => element.shadowRoot?.querySelector("dialog[open]") != null,
        )
        host?.setAttribute("aria-hidden", "true")
        host?.setAttribute("inert", "")
        await Promise.resolve()
        return host?.getAttributeNames().filter((name) => /aria-hidden|inert/.test(name))
      })
      expect(barriers).toEqual([])
    },
  )
})

/** Dialogs of the page, each with `globalThis.isPageDialogOpen()`. The modal opens above. */
const pageDialogs = {
  "of the browser": `
document.body.insertAdjacentHTML("beforeend", "<dialog><button>In the page's dialog</button></dialog>")
const dialog = document.querySelector("dialog")
dialog.showModal()
globalThis.isPageDialogOpen = () => dialog.open`,
  "that hears keys on their way down": `
let isOpen = true
document.addEventListener("keydown", (event) => { if (event.key === "Escape") { isOpen = false; event.preventDefault() } }, true)
globalThis.isPageDialogOpen = () => isOpen`,
  "that hears keys on their way up": `
let isOpen = true
document.addEventListener("keydown", (event) => { if (event.key === "Escape") isOpen = false })
globalThis.isPageDialogOpen = () => isOpen`,
  "that closes when the key is released": `
let isOpen = true
document.addEventListener("keyup", (event) => { if (event.key === "Escape") isOpen = false })
globalThis.isPageDialogOpen = () => isOpen`,
  "that closes by a press outside": `
let isOpen = true
for (const capture of [true, false]) document.addEventListener("pointerdown", () => { isOpen = false }, capture)
globalThis.isPageDialogOpen = () => isOpen`,
}

declare global {
  function isPageDialogOpen(): boolean
}

describe("Escape in the open modal", () => {
  for (const [name, script] of Object.entries(pageDialogs))
    story(`closes the modal alone above a dialog ${name}`, async ({ visitor, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const modal = getModalViews(page)
      await page.evaluate(() => globalThis.modals[0]?.preload())
      await page.evaluate(script)
      await page.evaluate(() => globalThis.modals[0]?.open())
      await modal.row().waitFor()
      await modal.heading("Connect Wallet").click()
      await page.keyboard.down("Escape")
      await modal.row().waitFor({ state: "hidden" })
      // The key is held, and repeats.
      await page.keyboard.down("Escape")
      await page.keyboard.up("Escape")
      expect(await page.evaluate(() => globalThis.isPageDialogOpen())).toBe(true)
      if (name.includes("press")) return
      await page.keyboard.press("Escape")
      await expect.poll(() => page.evaluate(() => globalThis.isPageDialogOpen())).toBe(false)
    })

  story("stays when a dialog of the page is above it", async ({ visitor, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    const modal = getModalViews(page)
    await page.evaluate(() => globalThis.modals[0]?.open())
    await modal.row().waitFor()
    await page.evaluate(pageDialogs["of the browser"])
    await page.keyboard.press("Escape")
    await expect.poll(() => page.evaluate(() => globalThis.isPageDialogOpen())).toBe(false)
    await awaitFrames(page)
    expect(await page.evaluate(() => globalThis.modals[0]?.getState().open)).toBe(true)
    await page.keyboard.press("Escape")
    await modal.row().waitFor({ state: "hidden" })
  })
})

describe("page behind the open modal", () => {
  for (const [name, css] of Object.entries(pageShapes))
    story(
      `does not move when it scrolls ${name}`,
      toTestTags(name.endsWith("height")),
      async ({ visitor, world }) => {
        const page = await visitor.visit(makeHostPage(world, { before: makePageShape(css) }))
        const modal = getModalViews(page)
        const look = () => page.evaluate(() => globalThis.positions())
        const atStart = await look()
        await page.evaluate(() => globalThis.scrollPage())
        const before = await look()
        expect(before).not.toEqual(atStart)
        await page.evaluate(() => globalThis.modals[0]?.open())
        await modal.row().waitFor()
        expect(await look()).toEqual(before)

        // On the overlay, on the header, and on a view that is not longer than its place.
        for (const [x, y] of [
          [20, 500],
          [640, 60],
          [640, 200],
        ] as const) {
          await page.mouse.move(x, y)
          await page.mouse.wheel(0, 300)
        }
        for (const key of ["PageDown", "End", "ArrowDown", "Space"]) await page.keyboard.press(key)
        await awaitFrames(page)
        expect(await look()).toEqual(before)

        await page.evaluate(() => globalThis.modals[0]?.destroy())
        await modal.dialog.waitFor({ state: "hidden" })
        expect(await look()).toEqual(before)
      },
    )
})
