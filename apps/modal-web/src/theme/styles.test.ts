import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"

/** Returns the value of a declaration outside media queries; `undefined` when the rule or the declaration is missing. */
const readValue = (file: string, selector: string, property: string): string | undefined => {
  const css = readFileSync(new URL(file, import.meta.url), "utf8")
  const at = css.indexOf(`\n${selector} {`)
  const rule = at === -1 ? "" : css.slice(at, css.indexOf("\n}", at))
  return new RegExp(`\\n  ${property}: ([^;]+);`).exec(rule)?.[1]
}

describe("the styles of the modal", () => {
  it.each([
    ["a card of 360 px", "../shell/shell.css", ".card", "inline-size", "360px"],
    ["a header text that fades in 120 ms", "../shell/shell.css", "h1", "animation", "appear 0.12s both"],
    [
      "a height that changes in 150 ms",
      "../shell/shell.css",
      ".viewport",
      "transition",
      "block-size 0.15s ease-out",
    ],
    [
      "a next view that slides in 150 ms",
      "../views/views.css",
      '.view[data-direction="next"]',
      "animation",
      "slide-next 0.15s ease-out both",
    ],
    [
      "a previous view that slides in 150 ms",
      "../views/views.css",
      '.view[data-direction="prev"]',
      "animation",
      "slide-prev 0.15s ease-out both",
    ],
    ["a font of 10 px", "tokens.css", ":host", "--wm-font-size-master", "10px"],
    ["a radius of 4 px", "tokens.css", ":host", "--wm-border-radius-master", "4px"],
    ["the layer 999", "modalTokens.css", ":host", "--wm-z-index", "999"],
  ])("defines %s", (_, file, selector, property, value) => {
    expect(readValue(`./${file}`, selector, property)).toBe(value)
  })

  it("keeps the opening card opaque, so that it can be read and pressed in its first frame", () => {
    const css = readFileSync(new URL("../shell/shell.css", import.meta.url), "utf8")
    expect(readValue("../shell/shell.css", "dialog .card", "animation")).toBe("arrive 0.1s ease-out both")
    const [, keyframes] = /@keyframes arrive \{([^]*?)\n\}/.exec(css) ?? []
    expect(keyframes).toMatch(/transform/)
    expect(keyframes).not.toMatch(/opacity/)
  })
})
