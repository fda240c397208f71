import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { openPopup } from "./useSocial.ts"

const page = new EventTarget()
const open = vi.fn<() => unknown>()
const windowBeside = () => ({
  closed: false,
  close: vi.fn<() => void>(),
  location: { href: "about:blank" },
  document: { documentElement: { style: { colorScheme: "" } }, body: { textContent: "" } },
})

/** Returns a message event as a browser creates it. */
const message = (source: unknown, origin: string, data: unknown) =>
  Object.assign(new Event("message"), { source, origin, data })

beforeEach(() => {
  vi.stubGlobal("window", Object.assign(page, { open }))
})
afterEach(() => {
  open.mockReset()
  vi.unstubAllGlobals()
})

describe("openPopup", () => {
  it("returns null when the browser blocks it", () => {
    open.mockReturnValue(null)
    expect(openPopup("Loading…")).toBeNull()
  })

  it("opens at once with a waiting text, and navigates later", () => {
    const beside = windowBeside()
    open.mockReturnValue(beside)
    const popup = openPopup("Loading…")
    expect(open).toHaveBeenCalledWith("", "wmodalSignIn", "width=600,height=800,scrollbars=yes")
    expect(beside.document.body.textContent).toBe("Loading…")
    popup?.go("https://secure.example/social/google")
    expect(beside.location.href).toBe("https://secure.example/social/google")
    expect(popup?.isClosed()).toBe(false)
    popup?.close()
    expect(beside.close).toHaveBeenCalledOnce()
  })

  it("runs no URL as a script of this page", () => {
    const beside = windowBeside()
    open.mockReturnValue(beside)
    expect(() => openPopup("")?.go("javascript:alert(1)")).toThrow("URL is not valid")
    expect(beside.location.href).toBe("about:blank")
  })

  it("receives messages of that window only, with their origin, until the listener is removed", () => {
    const beside = windowBeside()
    open.mockReturnValue(beside)
    const heard: unknown[] = []
    const unlisten = openPopup("")?.listen((said) => heard.push(said))
    page.dispatchEvent(message(windowBeside(), "https://secure.example", { resultUri: "x" }))
    page.dispatchEvent(message(null, "https://secure.example", { resultUri: "x" }))
    expect(heard).toEqual([])
    page.dispatchEvent(message(beside, "https://other.example", { resultUri: "x" }))
    expect(heard).toEqual([{ data: { resultUri: "x" }, origin: "https://other.example" }])
    unlisten?.()
    page.dispatchEvent(message(beside, "https://secure.example", { resultUri: "y" }))
    expect(heard).toHaveLength(1)
  })
})
