import { tooOldMessages } from "../messages/tooOldMessages.ts"
import type { EngineHandle, StartRequest } from "./WModal.ts"

const text = tooOldMessages["browser.tooOld"]
const error = { tag: "BrowserTooOld", text }

/** A button of any kind. A shadow root of its own leaves the children to React. */
const makeNotice = () =>
  class extends HTMLElement {
    constructor() {
      super()
      this.attachShadow({ mode: "open" }).textContent = text
    }
    connectedCallback() {
      this.setAttribute("data-unsupported", "")
    }
  }

/** The engine of a browser below the floor: the page's buttons say so, and every action fails by name. */
export const start = (publish: StartRequest["publish"], warn: StartRequest["warn"]): EngineHandle => {
  if (typeof customElements !== "undefined")
    for (const kind of ["", "network-", "account-", "wallet-"]) {
      const name = `wmodal-${kind}button`
      if (!customElements.get(name)) customElements.define(name, makeNotice())
    }
  warn(`${text} ${navigator.userAgent}`)
  return {
    open: () => publish({ error }),
    close: () => {},
    getProvider: () => null,
    getNetworks: () => [],
    call: async () => {
      publish({ error })
      return { ok: false, error }
    },
    watch: () => () => {},
    getNetworkLog: () => [],
    setTheme: () => {},
    destroy: () => {},
  }
}
