import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { awaitFocusIn } from "../harness/keyboard.ts"
import { story } from "../harness/story.ts"

/** Opens the view of the email code. */
const openCodeScene = async (
  visitor: { visit: (host: { folder: "gallery" }) => Promise<Page> },
  scene: string,
) => {
  const page = await visitor.visit({ folder: "gallery" })
  const field = page.getByRole("textbox", { name: "Code, six digits" })
  const open = async (name: string) => {
    await page.goto(`${new URL(page.url()).origin}/?scene=${name}`)
    await field.waitFor()
  }
  await open(scene)
  /** Returns value and selection of the field. */
  const held = () =>
    field.evaluate((element) =>
      element instanceof HTMLInputElement
        ? [element.value, element.selectionStart, element.selectionEnd]
        : null,
    )
  const type = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  /** Pastes into the focused element. */
  const paste = (text: string) =>
    page.evaluate((text) => {
      const within = (root: Document | ShadowRoot): Element | null =>
        root.activeElement?.shadowRoot ? within(root.activeElement.shadowRoot) : root.activeElement
      const clipboardData = new DataTransfer()
      clipboardData.setData("text", text)
      within(document)?.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData, bubbles: true, composed: true, cancelable: true }),
      )
    }, text)
  return { page, field, open, held, type, paste, cells: page.locator(".otp-cell") }
}

describe("email code field", () => {
  story("accepts digits from the keyboard, and draws each in its cell", async ({ visitor }) => {
    const { page, held, type, cells } = await openCodeScene(visitor, "email-code")
    const heading = page.getByRole("heading", { name: "Confirm Email" })
    await awaitFocusIn(heading)
    await type("1", "x", "2", "-", "4")
    expect(await held()).toEqual(["124", 3, 3])
    await type("ArrowLeft", "3")
    expect(await held()).toEqual(["1234", 3, 3])
    await type("Backspace")
    expect(await held()).toEqual(["124", 2, 2])
    await type("End", "5", "6", "7", "8")
    expect(await held()).toEqual(["124567", 6, 6])
    expect(await cells.allTextContents()).toEqual(["1", "2", "4", "5", "6", "7"])
    const third = await cells.nth(2).boundingBox()
    await page.mouse.click((third?.x ?? 0) + (third?.width ?? 0) / 2, (third?.y ?? 0) + 20)
    await type("9")
    expect(await held()).toEqual(["129567", 3, 3])
  })

  story(
    "finds the code in pasted text, inside or outside the field",
    { tags: "full" },
    async ({ visitor }) => {
      const { field, held, open, paste, type } = await openCodeScene(visitor, "email-code")
      await paste("Your code is 048 213. It is good for 10 minutes.")
      expect(await held()).toEqual(["048213", 6, 6])
      await open("email-code")
      await type("7")
      await field.focus()
      await paste("048-213")
      expect(await held()).toEqual(["048213", 6, 6])
    },
  )

  story(
    "keeps the code during its check, and takes the focus again after a wrong one",
    { tags: "full" },
    async ({ visitor }) => {
      const { field, held, open, paste, type } = await openCodeScene(visitor, "email-code-checking")
      await type("5")
      await paste("048213")
      expect(await held()).toEqual(["", 0, 0])
      await open("email-code-wrong")
      await awaitFocusIn(field)
    },
  )
})
