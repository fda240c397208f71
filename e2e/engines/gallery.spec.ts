import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, it } from "vitest"
import { paths } from "../src/harness/paths.ts"
import { describeEngines } from "./describeEngines.ts"
import type { EngineScope } from "./Engine.ts"
import { readErrors, withProbe } from "./pageProbe.ts"

/** Number of tests that share the gallery's scenes. */
const testCount = 8

/** Returns what a scene lacks until it is drawn: a dialog or region, its content, or the end of its loading. */
const findLack = (scope: EngineScope) =>
  scope.evaluate(() => {
    const all = globalThis.probe?.listElements() ?? []
    const shown = all.some(
      (element) =>
        element.matches("dialog[open], [role=dialog], [role=region], section") &&
        element.getClientRects().length > 0,
    )
    const isLoading = all.some(
      (element) => element.matches("h1, h2, [role=heading]") && element.textContent === "Loading",
    )
    if (document.readyState !== "complete") return "its page's load"
    if (!shown) return "a dialog or region"
    return isLoading ? "what its heading says is loading" : null
  }, null)

/** Returns what the dialog cuts off to its sides, shadow roots included, as lines. */
const findClipped = (scope: EngineScope) =>
  scope.evaluate(() => {
    const all = globalThis.probe?.listElements() ?? []
    const dialog = all.find((element) => element.matches("dialog[open], [role=dialog]"))
    if (dialog === undefined) return []
    const outer = dialog.getBoundingClientRect()
    return all
      .filter((element) => element.matches("button, input, textarea, h1, h2, p, a, label, dd, dt"))
      .filter((element) => dialog.contains(element))
      .flatMap((element) => {
        const { height, left, right, width } = element.getBoundingClientRect()
        const isOut = width > 1 && height > 1 && (left < outer.left - 1 || right > outer.right + 1)
        const clips = element.matches("button, h1, h2, p") && element.scrollWidth > element.clientWidth + 1
        const { overflowX, textOverflow } = getComputedStyle(element)
        const isCut =
          clips &&
          overflowX !== "visible" &&
          overflowX !== "auto" &&
          overflowX !== "scroll" &&
          textOverflow !== "ellipsis" &&
          width > 1
        return isOut || isCut ? [`${element.tagName.toLowerCase()} ${element.textContent.slice(0, 60)}`] : []
      })
  }, null)

/**
 * Returns a page that opens no app. Scenes of a phone open a wallet's at once: no browser here has one, and its attempt
 * comes between the test's own navigations.
 */
const withoutApps = (html: string) =>
  html.replace("<head>", "<head><script>globalThis.open = () => null</script>")

describeEngines("gallery", (_name, getWorld) => {
  for (let share = 0; share < testCount; share += 1)
    it(`draws each scene without an error and clips nothing: share ${share + 1} of ${testCount}`, {
      timeout: 600_000,
    }, async () => {
      const { engine, site } = getWorld()
      const { window } = engine
      const html = withoutApps(await readFile(join(paths.gallery, "index.html"), "utf8"))
      const origin = site.host({ folder: "gallery", files: { "/index.html": withProbe(html) } })
      await window.open(`${origin}/`)
      const readNames = () =>
        window.evaluate(() => ("sceneNames" in globalThis ? globalThis.sceneNames : []), null)
      // The page's module names them, which WebKit may run after the page's load.
      await expect.poll(async () => (await readNames()).length, { timeout: 30_000 }).toBeGreaterThan(100)
      const names = await readNames()
      const faults: string[] = []
      for (const scene of names.filter((_, at) => at % testCount === share)) {
        await window.open(`${origin}/?scene=${scene}`)
        await expect.poll(() => findLack(window), { timeout: 30_000, message: scene }).toBeNull()
        for (const error of await readErrors(window)) faults.push(`${scene}: ${error}`)
        for (const clipped of await findClipped(window)) faults.push(`${scene} clips ${clipped}`)
      }
      expect(faults).toEqual([])
    })
})

declare global {
  /** Names of the gallery's scenes. */
  var sceneNames: readonly string[]
}
