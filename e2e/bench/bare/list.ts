import { createElement } from "react"
import { createRoot } from "react-dom/client"

/** The least that React can do for the same picture: a dialog with one row in it. */
export const render = (into: HTMLElement) =>
  createRoot(into).render(
    createElement("ul", null, createElement("li", null, createElement("button", null, "wmodal Dev Wallet"))),
  )
