import axeCore from "axe-core"
import { checkByAxe } from "../../src/harness/axe.ts"
import type { EngineWorld } from "../describeEngines.ts"
import type { EngineKey, EngineScope, Place } from "../Engine.ts"
import { makeZooFiles } from "./makeZooFiles.ts"
import type { ZooPage } from "./ZooPage.ts"
import type { ControlPlace, PageFacts } from "./zooProbe.ts"

const waitMs = 20_000
const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** Its text travels to the page, whose policy may forbid `eval`. */
const loadAxe = Object.assign(() => {}, { toString: () => `() => { ${axeCore.source} }` })

/** A step that a page does not let happen. */
class StepFailed extends Error {}

const awaitStep = async <A>(what: string, read: () => Promise<A | null | false>): Promise<A> => {
  const end = Date.now() + waitMs
  for (;;) {
    const value = await read()
    if (value !== null && value !== false) return value
    if (Date.now() > end) throw new StepFailed(what)
    await wait(30)
  }
}

/** Returns what differs, as a line for each. @param marks what the page changes itself */
const compareFacts = (
  when: string,
  [before, now]: readonly [PageFacts, PageFacts],
  parts: readonly (keyof PageFacts)[],
  marks = /$^/,
) =>
  parts.flatMap((part) => {
    const [was, is] = [before[part], now[part]].map((value) => String(value).replace(marks, ""))
    return was === is ? [] : [`${when}: ${part} was ${was}, is ${is}`]
  })

/**
 * Plays the journey of a visitor in a page: opens, looks, scrolls, searches, connects, sees the account and closes. In
 * Chromium axe looks, too.
 * @returns what was wrong, as lines
 */
