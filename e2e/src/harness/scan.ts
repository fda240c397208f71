import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type readCode from "jsqr"
import type { Locator, Page } from "playwright-core"
import { expect } from "vitest"

/** The source of an independent QR reader, for the page. */
const jsqrSource = readFileSync(createRequire(import.meta.url).resolve("jsqr"), "utf8")

/** Runs in a page. @returns the content of a QR code in a PNG; `null` when there is none */
export const readPicture = async ({
  base64,
  reader,
}: {
  readonly base64: string
  readonly reader: string
}) => {
  if (!("jsQR" in globalThis)) {
    const script = document.createElement("script")
    script.textContent = reader
    document.head.append(script)
  }
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }))
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d")
  if (canvas === null) throw new Error("There is nothing to draw on.")
  canvas.drawImage(bitmap, 0, 0)
  const { data, height, width } = canvas.getImageData(0, 0, bitmap.width, bitmap.height)
  // Without inversion: some phones do not scan an inverted code.
  return globalThis.jsQR(data, width, height, { inversionAttempts: "dontInvert" })?.data ?? null
}

/** Returns what `readPicture` takes: a PNG, and the source of the reader. */
export const toPicture = (png: Uint8Array) => ({
  base64: Buffer.from(png).toString("base64"),
  reader: jsqrSource,
})

/** Returns the content of a QR code in the picture; `null` when there is none. */
export const scanCode = async (page: Page, seen: Page | Locator): Promise<string | null> => {
  const picture = toPicture(await seen.screenshot())
  // By the browser, not by the page, whose policy may refuse a script.
  if (!(await page.evaluate(() => "jsQR" in globalThis))) await page.evaluate(picture.reader)
  return page.evaluate(readPicture, picture)
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
