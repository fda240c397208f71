import { spot, type ZooPage } from "../ZooPage.ts"

const line = `<main><p id="line">The line</p></main>`
const style = `{ position: "fixed", inset: 100, background: "#eee" }`
/** Where React draws the button. */
const reactSpot = `h("div", { id: "header", style: { width: 300, height: 64 } }, h("wmodal-button", { id: "connect" }))`
const reactStart = `import { createElement as h } from "react"
import { createRoot } from "react-dom/client"
`
const draw = (element: string) => `createRoot(document.getElementById("root")).render(${element})`

/** Pages whose button is in an open dialog of a library, which keeps the focus and wants the presses outside. */
export const dialogPages: readonly ZooPage[] = [
  {
    name: "a page below an open dialog of Radix",
    content: `${line}<div id="root"></div>`,
    bundle: `${reactStart}import * as Dialog from "@radix-ui/react-dialog"
${draw(`h(Dialog.Root, { defaultOpen: true }, h(Dialog.Portal, null, h(Dialog.Content, { style: ${style}, "aria-describedby": undefined }, h(Dialog.Title, null, "Basket"), ${reactSpot})))`)}`,
  },
  {
    name: "a page below an open dialog of Headless UI",
    content: `${line}<div id="root"></div>`,
    bundle: `${reactStart}import { Dialog, DialogPanel } from "@headlessui/react"
${draw(`h(Dialog, { open: true, onClose: () => { document.body.dataset.closed = "yes" } }, h(DialogPanel, { style: ${style} }, ${reactSpot}))`)}`,
  },
  {
    name: "a page below an open dialog of MUI",
    content: `${line}<div id="root"></div>`,
    bundle: `${reactStart}import { Dialog } from "@mui/material"
${draw(`h(Dialog, { open: true, transitionDuration: 0, onClose: () => { document.body.dataset.closed = "yes" } }, ${reactSpot})`)}`,
  },
  {
    name: "a page below a modal that Bootstrap's script has opened",
    styles: ["bootstrap/dist/css/bootstrap.css"],
    scripts: ["bootstrap/dist/js/bootstrap.bundle.min.js"],
    content: `${line}<div class="modal" id="basket" tabindex="-1"><div class="modal-dialog"><div class="modal-content">${spot}<input aria-label="Voucher"></div></div></div>`,
    script: `new bootstrap.Modal("#basket").show()`,
  },
  {
    name: "a page below an alert of SweetAlert",
    scripts: ["sweetalert2/dist/sweetalert2.all.min.js"],
    content: line,
    script: `Swal.fire({ html: '${spot}', input: "text", inputLabel: "Name", showClass: { popup: "" } })`,
  },
  {
    name: "a page below an open modal of Ionic",
    styles: ["@ionic/core/css/core.css", "@ionic/core/css/structure.css"],
    content: `<ion-app>${line}<ion-modal is-open="true" animated="false" backdrop-dismiss="false">${spot}</ion-modal></ion-app>`,
    bundle: `import { initialize } from "@ionic/core/components"
import { defineCustomElement as defineApp } from "@ionic/core/components/ion-app.js"
import { defineCustomElement as defineModal } from "@ionic/core/components/ion-modal.js"
initialize({ mode: "md" })
defineApp()
defineModal()
document.querySelector("ion-modal").isOpen = true`,
  },
]
