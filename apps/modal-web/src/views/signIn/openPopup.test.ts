import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"

const page = new EventTarget()
const open = vi.fn<() => unknown>()
const fetchPage = vi.fn<() => Promise<Response>>()
const windowBeside = () => ({
  closed: false,
  close: vi.fn<() => void>(),
  location: { href: "about:blank" },
  document: { documentElement: { style: { colorScheme: "" } }, body: { textContent: "" } },
})
const here = "https://shop.example/cart?item=1"
const provider = "https://secure.example/social/google?state=abc"
const resultUri = "https://secure.example/result?code=1"

/** Returns a message event as a browser creates it. */
const message = (source: unknown, origin: string, data: unknown) =>
  Object.assign(new Event("message"), { source, origin, data })

/** Opens a window from a page that has just loaded: what an earlier one has learned is forgotten. */
const openFresh = async () => {
  vi.resetModules()
  const beside = windowBeside()
  open.mockReturnValue(beside)
  const { openPopup } = await import("./openPopup.ts")
  return { beside, openPopup, popup: openPopup("Loading…") }
}

beforeEach(() => {
  vi.stubGlobal("window", Object.assign(page, { open }))
  vi.stubGlobal("location", { href: here })
  vi.stubGlobal(
    "fetch",
    fetchPage.mockImplementation(async () => new Response(null)),
  )
})
afterEach(() => {
  open.mockReset()
  fetchPage.mockReset()
  vi.unstubAllGlobals()
})

