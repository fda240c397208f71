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
  },
  {
    name: "a page of one screen whose body is zoomed",
    css: "body { zoom: 1.2 }",
    content: `${header}<main><p id="line">The line</p></main>`,
  },
  {
    name: "a page whose root is zoomed",
    css: "html { zoom: 1.1 }",
    content: `${header}<main><p id="line">The line</p></main>`,
  },
  {
    name: "a page whose root is transformed",
    css: "html { transform: scale(1); filter: none; perspective: 900px; will-change: transform }",
  },
  {
    name: "a page that contains all of its body",
    css: "body { contain: strict; height: 100vh; margin: 0; overflow: auto } html { overflow: hidden }",
  },
  {
    name: "a page that has fixed its body, as one that locks the scroll does",
    css: "body { position: fixed; top: -300px; left: 0; right: 0; margin: 0 } header { position: static !important }",
    content: `<div style="height: 300px"></div>${header}<main><p id="line">The line</p></main>`,
  },
  {
    name: "a page that keeps room for its scroll bar and takes no touch",
    css: "html { scrollbar-gutter: stable; overflow-y: scroll; touch-action: none; overscroll-behavior: none } body { touch-action: none }",
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
