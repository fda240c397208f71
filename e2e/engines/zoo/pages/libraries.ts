import { header, text, type ZooPage } from "../ZooPage.ts"

/** Pages with games and libraries that take input, or the whole page, for themselves. */
export const libraryPages: readonly ZooPage[] = [
  {
    name: "a game that takes its keys",
    script: `for (const type of ["keydown", "keyup", "keypress"]) addEventListener(type, (event) => { if ("wasd ".includes(event.key) || event.key.startsWith("Arrow")) event.preventDefault() })`,
  },
  {
    name: "a game that takes the wheel and the presses",
    script: `for (const type of ["wheel", "touchmove", "pointerdown", "mousedown", "contextmenu", "selectstart"]) document.addEventListener(type, (event) => event.preventDefault(), { passive: false })`,
    content: `${header}${text}`,
  },
  {
    name: "a game that has locked the pointer's menu and all keys of its canvas",
    content: `${header}<canvas id="line" tabindex="0" width="600" height="300"></canvas>${text.replace(`id="line"`, "")}`,
    script: `const canvas = document.querySelector("canvas")
canvas.focus()
for (const type of ["keydown", "keyup", "keypress"]) for (const to of [canvas, document]) to.addEventListener(type, (event) => event.preventDefault(), true)
for (const type of ["blur", "focusout"]) canvas.addEventListener(type, () => setTimeout(() => canvas.focus({ preventScroll: true })))`,
  },
  {
    name: "a page with shortcuts of hotkeys-js",
    bundle: `import hotkeys from "hotkeys-js"
hotkeys.filter = () => true
hotkeys("t,r,u,s,w,a,d,e,esc", (event) => { event.preventDefault(); document.body.dataset.struck = event.key })`,
  },
  {
    name: "a page of Turbo that renders its body anew while the modal is open",
    scripts: ["@hotwired/turbo/dist/turbo.es2017-umd.js"],
    mayMove: "Turbo scrolls to the top of a new page",
    whileOpen: () => {
      const { Turbo } = globalThis as unknown as { Turbo: { visit: (to: string) => void } }
      Turbo.visit(location.href)
    },
  },
  {
    name: "a page of htmx that swaps its body while the modal is open",
    scripts: ["htmx.org/dist/htmx.min.js"],
    mayMove: "the new body begins at its top",
    ownMarks: /data-htmx-powered="true"/g,
    whileOpen: () => {
      const { htmx } = globalThis as unknown as {
        htmx: { ajax: (method: string, url: string, how: object) => unknown }
      }
      void htmx.ajax("GET", location.href, { target: "body", swap: "innerHTML", select: "header, main" })
    },
  },
  {
    name: "a page whose root is as high as the window and whose body hides what is wider",
    css: "html, body { height: 100%; margin: 0 } body { overflow-x: hidden }",
  },
  {
    name: "a page that scrolls by Lenis",
    styles: ["lenis/dist/lenis.css"],
    scripts: ["lenis/dist/lenis.min.js"],
    ownMarks: / ?lenis-scrolling/g,
    script: "globalThis.lenis = new Lenis({ autoRaf: true })",
  },
  {
    name: "a page that scrolls by Locomotive",
    styles: ["locomotive-scroll/bundled/locomotive-scroll.css"],
    scripts: ["locomotive-scroll/bundled/locomotive-scroll.min.js"],
    content: `${header}<div data-scroll-container>${text}</div>`,
    ownMarks: / ?lenis-scrolling/g,
    script: "globalThis.scroll = new (LocomotiveScroll.default ?? LocomotiveScroll)()",
  },
]
