import { createElement } from "react"
import { createRoot } from "react-dom/client"

/** Renders the minimal React equivalent: a dialog with one row. */
export const render = (into: HTMLElement) =>
  createRoot(into).render(
    createElement("ul", null, createElement("li", null, createElement("button", null, "wmodal Dev Wallet"))),
  )
