import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type readCode from "jsqr"
import type { Locator, Page } from "playwright-core"
import { expect } from "vitest"

/** The source of an independent QR reader, for the page. */
const jsqrSource = readFileSync(createRequire(import.meta.url).resolve("jsqr"), "utf8")

/** Returns the content of a QR code in the picture; `null` when there is none. */
export const scanCode = async (page: Page, seen: Page | Locator): Promise<string | null> => {
  const picture = (await seen.screenshot()).toString("base64")
  if (!(await page.evaluate(() => "jsQR" in globalThis))) await page.evaluate(jsqrSource)
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d")
    if (canvas === null) throw new Error("There is nothing to draw on.")
    canvas.drawImage(bitmap, 0, 0)
    const { data, height, width } = canvas.getImageData(0, 0, bitmap.width, bitmap.height)
    // Without inversion: some phones do not scan an inverted code.
    return globalThis.jsQR(data, width, height, { inversionAttempts: "dontInvert" })?.data ?? null
  }, picture)
}

/** Returns the link of the page's code once it is readable, after its transition. */
export const scanUntilRead = async (page: Page): Promise<string> => {
  let link: string | null = null
  await expect
    .poll(async () => {
      link = await scanCode(page, page)
      return link
    })
    .toEqual(expect.stringMatching(/^wc:[0-9a-f]{64}@2\?/))
  return link ?? ""
}

declare global {
  // oxlint-disable-next-line no-var -- only a `var` is a property of `globalThis`
  var jsQR: typeof readCode
}
