import { header, spot, text, type ZooPage } from "../ZooPage.ts"

const frame = (attributes: string, isCrossOrigin: boolean) => ({ attributes, isCrossOrigin })

/** Pages in frames, and buttons in places that are not the document's own. */
export const placePages: readonly ZooPage[] = [
  { name: "a frame of the same origin", frame: frame("", false) },
  { name: "a frame of another origin", frame: frame("", true) },
  {
    name: "a sandboxed frame with its own origin",
    frame: frame(`sandbox="allow-scripts allow-same-origin"`, true),
  },
  {
    name: "a sandboxed frame without an origin",
    frame: frame(`sandbox="allow-scripts"`, true),
    logs: /^\[wmodal\] Storage is blocked or full: nothing is saved\.$/,
  },
  {
    name: "a page whose button is in a shadow root",
    content: `<div id="app"></div>${text}`,
    script: `document.getElementById("app").attachShadow({ mode: "open" }).innerHTML = '<style>:host { all: initial; display: block; position: sticky; top: 0 } * { font-size: 40px }</style>${spot}'`,
  },
  {
    name: "a page whose button is in an open dialog",
    content: `<main><p id="line">The line</p></main><dialog id="below" aria-label="Basket">${spot}</dialog>`,
    script: "document.getElementById('below').showModal()",
  },
  {
    name: "a page that opens a dialog of its own above, and closes it",
    whileOpen: () => {
      const above = document.createElement("dialog")
      above.textContent = "Are you still there?"
      document.body.append(above)
      above.showModal()
      above.close()
      above.remove()
    },
  },
  {
    name: "a page whose main is inert",
    content: `${header}<div inert aria-hidden="true">${text}</div>`,
  },
  {
    name: "a page that makes all its children inert while a panel is open",
    prepare: () => {
      for (const element of document.body.children)
        if (element.id !== "header") element.toggleAttribute("inert", true)
    },
  },
]