describe("openPopup", () => {
  it("returns null when the browser blocks it", async () => {
    const { openPopup } = await openFresh()
    open.mockReturnValue(null)
    expect(openPopup("Loading…")).toBeNull()
  })

  it("opens at once with a waiting text, and navigates later", async () => {
    const { beside, popup } = await openFresh()
    expect(open).toHaveBeenCalledWith("", "wmodalSignIn", "width=600,height=800,scrollbars=yes")
    expect(beside.document.body.textContent).toBe("Loading…")
    await popup?.go(provider)
    expect(beside.location.href).toBe(provider)
    expect(popup?.isClosed()).toBe(false)
    popup?.close()
    expect(beside.close).toHaveBeenCalledOnce()
  })

  it("runs no URL as a script of this page", async () => {
    const { beside, popup } = await openFresh()
    await expect(popup?.go("javascript:alert(1)")).rejects.toThrow("URL is not valid")
    expect(beside.location.href).toBe("about:blank")
  })

  it("receives messages of that window only, with their origin, until the listener is removed", async () => {
    const { beside, popup } = await openFresh()
    const heard: unknown[] = []
    const unlisten = popup?.listen((said) => heard.push(said))
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

describe("openPopup on a page that its Cross-Origin-Opener-Policy separates", () => {
  const getReturn = (href: string) =>
    new URL(decodeURIComponent(new URL(href).searchParams.get("state")?.split("--")[1] ?? ""))

  for (const [how, arrange] of [
    [
      "same-origin",
      () =>
        fetchPage.mockImplementation(
          async () => new Response(null, { headers: { "cross-origin-opener-policy": "same-origin" } }),
        ),
    ],
    [
      "same-origin-plus-COEP",
      () =>
        fetchPage.mockImplementation(
          async () =>
            new Response(null, {
              headers: { "cross-origin-opener-policy": 'same-origin-plus-COEP; report-to="x"' },
            }),
        ),
    ],
    ["isolation by a service worker", () => vi.stubGlobal("crossOriginIsolated", true)],
  ] as const)
    it(`receives the result from the window that returns to this page (${how})`, async () => {
      arrange()
      const { beside, popup } = await openFresh()
      const heard: unknown[] = []
      const unlisten = popup?.listen((said) => heard.push(said))
      await popup?.go(provider)
      const there = getReturn(beside.location.href)
      expect(there.origin + there.pathname).toBe("https://shop.example/cart")
      beside.closed = true
      expect(popup?.isClosed()).toBe(false)

      // The returning window has the same code.
      there.searchParams.set("result_uri", resultUri)
      const replaceState = vi.fn<(state: unknown, title: string, url: URL) => void>()
      const closeWindow = vi.fn<() => void>()
      vi.stubGlobal("location", { href: there.href })
      vi.stubGlobal("history", { state: null, replaceState })
      vi.stubGlobal("close", closeWindow)
      const { consumeReturn } = await import("./providerRedirect.ts")
      expect(consumeReturn(["google"], "https://secure.example")).toBeNull()
      expect(replaceState.mock.calls[0]?.[2].href).toBe(here)
      await vi.waitFor(() => expect(closeWindow).toHaveBeenCalledOnce())
      expect(heard).toEqual([{ data: { resultUri }, origin: "https://secure.example" }])
      unlisten?.()
    })

  it("ends with a possible separation when nothing comes within 10 minutes", async () => {
    vi.useFakeTimers()
    vi.stubGlobal("crossOriginIsolated", true)
    const { popup } = await openFresh()
    await popup?.go(provider)
    await vi.advanceTimersByTimeAsync(599_999)
    expect(popup?.isClosed()).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect([popup?.isClosed(), popup?.isSeparated?.()]).toEqual([true, true])
    vi.useRealTimers()
  })

  it("returns to the page's address without its fragment", async () => {
    vi.stubGlobal("crossOriginIsolated", true)
    vi.stubGlobal("location", { href: `${here}#access_token=secret` })
    const { beside, popup } = await openFresh()
    await popup?.go(provider)
    expect(decodeURIComponent(decodeURIComponent(beside.location.href))).not.toContain("secret")
    expect(getReturn(beside.location.href).pathname).toBe("/cart")
  })

  it("requests the page's headers without its query and fragment", async () => {
    vi.stubGlobal("location", { href: "https://shop.example/cart?token=once#secret" })
    const { popup } = await openFresh()
    await popup?.go(provider)
    expect(fetchPage).toHaveBeenCalledExactlyOnceWith(
      "https://shop.example/cart",
      expect.objectContaining({ method: "HEAD", redirect: "error" }),
    )
  })

  for (const value of ["same-origin-allow-popups", "unsafe-none", "noopener-allow-popups"])
    it(`keeps the window's messages under ${value}`, async () => {
      fetchPage.mockImplementation(
        async () => new Response(null, { headers: { "cross-origin-opener-policy": value } }),
      )
      const { beside, popup } = await openFresh()
      await popup?.go(provider)
      expect(beside.location.href).toBe(provider)
      beside.closed = true
      expect([popup?.isClosed(), popup?.isSeparated?.()]).toEqual([true, false])
    })

  for (const [why, arrange] of [
    ["the request fails", () => fetchPage.mockRejectedValue(new TypeError("blocked"))],
    ["the server has no HEAD", () => fetchPage.mockResolvedValue(new Response(null, { status: 405 }))],
  ] as const)
    it(`reports a possible separation when ${why}, and returns to this page from the next window`, async () => {
      arrange()
      const { beside, openPopup, popup } = await openFresh()
      await popup?.go(provider)
      expect(beside.location.href).toBe(provider)
      beside.location.href = "about:blank"
      beside.closed = true
      expect([popup?.isClosed(), popup?.isSeparated?.()]).toEqual([true, true])
      const next = windowBeside()
      open.mockReturnValue(next)
      await openPopup("Loading…")?.go(provider)
      expect(getReturn(next.location.href).searchParams.get("wmodal_return")).not.toBeNull()
    })

  it("takes a window for closed that was seen at the provider's page", async () => {
    fetchPage.mockRejectedValue(new TypeError("blocked"))
    const { beside, popup } = await openFresh()
    await popup?.go(provider)
    expect(popup?.isClosed()).toBe(false)
    beside.closed = true
    expect([popup?.isClosed(), popup?.isSeparated?.()]).toEqual([true, false])
  })
})