export const playPage = async (
  { engine: { name, window }, outside, site }: EngineWorld,
  page: ZooPage,
  projectId: string,
): Promise<readonly string[]> => {
  const { blockchain, directory } = outside
  const options = {
    projectId,
    chains: ["evm"],
    networks: ["eip155:1"],
    // The journey looks inside.
    shadowRoot: "open",
    endpoints: { blockchain, directory },
  }
  const headers = { "access-control-allow-origin": "*", ...page.headers }
  const files = await makeZooFiles(page, options)
  const origin = site.host({ files, headers })
  let scope: EngineScope = window
  let corner: Place = { x: 0, y: 0 }
  if (page.frame === undefined) await window.open(`${origin}/page.html`)
  else {
    const { attributes, isCrossOrigin } = page.frame
    const outer = `<!doctype html><title>Frame</title><iframe id="inner" style="position:fixed;left:20px;top:30px;width:800px;height:800px;border:0" ${attributes} src="${origin}/page.html"></iframe>`
    if (isCrossOrigin) await window.open(`${site.host({ files: { "/index.html": outer } })}/`)
    else {
      site.rehost(origin, { files: { ...files, "/outer.html": outer }, headers })
      await window.open(`${origin}/outer.html`)
    }
    scope = window.frame(["#inner"])
    corner = { x: 20, y: 30 }
  }

  const faults: string[] = []
  const note = (fault: string | false) => {
    if (fault !== false) faults.push(fault)
  }
  const toWindow = ({ x, y }: Place) => ({ x: x + corner.x, y: y + corner.y })
  /** Waits until a control stands still and takes a press. */
  const awaitStill = (what: string, find: () => Promise<ControlPlace | null>) => {
    let last: ControlPlace | null = null
    return awaitStep(what, async () => {
      const before = last
      last = await find()
      const stands = last !== null && last.y > 0 && last.x === before?.x && last.y === before.y
      return stands && last?.isEnabled === true ? last : null
    })
  }
  const press = async (what: string, find: () => Promise<ControlPlace | null>) => {
    const found = await awaitStill(what, find)
    note(!found.isHit && `${what} is under ${found.top}`)
    await window.moveMouse(toWindow(found))
    await window.pressMouse()
    await window.releaseMouse()
  }
  const control = (label: string) => () => scope.evaluate((label) => globalThis.zoo.findControl(label), label)
  const pressButton = () =>
    press("the page's button", () => scope.evaluate(() => globalThis.zoo.findButton(), null))
  const facts = () => scope.evaluate(() => globalThis.zoo.facts(), null)
  const isOpen = () => scope.evaluate(() => globalThis.zoo.isOpen(), null)
  const strike = async (key: EngineKey) => {
    await window.pressKey(key)
    await window.liftKey(key)
  }
  /** Returns what axe finds in the open modal. */
  const checkModal = async () => {
    await scope.evaluate(loadAxe, null)
    return scope.evaluate(checkByAxe, { options: {}, within: { fromShadowDom: ["wmodal-host", "dialog"] } })
  }
  const places = ["scroll", "line", "header"] as const
  /** What has to stay where it was. */
  const stays = page.mayMove === undefined ? places : []

  try {
    await awaitStep("the page loads", () =>
      scope.evaluate(() => globalThis.zoo?.isReady() ?? false, null).catch(() => false),
    )
    await awaitStill("the page's button", () => scope.evaluate(() => globalThis.zoo.findButton(), null))
    if (page.prepare !== undefined) await scope.evaluate(page.prepare, null)
    await scope.evaluate(() => globalThis.zoo.scrollPage(400), null)
    await wait(100)
    const before = await facts()
    await pressButton()
    await awaitStep("the modal opens", isOpen)
    if (page.whileOpen !== undefined) {
      await awaitStill("the wallet's row", control("^Zoo Wallet"))
      await scope.evaluate(page.whileOpen, null)
    }
    await awaitStill("the wallet's row", control("^Zoo Wallet"))
    const during = await facts()
    faults.push(...compareFacts("open", [before, during], stays))
    for (const hidden of await scope.evaluate(() => globalThis.zoo.listHidden(), null))
      note(`${hidden} cannot be pressed`)
    note(!(await scope.evaluate(() => globalThis.zoo.isFocusInside(), null)) && "the focus is outside")

    if (name === "chromium" && page.withoutAxe === undefined) faults.push(...(await checkModal()))

    await press("all wallets", control("^All wallets"))
    await awaitStep("the list is long", () => scope.evaluate(() => globalThis.zoo.findScroller(), null))
    const list = await awaitStill("the list", () => scope.evaluate(() => globalThis.zoo.findScroller(), null))
    // Rows that come just then begin at the top.
    await awaitStep("the list scrolls by the wheel", async () => {
      await window.turnWheel(toWindow(list), 200)
      return scope.evaluate(() => (globalThis.zoo.getScrolled() ?? 0) > 20, null)
    })
    await awaitStep("the list scrolls back", async () => {
      await window.turnWheel(toWindow(list), -2000)
      return scope.evaluate(() => (globalThis.zoo.getScrolled() ?? 1) < 1, null)
    })
    await press("the search", () => scope.evaluate(() => globalThis.zoo.findField(), null))
    await window.type("trust wade")
    await awaitStep("the search has a text", async () => {
      const typed = await scope.evaluate(() => globalThis.zoo.readField(), null)
      return typed?.endsWith("e") ?? false
    }).catch(() => {})
    const typed = await scope.evaluate(() => globalThis.zoo.readField(), null)
    note(typed !== "trust wade" && `typed "trust wade", the search has "${typed}"`)
    faults.push(...compareFacts("after wheel and keys", [during, await facts()], places))

    await press("back", control("^Back$"))
    await press("the wallet's row", control("^Zoo Wallet"))
    await awaitStep("the wallet connects", () =>
      scope.evaluate(() => globalThis.zoo.status() === "connected", null),
    )
    await awaitStep("the modal closes", async () => !(await isOpen()))
    await pressButton()
    await awaitStep("the account is shown", () =>
      scope.evaluate(() => /0x11.*1111/.test(globalThis.zoo.readText()), null),
    )
    note(!(await scope.evaluate(() => globalThis.zoo.isFocusInside(), null)) && "the focus is outside")
    await strike("Escape")
    await awaitStep("the modal closes by Escape", async () => !(await isOpen()))
    await awaitStep("the dialog leaves", () =>
      scope.evaluate(() => globalThis.zoo.countDialogs() === 0, null),
    )
    const isRestored = async () =>
      compareFacts("closed", [before, await facts()], [...stays, "attributes", "overflow"], page.ownMarks)
    await awaitStep("", async () => (await isRestored()).length === 0).catch(() => {})
    faults.push(...(await isRestored()))
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error
    faults.push(
      `not: ${error.message}`,
      `shown: ${await scope.evaluate(() => globalThis.zoo.listNames().join(", "), null)}`,
    )
  }
  const errors = await scope.evaluate(() => globalThis.zoo?.errors ?? ["no probe"], null)
  const surprising = errors.filter((error) => page.logs?.test(error) !== true)
  return [...faults, ...surprising.map((error) => `${name} logs: ${error}`)]
}
