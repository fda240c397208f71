import type { ZooPage } from "../ZooPage.ts"

/** Pages that reach what they do not know: by inheritance, the pointer and new bodies. */
export const reachingPages: readonly ZooPage[] = [
  {
    name: "a shop that hides empty elements",
    css: "div:empty, section:empty, p:empty { display: none } body > div { display: none }",
  },
  {
    name: "a page whose texts are bent by inheritance",
    css: "html { -webkit-text-fill-color: #eee; text-transform: uppercase; word-break: break-all; text-shadow: 0 0 4px red; letter-spacing: 4px; line-height: 3; font: italic 30px/3 serif; text-indent: 40px; white-space: pre; visibility: visible; cursor: none; -webkit-user-modify: read-write }",
  },
  {
    name: "a page whose body takes no pointer",
    css: "body { pointer-events: none } header, main { pointer-events: auto }",
  },
  {
    name: "a page with view transitions that replaces its body, as Astro's router does",
    mayMove: "the new body begins at its top",
    whileOpen: async () => {
      const swap = () => {
        const next = document.body.cloneNode(true) as HTMLElement
        for (const one of next.querySelectorAll("wmodal-modal, [data-wmodal]")) one.remove()
        document.body.replaceWith(next)
      }
      // It takes the presses until it is over.
      if ("startViewTransition" in document) await document.startViewTransition(swap).finished
      else swap()
    },
  },
]
