import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { applyTheme } from "./applyTheme.ts"

/** An element as far as `applyTheme` writes to it. */
const makeElement = () => {
  const declared = new Map<string, string>()
  const attributes = new Set<string>()
  const style = {
    [Symbol.iterator]: () => declared.keys(),
    setProperty: (name: string, value: string) => {
      if (value !== "") declared.set(name, value)
    },
    removeProperty: (name: string) => declared.delete(name),
  }
  const dataset: Record<string, string> = {}
  const toggleAttribute = (name: string, is: boolean) => (is ? attributes.add(name) : attributes.delete(name))
  const element = { style, dataset, toggleAttribute } as unknown as HTMLElement
  return { element, declared, dataset, attributes }
}

describe("applyTheme", () => {
  beforeEach(() => {
    vi.stubGlobal("CSS", { supports: () => true })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it("sets the mode, and one property for each variable in its unit", () => {
    const { element, declared, dataset, attributes } = makeElement()
    applyTheme(element, {
      mode: "dark",
      variables: {
        accent: "#f00",
        background: "#111",
        colorMix: "#00f",
        colorMixStrength: 20,
        fontFamily: "Georgia",
        fontSizeMaster: "11px",
        borderRadiusMaster: "2px",
        zIndex: 5,
      },
    })
    expect(dataset).toEqual({ theme: "dark" })
    expect([...attributes]).toEqual(["data-background"])
    expect(Object.fromEntries(declared)).toEqual({
      "--wm-accent": "#f00",
      "--wm-on-accent": expect.stringMatching(/./),
      "--wm-background": "#111",
      "--wm-color-mix": "#00f",
      "--wm-color-mix-strength": "20%",
      "--wm-font-family": "Georgia",
      "--wm-font-size-master": "11px",
      "--wm-border-radius-master": "2px",
      "--wm-z-index": "5",
    })
  })

  it("removes the variables of an earlier theme", () => {
    const { element, declared, attributes } = makeElement()
    applyTheme(element, { mode: "light", variables: { background: "#fff", zIndex: 5 } })
    applyTheme(element, { mode: "auto", variables: {} })
    expect([...declared.keys()].filter((name) => name !== "--wm-on-accent")).toEqual([])
    expect([...attributes]).toEqual([])
  })
})
