import type { Locator, Page } from "playwright-core"
import { expect } from "vitest"
import { elementTimeoutMs } from "./elementTimeout.ts"

/**
 * Returns the focused element, through shadow roots: its name, its place in or outside the dialog, and its enabled
 * state.
 */
export const getFocused = (page: Page) =>
  page.evaluate(() => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    return {
      name: element?.getAttribute("aria-label") ?? element?.textContent ?? "",
      page: element === document.body || element === null,
      inside: element?.closest("dialog") !== null,
      enabled: element?.getAttribute("aria-disabled") !== "true",
    }
  })

/** Waits until the focused element has this name. */
export const awaitFocusOn = async (page: Page, name: string | RegExp): Promise<void> => {
  await expect
    .poll(async () => (await getFocused(page)).name)
    .toEqual(name instanceof RegExp ? expect.stringMatching(name) : name)
}

/** Waits until the field has the focus. */
export const awaitFocusIn = async (field: Locator): Promise<void> => {
  await expect.poll(() => field.evaluate((element) => element.matches(":focus"))).toBe(true)
}

/** Resolves after the next frame, effects included. A background page draws rarely. */
const awaitFrame = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
        setTimeout(resolve, 250)
      }),
  )

/** Presses Tab until the focus stays on the enabled element of this name: a new view takes the focus once more. */
export const pressTabTo = async (page: Page, target: string | RegExp | Locator) => {
  const isThere = async () => {
    const { enabled, name } = await getFocused(page)
    if (typeof target !== "string" && !(target instanceof RegExp))
      return target.evaluate((element) => element.matches(":focus"))
    return enabled && name.search(target) >= 0
  }
  const end = performance.now() + elementTimeoutMs
  const passed = new Set<string>()
  while (performance.now() < end) {
    await page.keyboard.press("Tab")
    if (await isThere()) {
      await awaitFrame(page)
      if (await isThere()) return
    }
    passed.add((await getFocused(page)).name)
  }
  throw new Error(`Tab never came to ${String(target)}, only to ${[...passed].join(", ")}`)
}
