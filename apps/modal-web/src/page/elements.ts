import type { Namespace } from "@wmodal/protocol"
import { applyTheme } from "../theme/applyTheme.ts"
import {
  findButtonChain,
  type GetAppearance,
  getButtonAppearance,
  getConnectAppearance,
  getNetworkAppearance,
  type PendingClick,
} from "./buttonAppearance.ts"
import css from "./element.css?inline"
import { getPageModal, watchInstances } from "./instances.ts"
import { makeTokenSheet } from "./tokenSheet.ts"
import type { WModal, WModalState } from "./WModal.ts"

/** One of the page's buttons. */
export interface WModalButtonElement extends HTMLElement {
  /** The modal that the button belongs to; by default the page's first. */
  modal: WModal | null
}

/** The class of a button. A subclass has more attributes. */
interface ButtonClass {
  readonly observedAttributes: readonly string[]
  new (): WModalButtonElement & {
    connectedCallback(): void
    disconnectedCallback(): void
    attributeChangedCallback(): void
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "wmodal-button": WModalButtonElement
    "wmodal-network-button": WModalButtonElement
    /** The container of an embedded modal. */
    "wmodal-modal": HTMLElement
  }
}

/** Returns true when a click does not wait: it opens at once, or the modal is destroyed. */
const isClickAnswered = (state: WModalState | null | undefined) => /ready|destroyed/.test(`${state?.engine}`)

/**
 * Creates the class of either button; they differ in their label and in the view they open. Lazy, because a server has
 * no HTMLElement.
 */
export const makeElementClass = (
  draw: GetAppearance,
  open: (modal: WModal, chain: Namespace | undefined) => void,
): ButtonClass => {
  const sheet = makeTokenSheet(css)
  return class extends HTMLElement {
    static readonly observedAttributes = ["label", "namespace"]
    #own: WModal | null = null
    #shown: WModal | null = null
    #wish: PendingClick = "none"
    #hasFailed = false
    #button = document.createElement("button")
    #mark = document.createElement("i")
    #label = document.createElement("span")
    #unsubscribe: (() => void) | undefined
    #unwatch: (() => void) | undefined
    #sight = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) this.#shown?.preloadWhenIdle()
    })

    constructor() {
      super()
      const root = this.attachShadow({ mode: "open", delegatesFocus: true })
      root.adoptedStyleSheets = [sheet]
      this.#button.part = "button"
      this.#button.ariaHasPopup = "dialog"
      this.#button.append(this.#mark, this.#label)
      root.append(this.#button)
      for (const intent of ["pointerenter", "focus", "pointerdown"])
        this.#button.addEventListener(intent, () => this.#shown?.preload())
      this.#button.addEventListener("click", () => this.#click())
    }

    /** The modal that this button belongs to; by default the page's first. */
    get modal() {
      return this.#own
    }

    set modal(modal: WModal | null) {
      this.#own = modal
      if (this.isConnected) this.#attach()
    }

    connectedCallback() {
      this.#unwatch = watchInstances(() => this.#attach())
      this.#attach()
    }

    disconnectedCallback() {
      this.#unwatch?.()
      this.#unsubscribe?.()
      this.#sight.disconnect()
      this.#shown = null
    }

    attributeChangedCallback() {
      this.#draw()
    }

    #attach() {
      // Without another modal, the last one reports that it was destroyed.
      const modal = this.#own ?? getPageModal() ?? this.#shown
      if (modal === this.#shown) return
      this.#unsubscribe?.()
      this.#shown = modal
      this.#unsubscribe = modal?.subscribe(() => this.#draw())
      // Reports its sight to the next modal, too.
      this.#sight.disconnect()
      this.#sight.observe(this)
      this.#draw()
      if (modal !== null && this.#wish === "waiting") this.#click()
    }

    /** Queued until the engine has loaded, and until a modal exists. */
    #click() {
      const modal = this.#shown
      // A browser may keep the failure until then.
      if (this.#wish === "stuck") return location.reload()
      this.#wish = isClickAnswered(modal?.getState()) ? "none" : "waiting"
      if (modal !== null) open(modal, this.#chain())
      this.#draw()
    }

    #chain() {
      return findButtonChain(this.#shown, this.getAttribute("namespace"))
    }

    #draw() {
      const state = this.#shown?.getState() ?? null
      if (isClickAnswered(state)) this.#wish = "none"
      if (state?.engine === "failed" && this.#wish === "waiting") {
        this.#wish = this.#hasFailed ? "stuck" : "failed"
        this.#hasFailed = true
      }
      const { label, busy, quiet, colors } = getButtonAppearance(draw, this.#wish, {
        state,
        label: this.getAttribute("label"),
        chain: this.#chain(),
      })
      this.#label.textContent = label
      this.#button.ariaBusy = `${busy}`
      this.#button.toggleAttribute("data-quiet", quiet)
      const [from, , to] = colors
      this.#mark.hidden = !from && !busy
      this.#mark.className = from ? "" : "busy"
      this.#mark.style.background = from ? `linear-gradient(135deg, ${from}, ${to})` : ""
      if (state !== null) applyTheme(this, state.theme)
    }
  }
}

/** Defines `<wmodal-button>` and `<wmodal-network-button>` once; does nothing on a server. */
export const defineElements = () => {
  const define = (name: string, ...its: Parameters<typeof makeElementClass>) =>
    customElements.get(name) ?? customElements.define(name, makeElementClass(...its))
  if (typeof customElements === "undefined") return
  define("wmodal-button", getConnectAppearance, (modal, chain) => modal.open(undefined, chain))
  define("wmodal-network-button", getNetworkAppearance, (modal) => modal.open("Networks"))
}
