import { createElement } from "react"
import { createRoot } from "react-dom/client"
import { VList } from "virtua"

/** The minimal virtua list of as many rows. */
const rows = Array.from({ length: 10_000 }, (_, index) =>
  createElement("div", { key: index, className: "row" }, `Row ${index}`),
)
const into = document.querySelector(".viewport")
if (into !== null) createRoot(into).render(createElement(VList, null, rows))
