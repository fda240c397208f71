import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"

/** The attributes that name other elements by their ids. */
const reference = / (?:aria-(?:activedescendant|controls|describedby|details|labelledby|owns)|for)="([^"]*)"/g

/** Returns the attributes of a markup that name an element which is not in it. */
const findAbsent = (markup: string): readonly string[] => {
  const ids = Array.from(markup.matchAll(/ id="([^"]*)"/g), ([, id]) => id)
  return Array.from(markup.matchAll(reference)).flatMap(([attribute, named]) =>
    (named ?? "").split(" ").every((id) => ids.includes(id)) ? [] : [attribute.trim()],
  )
}

describe("the view of every scene", () => {
  beforeAll(() => {
    // The chunks of the views add to the modal's style sheets. Other tests need chunks that have not loaded.
    vi.stubGlobal(
      "CSSStyleSheet",
      class {
        replaceSync() {}
      },
    )
    vi.resetModules()
  })
  afterAll(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })

  it("names by their ids only elements that are there", { timeout: 120_000 }, async () => {
    const { renderWholeView } = await import("./renderScene.tsx")
    const { sceneNames } = await import("./scenes.ts")
    const absent: (readonly [string, readonly string[]])[] = []
    let named = 0
    for (const name of sceneNames) {
      const markup = await renderWholeView(name)
      expect(markup).not.toBe("")
      named += Array.from(markup.matchAll(reference)).length
      absent.push([name, findAbsent(markup)])
    }
    expect(absent.filter(([, attributes]) => attributes.length > 0)).toEqual([])
    // The check sees such attributes at all.
    expect(named).toBeGreaterThan(100)
  })
})
