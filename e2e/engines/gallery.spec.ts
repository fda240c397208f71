import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, it } from "vitest"
import { paths } from "../src/harness/paths.ts"
import { describeEngines } from "./describeEngines.ts"
import type { EngineName, EngineScope } from "./Engine.ts"
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

interface Control {
  readonly name: string
  /** CSS pixels. */
  readonly height: number
}

/** Returns the buttons, tabs, fields and links of a scene in the order of the page, shadow roots included. */
const measureControls = (scope: EngineScope): Promise<readonly Control[]> =>
  scope.evaluate(
    () =>
      (globalThis.probe?.listElements() ?? [])
        .filter((element) =>
          element.matches("button, input, textarea, select, a[href], [role=button], [role=tab]"),
        )
        .map((element) => {
          const { height } = element.getBoundingClientRect()
          const name = (element.getAttribute("aria-label") ?? element.textContent).trim().slice(0, 60)
          return { name: `${element.tagName.toLowerCase()} ${name}`, height }
        })
        .filter(({ height }) => height > 0),
    null,
  )

/** Whether a part of the scene is still loading. */
const isWaiting = (scope: EngineScope) =>
  scope.evaluate(
    () =>
      (globalThis.probe?.listElements() ?? []).some(
        (element) => element.matches(".waiting") && element.getClientRects().length > 0,
      ),
    null,
  )

/** Readings of the same controls until a scene counts as drawn: a part of it may load late. */
const sameReadings = 5

/**
 * Measures the controls of a scene once it is drawn.
 * @param count how many there are in the engine that came before: a part whose code is still loading may not tell that.
 * After 10 s the scene has what it has.
 */
const measureDrawn = async (scope: EngineScope, count: number | undefined): Promise<readonly Control[]> => {
  const end = Date.now() + 10_000
  let last = ""
  let readings = 0
  let controls: readonly Control[] = []
  const isDrawn = async () => {
    controls = await measureControls(scope)
    const now = JSON.stringify(controls)
    readings = now === last ? readings + 1 : 0
    last = now
    if (readings < sameReadings) return false
    const isWhole = count === undefined || controls.length === count
    return Date.now() > end || (isWhole && !(await isWaiting(scope)))
  }
  await expect.poll(isDrawn, { timeout: 30_000, interval: 60 }).toBe(true)
  return controls
}

/** What each engine drew, by scene. */
const drawn: Record<EngineName, Map<string, readonly Control[]>> = {
  chromium: new Map(),
  firefox: new Map(),
  webkit: new Map(),
}

/** The engine with which others are compared; it comes first. */
const reference = "chromium"

/** CSS pixels. Each engine has other fonts: a text may need one line more or less. */
const oneLine = 26

/** Returns the controls of a scene that differ from the reference by more than a line of text, as lines. */
const findOtherHeights = (known: readonly Control[], controls: readonly Control[]): readonly string[] => {
  if (known.length !== controls.length) return [`${controls.length} controls instead of ${known.length}`]
  return controls.flatMap(({ height, name }, at) => {
    const wanted = known[at]
    return wanted === undefined || Math.abs(height - wanted.height) <= oneLine
      ? []
      : [`${name} is ${Math.round(height)} px high instead of ${Math.round(wanted.height)}`]
  })
}

/**
 * Returns a page that opens no app. Scenes of a phone open a wallet's at once: no browser here has one, and its attempt
 * comes between the test's own navigations.
 */
const withoutApps = (html: string) =>
  html.replace("<head>", "<head><script>globalThis.open = () => null</script>")

describeEngines("gallery", (name, getWorld) => {
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
        drawn[name].set(scene, await measureDrawn(window, drawn[reference].get(scene)?.length))
        for (const clipped of await findClipped(window)) faults.push(`${scene} clips ${clipped}`)
      }
      expect(faults).toEqual([])
    })

  if (name === reference) return
  it("draws each control as high as the reference does", ({ skip }) => {
    skip(drawn[reference].size === 0, `${reference} is the reference, and has drawn nothing in this run`)
    const faults = [...drawn[reference]].flatMap(([scene, known]) => {
      const controls = drawn[name].get(scene)
      const found = controls === undefined ? ["not drawn"] : findOtherHeights(known, controls)
      return found.map((fault) => `${scene}: ${fault}`)
    })
    expect(faults).toEqual([])
    expect(drawn[name].size).toBe(drawn[reference].size)
  })
})

declare global {
  /** Names of the gallery's scenes. */
  var sceneNames: readonly string[]
}
