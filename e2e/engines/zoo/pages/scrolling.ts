import { header, type ZooPage } from "../ZooPage.ts"

/** Pages that scroll, zoom or lay out in their own way. */
export const scrollPages: readonly ZooPage[] = [
  {
    name: "a page whose body scrolls",
    css: "html { height: 100%; overflow: hidden } body { height: 100%; margin: 0; overflow: auto }",
  },
  {
    name: "a page that scrolls smoothly",
    css: "html { scroll-behavior: smooth; scroll-padding-top: 80px } html { overflow-x: hidden }",
  },
  {
    name: "a page whose body hides its overflow",
    css: "body { overflow: hidden; height: 100vh; margin: 0 } main { height: calc(100vh - 64px); overflow: auto }",
  },
  {
    name: "a page whose body is transformed",
    css: "body { transform: translateZ(0); perspective: 500px; filter: saturate(1.2); will-change: transform }",
  },
  {
    name: "a page whose body is zoomed",
    css: "body { zoom: 1.2 }",
    // Scrolled, it tells other places of the header than it draws.
    exceptIn: "webkit",
  },
  {
    name: "a page of one screen whose body is zoomed",
    css: "body { zoom: 1.2 }",
    content: `${header}<main><p id="line">The line</p></main>`,
  },
  {
    name: "a page of containers",
    css: "html { container-type: inline-size } body { container: page / inline-size; contain: layout style } @container (min-width: 1px) { div { display: flex; flex-direction: column-reverse } }",
  },
  {
    name: "a page that draws late what is not seen",
    css: "main > p { content-visibility: auto; contain-intrinsic-size: auto 24px } body { content-visibility: visible }",
  },
]
