import { afterEach, describe, expect, it, vi } from "vitest"
import { copyText } from "./copyText.ts"

const arrange = (writeText: (() => Promise<void>) | null, execCommand: () => boolean) => {
  const field = { className: "", readOnly: false, value: "", select: vi.fn(), remove: vi.fn() }
  vi.stubGlobal("navigator", writeText === null ? {} : { clipboard: { writeText } })
  vi.stubGlobal("document", { createElement: () => field, execCommand })
  const near = { after: vi.fn(), focus: vi.fn() }
  // The test's button has what the code calls.
  return { field, near, copy: () => copyText("0x1234", near as unknown as HTMLElement) }
}
const denied = () => Promise.reject(new DOMException("denied", "NotAllowedError"))

afterEach(() => {
  vi.unstubAllGlobals()
})

describe("copyText", () => {
  it("copies by the clipboard where the page has one", async () => {
    const writeText = vi.fn(async () => {})
    const { copy, near } = arrange(writeText, () => false)
    expect(await copy()).toBe(true)
    expect(writeText).toHaveBeenCalledWith("0x1234")
    expect(near.after).not.toHaveBeenCalled()
  })

  it.each([
    ["is denied", denied],
    ["does not exist", null],
  ])("copies by a selection when the clipboard %s", async (_, writeText) => {
    const { copy, field, near } = arrange(writeText, () => true)
    expect(await copy()).toBe(true)
    expect(field).toMatchObject({ value: "0x1234", readOnly: true })
    expect(field.select).toHaveBeenCalledOnce()
    expect(field.remove).toHaveBeenCalledOnce()
    expect(near.focus).toHaveBeenCalledOnce()
  })

  it.each([
    ["is refused", () => false],
    [
      "throws",
      () => {
        throw new Error("no")
      },
    ],
  ])("returns false when the selection %s, too, and leaves nothing behind", async (_, execCommand) => {
    const { copy, field } = arrange(denied, execCommand)
    expect(await copy()).toBe(false)
    expect(field.remove).toHaveBeenCalledOnce()
  })
})
