import { expect, it } from "vitest"
import { describeEngines } from "./describeEngines.ts"

/** The pages of the secure site whose buttons users press. */
const pagePaths = ["sdk", "approve", "verify-device", "farcaster", "dashboard", "social/google"]

/** Sizes of a frame or window in CSS pixels: a modal's card, a phone, a card on a low screen, a window. */
const sizes = [
  { width: 360, height: 536 },
  { width: 390, height: 664 },
  { width: 340, height: 300 },
  { width: 880, height: 800 },
]

/** Two lines of a button's text, with its padding. */
const maxHeight = 64

describeEngines("pages of the secure site", (_name, getWorld) => {
  for (const path of pagePaths)
    it(`draws each button of /${path} at least 52 and at most 64 pixels high`, async () => {
      const { engine, outside, site } = getWorld()
      const { window } = engine
      const read = async (at: string) => (await fetch(`${outside.secureSite}${at}`)).text()
      // Without its script a page shows whichever screen the test wants.
      const html = (await read(`/${path}`)).replace(/<script[^>]*><\/script>/, "")
      const origin = site.host({
        files: {
          // As the modal shows it: laid out only once its dialog opens.
          "/index.html": `<!doctype html><dialog style="padding:0;border:0"><iframe src="/page.html" style="display:block;border:0"></iframe></dialog>`,
          "/page.html": html,
          "/frame/style.css": await read("/frame/style.css"),
        },
      })
      await window.open(`${origin}/`)
      const frame = window.frame(["iframe"])
      await window.evaluate(() => document.querySelector("dialog")?.showModal(), null)
      const screens = await frame.evaluate(() => document.querySelectorAll("main").length, null)
      expect(screens).toBeGreaterThan(0)
      const drawn: string[] = []
      const faults: string[] = []
      for (const { height, width } of sizes)
        for (let screen = 0; screen < screens; screen += 1) {
          const show = ({ height, width }: { readonly height: number; readonly width: number }) => {
            const frame = document.querySelector("iframe")
            if (frame !== null) frame.style.cssText += `width:${width}px;height:${height}px`
          }
          await window.evaluate(show, { height, width })
          const buttons = await frame.evaluate((screen) => {
            const mains = [...document.querySelectorAll("main")]
            for (const hidden of document.querySelectorAll<HTMLElement>("[hidden]"))
              hidden.hidden = hidden.id === "too-small"
            for (const [at, main] of mains.entries()) main.hidden = at !== screen
            return [...document.querySelectorAll("button")].map((button) => ({
              name: button.id,
              height: button.getBoundingClientRect().height,
            }))
          }, screen)
          for (const button of buttons.filter(({ height }) => height > 0)) {
            drawn.push(button.name)
            if (button.height < 51.5 || button.height > maxHeight + 0.5)
              faults.push(`${button.name} is ${button.height} px high in ${width} × ${height}`)
          }
        }
      expect(drawn.length).toBeGreaterThan(0)
      expect(faults).toEqual([])
    })
})
