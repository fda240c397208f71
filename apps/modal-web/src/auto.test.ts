import { afterEach, describe, expect, it, vi } from "vitest"

const url = new URL("auto.ts", import.meta.url).href

const toTag = (src: string, projectId: string, themeMode = "auto") => ({
  src,
  getAttribute: () =>
    JSON.stringify({ projectId, themeMode, chains: ["evm"], networks: ["eip155:1"], preload: "intent" }),
})

/** Loads a copy of its own, as a page does for each URL. */
const loadTag = async (tags: readonly object[]) => {
  vi.stubGlobal("document", {
    URL: "http://localhost/",
    readyState: "complete",
    adoptedStyleSheets: [],
    querySelectorAll: () => tags,
    querySelector: () => tags[0] ?? null,
  })
  vi.stubGlobal("navigator", { userAgent: "A browser of 2024" })
  vi.stubGlobal("CSS", { supports: () => true })
  const said = vi.spyOn(console, "error").mockReturnValue(undefined)
  vi.resetModules()
  await import("./auto.ts")
  return said
}

afterEach(() => {
  globalThis.wmodal?.destroy?.()
  Reflect.deleteProperty(globalThis, "wmodal")
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe("the script tag", () => {
  it("keeps the first tag's modal and says so once when another copy loads", async () => {
    const said = await loadTag([toTag(url, "first")])
    expect(said).not.toHaveBeenCalled()
    const first = globalThis.wmodal
    expect(first?.getState().engine).toBe("idle")
    await loadTag([toTag(url, "first"), toTag(url, "second")])
    expect(globalThis.wmodal).toBe(first)
    expect(said.mock.calls).toEqual([
      ["[wmodal]", expect.stringMatching(/two script tags.*globalThis\.wmodal.*Remove one/)],
    ])
  })

  it("makes a modal when the first one is destroyed", async () => {
    const said = await loadTag([toTag(url, "first")])
    const first = globalThis.wmodal
    first?.destroy()
    await loadTag([toTag(url, "second")])
    expect(globalThis.wmodal).not.toBe(first)
    expect(said).not.toHaveBeenCalled()
  })

  it("makes a modal when an element of the page has the name", async () => {
    Object.assign(globalThis, { wmodal: { id: "wmodal" } })
    await loadTag([toTag(url, "first")])
    expect(globalThis.wmodal?.getState().engine).toBe("idle")
  })

  it.each([
    ["its own tag", [toTag("https://other.example/auto.js", "other", "light"), toTag(url, "own", "dark")]],
    ["the first tag when a module imports it", [toTag("https://site.example/main.js", "own", "dark")]],
  ])("reads the options of %s", async (_title, tags) => {
    await loadTag(tags)
    expect(globalThis.wmodal?.getState().theme.mode).toBe("dark")
  })
})
