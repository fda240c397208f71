import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type readCode from "jsqr"
import type { Locator, Page } from "playwright-core"
import { expect } from "vitest"

/** Another's reader, as a page runs it. */
const jsqrSource = readFileSync(createRequire(import.meta.url).resolve("jsqr"), "utf8")

/** What a camera reads in what it sees; `null` where it sees no code. */
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
    // As it stands and in no other way: a code that is dark is not scanned by every phone.
    return globalThis.jsQR(data, width, height, { inversionAttempts: "dontInvert" })?.data ?? null
  }, picture)
}

/** The link of the code that a page shows, once a camera can read it: a code comes with a movement. */
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
