import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { consumeReturn, redirectTo, returnUrl } from "./providerRedirect.ts"

const here = "https://shop.example/cart?item=1"
const origin = "https://secure.example"
const kept = new Map<string, string>()
const open = vi.fn<(url: string, target: string) => void>()
const replaceState = vi.fn<(state: unknown, title: string, url: URL) => void>()

const replace = vi.fn<(url: string) => void>()
const at = (href: string) => vi.stubGlobal("location", { href, replace })

beforeEach(() => {
  kept.clear()
  at(here)
  vi.stubGlobal("window", { open })
  vi.stubGlobal("history", { state: null, replaceState })
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => {
  open.mockReset()
  replaceState.mockReset()
  replace.mockReset()
  vi.unstubAllGlobals()
})

const getState = (url: string) => new URL(url).searchParams.get("state")

describe("returnUrl", () => {
  it("appends the page's address to the state", () => {
    expect(getState(returnUrl(`${origin}/social/google?state=abc`, here))).toBe(
      `abc--${encodeURIComponent(here)}`,
    )
  })

  it("leaves out the fragment of the page's address, which may be a secret", () => {
    for (const fragment of ["#access_token=x", "#/cart", "#"]) {
      const url = returnUrl(`${origin}/social/google?state=abc`, `${here}${fragment}`)
      expect(getState(url)).toBe(`abc--${encodeURIComponent(here)}`)
    }
  })

  it("finds the state in the address of a nested redirect", () => {
    const inner = "https://accounts.example/o/oauth2?state=abc"
    const url = `https://auth.magic.link/start?provider_authorization_url=${encodeURIComponent(inner)}`
    const next = new URL(returnUrl(url, here)).searchParams.get("provider_authorization_url") ?? ""
    expect(getState(next)).toBe(`abc--${encodeURIComponent(here)}`)
  })
})

describe("consumeReturn", () => {
  const result = `${origin}/social/result?token=x`
  const back = `${here}&result_uri=${encodeURIComponent(result)}`

  it("returns the result of the provider's page once", () => {
    redirectTo("google").go(`${origin}/social/google?state=abc`)
    expect(open).toHaveBeenCalledWith(expect.stringContaining("state=abc--"), "_top")
    at(back)
    const returned = consumeReturn(["google", "x"], origin)
    expect(returned?.provider).toBe("google")
    expect(replaceState.mock.calls[0]?.[2].href).toBe(here)
    const heard: unknown[] = []
    returned?.popup.listen((message) => heard.push(message))
    expect(heard).toEqual([{ data: { resultUri: result }, origin }])
    expect(consumeReturn(["google"], origin)).toBeNull()
  })

  it("restores a fragment that is a route from the storage of the tab", () => {
    at(`${here}#/swap?to=1`)
    redirectTo("google").go(`${origin}/social/google?state=abc`)
    at(back)
    expect(consumeReturn(["google"], origin)?.provider).toBe("google")
    expect(replaceState.mock.calls[0]?.[2].href).toBe(here)
    expect(replace).toHaveBeenCalledExactlyOnceWith("#/swap?to=1")
    expect(kept.size).toBe(0)
  })

  it("stores no other fragment", () => {
    at(`${here}#access_token=secret`)
    redirectTo("google").go(`${origin}/social/google?state=abc`)
    expect([...kept.values()].join()).not.toContain("secret")
    at(back)
    consumeReturn(["google"], origin)
    expect(replace).not.toHaveBeenCalled()
  })

  it("keeps the rest of the query and the fragment as they are written", () => {
    const written = "https://shop.example/cart?a=b%20c+d&flag&e=%2F"
    at(`${written}&result_uri=${encodeURIComponent(result)}#top`)
    consumeReturn(["google"], origin)
    expect(replaceState.mock.calls[0]?.[2].href).toBe(`${written}#top`)
  })

  it("returns null when no redirect began in this tab, and for an unavailable provider", () => {
    at(back)
    expect(consumeReturn(["google"], origin)).toBeNull()
    kept.set("@wmodal/social", "x")
    expect(consumeReturn(["google"], origin)).toBeNull()
    kept.set("@wmodal/social", "farcaster")
    expect(consumeReturn(["farcaster"], origin)).toBeNull()
    // A reader of the address could sign in with it.
    expect(replaceState.mock.calls.map(([, , { href }]) => href)).toEqual([here, here, here])
  })

  it("ignores results that are not the secure site's", () => {
    kept.set("@wmodal/social", "google")
    for (const other of ["https://shop.example/1", "orders", "https://secure.example.thief/x"]) {
      at(`${here}&result_uri=${encodeURIComponent(other)}`)
      expect(consumeReturn(["google"], origin)).toBeNull()
    }
    expect(replaceState).not.toHaveBeenCalled()
    at(back)
    expect(consumeReturn(["google"], origin)?.provider).toBe("google")
  })

  it("continues without a result when the browser has no storage", () => {
    vi.stubGlobal("sessionStorage", undefined)
    redirectTo("google").go(`${origin}/social/google?state=abc`)
    expect(open).toHaveBeenCalledOnce()
    at(back)
    expect(consumeReturn(["google"], origin)).toBeNull()
    expect(replaceState).toHaveBeenCalledOnce()
  })

  it("returns null without a result", () => {
    kept.set("@wmodal/social", "google")
    expect(consumeReturn(["google"], origin)).toBeNull()
  })
})
