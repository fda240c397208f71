import { describe, expect, it } from "vitest"
import { parseFloor, supportedFloor } from "../e2e/consumers/floor/compat.ts"
import { findNewerInScript, listTexts } from "../e2e/consumers/floor/scripts.ts"
import { findNewerInStyles, isStyleSheet } from "../e2e/consumers/floor/styles.ts"

const names = (parts) => parts.map(({ name }) => name)

describe("findNewerInScript", () => {
  it.each([
    ["using file = open()", "syntax"],
    // With a fault in Safari until 26.
    ["await load()", "await outside a function"],
    ["URL.parse(text)", "URL.parse"],
    ["URL['canParse'](text)", "URL.canParse"],
    ["globalThis.Promise.withResolvers()", "Promise.withResolvers"],
    ["Map.groupBy(list, key)", "Map.groupBy"],
    ["Object.groupBy(list, key)", "Object.groupBy"],
    ["Array.fromAsync(list)", "Array.fromAsync"],
    ["Promise.try(run)", "Promise.try"],
    ["RegExp.escape(text)", "RegExp.escape"],
    ["AbortSignal.any([one])", "AbortSignal.any"],
    ["new Set(a).isSubsetOf(b)", ".isSubsetOf()"],
    ["a.symmetricDifference(b)", ".symmetricDifference()"],
    ["map.values().map(name)", "Iterator.map"],
    ["text.matchAll(pattern).toArray()", "Iterator.toArray"],
    ["Iterator.from(list)", "Iterator.from"],
    ["new Intl.DurationFormat()", "Intl.DurationFormat"],
    ["new AsyncDisposableStack()", "AsyncDisposableStack"],
    ["Temporal.Now.instant()", "Temporal.Now"],
    ["element.showPopover()", ".showPopover()"],
    ["element.moveBefore(a, b)", ".moveBefore()"],
    ["element.checkVisibility()", ".checkVisibility()"],
    ["/[\\p{L}--a]/v.test(text)", "regular expression flag v"],
    ["new RegExp('a', 'v')", "regular expression flag v"],
    ["/(?i:a)b/.test(text)", "regular expression modifier"],
  ])("returns what is newer than the supported browsers in %s", async (code, name) => {
    expect(names(await findNewerInScript(code, supportedFloor))).toContain(name)
  })

  it.each([
    "structuredClone(list.toSorted()).at(-1)",
    "/(?<=a)b/d.exec(text)",
    "class A { static { this.a = 1 } #b = 1; static has = (a) => #b in a }",
    "Object.entries(a).map(b); list.map(c); Object.hasOwn(a, b)",
    "const Iterator = make(); Iterator.from(1); const Scheduler = 1; new Scheduler()",
    "const { URL } = own; URL.parse(text)",
    "typeof Temporal",
    "const load = async () => { await import('./a.js') }",
  ])("returns nothing for %s", async (code) => {
    expect(names(await findNewerInScript(code, supportedFloor))).toEqual([])
  })

  it.each([
    ["class A { static { this.a = 1 } }", "static block"],
    ["/(?<=a)b/.test(text)", "regular expression lookbehind"],
    ["Object.hasOwn(a, b)", "Object.hasOwn"],
    ["structuredClone(a)", "structuredClone"],
    ["list.at(-1)", ".at()"],
  ])("returns what ends a page below the floor in %s", async (code, name) => {
    expect(names(await findNewerInScript(code, parseFloor))).toContain(name)
    expect(names(await findNewerInScript(code, supportedFloor))).toEqual([])
  })
})

describe("findNewerInStyles", () => {
  it.each([
    ["a { color: light-dark(red, blue) }", "light-dark()"],
    ["a { --b: light-dark(red, blue) }", "light-dark()"],
    ["a { color: oklch(from red l c h) }", "oklch(from)"],
    ["a { field-sizing: content }", "field-sizing"],
    ["a { interpolate-size: allow-keywords }", "interpolate-size"],
    ["a { transition-behavior: allow-discrete }", "transition-behavior"],
    ["a { transition-timing-function: linear(0, 1) }", "linear()"],
    ["a { width: calc-size(auto, size) }", "calc-size()"],
    ["a { text-wrap: balance }", "text-wrap: balance"],
    ["a { b & { color: red } }", "nested rule"],
    ["a { color: red; b { color: red } }", "nested rule"],
    ["@starting-style { a { color: red } }", "@starting-style"],
    ["@property --a { syntax: '*'; inherits: false }", "@property"],
    ["@scope (a) { b { color: red } }", "@scope"],
    ["a:popover-open { color: red }", ":popover-open"],
    ["a:dir(rtl) { color: red }", ":dir"],
    ["a { anchor-name: --b }", "anchor-name"],
  ])("returns what is newer than the supported browsers in %s", (css, name) => {
    expect(names(findNewerInStyles(css, supportedFloor))).toContain(name)
  })

  it.each([
    "a:has(b) { color: color-mix(in oklab, red, blue 10%); inset: 0; height: 100dvh; width: 10cqw }",
    "@media (width >= 10px) and (prefers-color-scheme: dark) { a { rotate: 1turn } }",
    "@keyframes a { from { color: red } to { color: oklch(50% .1 20) } }",
    "@container (width > 10px) { a { color: red } }",
    "@supports (field-sizing: content) { a { field-sizing: content } }",
    "@layer a { a:focus-visible { animation: b 1s linear } }",
  ])("returns nothing for %s", (css) => {
    expect(names(findNewerInStyles(css, supportedFloor))).toEqual([])
  })
})

describe("isStyleSheet", () => {
  it("returns true for the style sheets among the texts of a script", () => {
    const code =
      'make(":host{--a:light-dark(#fff,#000);inset:0}", "{not: css", "if(a){b:c}", "plain", `a{color:red}`)'
    expect(listTexts(code).filter(isStyleSheet)).toEqual([
      ":host{--a:light-dark(#fff,#000);inset:0}",
      "a{color:red}",
    ])
  })
})
