/** How pages scroll, as CSS for a page with a header that sticks, a long text and a fixed line. */
export const pageShapes: Readonly<Record<string, string>> = {
  "the window": "",
  "the window, with html and body of its height": "html, body { height: 100%; } body { overflow-x: hidden; }",
  "the window, where body hides its width": "body { overflow-x: hidden; }",
  "the window, where html and body hide their width": "html, body { overflow-x: hidden; }",
  "the window, where body scrolls by itself": "html, body { height: 100%; } body { overflow: auto; }",
  "the window, smoothly":
    "html { scroll-behavior: smooth; } html, body { height: 100%; } body { overflow-x: hidden; }",
  "the window, with a gutter": "html { scrollbar-gutter: stable; }",
  "the window, from right to left": "html { direction: rtl; }",
  "the window, zoomed": "html { zoom: 1.25; }",
  "the window, as a column in the middle": "body { max-width: 700px; margin: 0 auto; }",
  "the body": "html { height: 100%; overflow: hidden; } body { height: 100%; overflow: auto; }",
  "an element": "html, body { height: 100%; overflow: hidden; } main { height: 100%; overflow: auto; }",
}

/** Returns a script for a page's head: it gives the page one of the shapes, and `positions()`, what would move. */
export const makePageShape = (css: string) => `
const style = document.createElement("style")
style.textContent = ${JSON.stringify(`body { margin: 0; } #header { position: sticky; top: 0; } #fixed { position: fixed; right: 0; bottom: 0; } ${css}`)}
document.head.append(style)
addEventListener("DOMContentLoaded", () => {
  const main = document.querySelector("main")
  const add = (id) => main.appendChild(Object.assign(document.createElement("p"), { id, textContent: id }))
  main.prepend(add("header"))
  for (let line = 0; line < 80; line += 1) add("line-" + line)
  add("fixed")
})
globalThis.positions = () => ({
  places: ["header", "line-40", "fixed"].map((id) => {
    const { x, y, width } = document.getElementById(id).getBoundingClientRect()
    return [x, y, width].map(Math.round)
  }),
  styles: [document.documentElement, document.body].map((element) => element.getAttribute("style")),
})
globalThis.scrollPage = () => {
  for (const element of [document.scrollingElement, document.body, document.querySelector("main")])
    element.scrollTo({ top: 400, behavior: "instant" })
}
`

declare global {
  /** Where elements of the page are, and the styles of its roots. */
  function positions(): {
    readonly places: readonly (readonly number[])[]
    readonly styles: readonly (string | null)[]
  }
  /** Scrolls whatever the page scrolls. */
  function scrollPage(): void
}
