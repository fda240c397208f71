import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { loadPicture, peekPicture } from "./pictures.ts"

const fetched = vi.fn<typeof fetch>()

/** The part of a browser's reader that is used. */
class Reader {
  result: string | null = null
  onloadend: () => void = () => {}
  readAsDataURL = async (blob: Blob) => {
    this.result = `data:${blob.type};base64,${Buffer.from(await blob.arrayBuffer()).toString("base64")}`
    this.onloadend()
  }
}

const answer = (body: string, type = "image/png", init: ResponseInit = {}) =>
  new Response(body, { ...init, headers: { "content-type": type, ...init.headers } })

let count = 0
const makeUrl = () => `https://images.example/${count++}.png`

beforeEach(() => {
  fetched.mockReset()
  vi.stubGlobal("fetch", fetched)
  vi.stubGlobal("FileReader", Reader)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe("loadPicture", () => {
  it("fetches without redirects, cookies and referrer, and returns data", async () => {
    const url = makeUrl()
    fetched.mockResolvedValue(answer("x"))
    expect(peekPicture(url)).toBeUndefined()
    expect(await loadPicture(url)).toBe("data:image/png;base64,eA==")
    expect(fetched).toHaveBeenCalledWith(
      url,
      expect.objectContaining({ redirect: "error", credentials: "omit", referrerPolicy: "no-referrer" }),
    )
    expect(peekPicture(url)).toBe("data:image/png;base64,eA==")
  })

  it("fetches a picture once for all views that show it", async () => {
    const url = makeUrl()
    fetched.mockResolvedValue(answer("x"))
    await Promise.all([loadPicture(url), loadPicture(url)])
    await loadPicture(url)
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  it.each([
    ["a page", () => answer("<html>", "text/html")],
    ["an error", () => answer("x", "image/png", { status: 404 })],
    [
      "a picture of more than 5 MB",
      () => answer("x", "image/png", { headers: { "content-length": "5000001" } }),
    ],
    ["a redirect, or no permission by CORS", () => Promise.reject(new TypeError("Failed to fetch"))],
  ])("returns null for %s, and tries again when it is asked again", async (_, response) => {
    const url = makeUrl()
    fetched.mockImplementation(async () => response())
    expect(await loadPicture(url)).toBeNull()
    expect(peekPicture(url)).toBeNull()
    fetched.mockResolvedValue(answer("x"))
    expect(await loadPicture(url)).toMatch(/^data:/)
  })
})
