import { expect } from "vitest"
import type { EngineScope, EngineWindow, Place } from "./Engine.ts"

const waitMs = 30_000

/**
 * Returns the centre of the visible control of this name, shadow roots included, in the open dialogs, or in the page
 * without a dialog; `null` without such a control.
 */
const findPressable = (scope: EngineScope, name: string) =>
  scope.evaluate((name) => {
    const all = globalThis.probe?.listElements() ?? []
    const isInDialog = (element: Element) => element.closest("dialog[open]") !== null
    const inDialogs = all.filter(isInDialog)
    const found = (inDialogs.length > 0 ? inDialogs : all).find((element) => {
      if (!element.matches("button:enabled, [role=button], [role=tab], input, textarea")) return false
      if (element.matches("[aria-disabled=true]")) return false
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
      const label = labels.map(({ textContent }) => textContent).join(" ")
      const words = element.getAttribute("aria-label") ?? (label === "" ? element.textContent : label)
      return new RegExp(name).test(words.trim()) && element.getClientRects().length > 0
    })
    if (found === undefined) return null
    found.scrollIntoView({ block: "nearest", behavior: "instant" })
    const { height, left, top, width } = found.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  }, name)

const click = async (window: EngineWindow, at: Place): Promise<void> => {
  await window.moveMouse(at)
  await window.pressMouse()
  await window.releaseMouse()
}

/** Readings of the same place until it counts as still: a view moves as its content comes. */
const stillReadings = 4

/** Waits until a place is known and stays where it is. @param what names it */
export const awaitStill = async (what: string, find: () => Promise<Place | null>): Promise<Place> => {
  let at: Place | null = null
  let readings = 0
  const standsStill = async () => {
    const before = at
    at = await find()
    readings = at !== null && at.x === before?.x && at.y === before.y ? readings + 1 : 0
    return readings >= stillReadings
  }
  await expect.poll(standsStill, { timeout: waitMs, message: what }).toBe(true)
  if (at === null) throw new Error(`There is no ${what}.`)
  return at
}

/** Presses the control of this name. @param name a regular expression */
export const press = async (window: EngineWindow, name: string): Promise<void> =>
  click(window, await awaitStill(name, () => findPressable(window, name)))

/** Presses a field and replaces what is in it. */
export const fill = async (window: EngineWindow, name: string, text: string): Promise<void> => {
  await press(window, name)
  await window.evaluate(() => {
    let field = document.activeElement
    while (field?.shadowRoot?.activeElement != null) field = field.shadowRoot.activeElement
    if (field instanceof HTMLInputElement && field.type === "text") field.select()
  }, null)
  await window.type(text)
}

/** Waits until the text of the open dialogs, shadow roots included, has these words. */
export const awaitWords = async (scope: EngineScope, words: RegExp): Promise<void> => {
  const read = () =>
    scope.evaluate(() => {
      return (globalThis.probe?.listElements() ?? [])
        .filter((element) => element instanceof HTMLDialogElement && element.open)
        .map((element) => (element instanceof HTMLElement ? element.innerText : ""))
        .join("\n")
    }, null)
  await expect.poll(read, { timeout: waitMs }).toMatch(words)
}

/** Waits until a page's own text has these words. */
export const awaitPage = async (scope: EngineScope, words: RegExp): Promise<void> => {
  const read = () => scope.evaluate(() => document.body.innerText, null)
  await expect.poll(read, { timeout: waitMs }).toMatch(words)
}
