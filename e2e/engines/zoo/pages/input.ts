import { header, spot, text, type ZooPage } from "../ZooPage.ts"

/** Pages that want the keys, the wheel, the presses or the focus for themselves. */
export const inputPages: readonly ZooPage[] = [
  {
    name: "a page whose own trap holds the focus",
    content: `<main><p id="line">The line</p></main><div id="panel" role="dialog" aria-label="Basket" style="position:fixed;inset:100px;background:#eee">${spot}<button>Pay</button></div>`,
    bundle: `import { createFocusTrap } from "focus-trap"
createFocusTrap("#panel", { escapeDeactivates: false, clickOutsideDeactivates: false, allowOutsideClick: true }).activate()`,
  },
  {
    name: "a page that gives the focus back to its own field",
    content: `${header}<input id="own" aria-label="Own">${text}`,
    script: `document.addEventListener("focusin", (event) => { if (event.target instanceof HTMLInputElement && event.target.id !== "own") document.getElementById("own").focus() })`,
  },
]
