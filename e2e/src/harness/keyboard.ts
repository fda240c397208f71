import type { Page } from "playwright-core"

/** What has the focus, through shadow roots: its name and whether it is inside the dialog. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    return {
      name: element?.getAttribute("aria-label") ?? element?.textContent ?? "",
      page: element === document.body || element === null,
      inside: element?.closest("dialog") !== null,
    }
  })

/** Presses Tab until what is focused is called this; gives up after a full round. */
export const tabTo = async (page: Page, name: string | RegExp) => {
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press("Tab")
    if ((await focused(page)).name.search(name) >= 0) return
  }
  throw new Error(`Tab never came to ${name}`)
}
