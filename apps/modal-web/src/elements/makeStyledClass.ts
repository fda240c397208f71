import { formatBalance, truncate } from "@wmodal/protocol"
import type { GetAppearance } from "../page/buttonAppearance.ts"
import { makeElementClass } from "../page/elements.ts"
import { getPageModal, watchInstances } from "../page/instances.ts"
import { makeSheet } from "../page/tokenSheet.ts"
import type { WModal, WModalAccount, WModalConnection, WModalState } from "../page/WModal.ts"
import css from "./styled.css?inline"

const ignore = () => {}

/** What distinguishes the buttons. */
export interface StyledButton {
  readonly draw: GetAppearance
  readonly open: Parameters<typeof makeElementClass>[1]
  /** Called for a press with the button itself, in addition to `open`. */
  readonly press?: (modal: WModal, element: HTMLElement) => void
  /** Whether the balance is shown without the attribute `balance`. */
  readonly hasBalance?: boolean
  /** Whether the button shows nothing without an account. */
  readonly needsAccount?: boolean
  /** The text while the button has nothing else to show; `null` for that of the modal. */
  readonly getLabel?: (element: HTMLElement) => string | null
}

const toBalanceText = ({ balance }: WModalAccount) =>
  balance === null ? "" : `${formatBalance(balance.value, balance.decimals)} ${balance.symbol}`

/** A whole number of characters from 0; an attribute that is none has no effect. */
const toCount = (text: string | null, otherwise: number) =>
  text !== null && /^\d{1,3}$/.test(text) ? Number(text) : otherwise

/** Returns the address as the attributes shorten it; a profile name stays. */
const toLabel = ({ address, label }: WModalAccount, start: string | null, end: string | null) =>
  label === truncate(address)
    ? truncate(address, { leading: toCount(start, 4), trailing: toCount(end, 6) })
    : label

const getConnection = (
  state: WModalState,
  namespace: string | null,
): WModalConnection | WModalState | null =>
  namespace === null
    ? state
    : (Object.entries(state.connections).find(([name]) => name === namespace)?.[1] ?? null)

/** Makes the class of a button with every attribute. Lazy, because a server has no HTMLElement. */
export const makeStyledClass = ({
  draw,
  open,
  press,
  hasBalance,
  needsAccount,
  getLabel,
}: StyledButton): CustomElementConstructor => {
  const sheet = makeSheet(css)
  return class extends makeElementClass(draw, open) {
    static override readonly observedAttributes = [
      "label",
      "namespace",
      "balance",
      "size",
      "disabled",
      "loading-label",
      "chars-start",
      "chars-end",
      "wallet",
    ]
    #button: HTMLButtonElement | null
    #text: HTMLElement | null
    #balance = document.createElement("span")
    #isPressed = false
    #unwatch = ignore
    #unsubscribe = ignore

    constructor() {
      super()
      const { shadowRoot } = this
      shadowRoot?.adoptedStyleSheets.push(sheet)
      this.#button = shadowRoot?.querySelector("button") ?? null
      this.#text = this.#button?.querySelector("span") ?? null
      const [start, end] = ["start", "end"].map((name) => {
        const slot = document.createElement("slot")
        slot.name = name
        return slot
      })
      this.#button?.querySelector("i")?.part.add("mark")
      this.#text?.part.add("label")
      this.#balance.part.add("balance")
      if (start && end) {
        this.#button?.prepend(start)
        this.#button?.append(this.#balance, end)
      }
      this.#button?.addEventListener("click", () => {
        this.#isPressed = true
        this.#answer()
        this.#amend()
      })
    }

    override connectedCallback() {
      super.connectedCallback()
      this.#unwatch = watchInstances(() => this.#follow())
      this.#follow()
    }

    override disconnectedCallback() {
      super.disconnectedCallback()
      this.#unwatch()
      this.#unsubscribe()
    }

    override attributeChangedCallback() {
      super.attributeChangedCallback()
      this.#amend()
    }

    override get modal() {
      return super.modal
    }

    override set modal(modal: WModal | null) {
      super.modal = modal
      if (this.isConnected) this.#follow()
    }

    /** Like the plain button, waits for a modal. */
    #answer() {
      const modal = this.modal ?? getPageModal()
      if (modal === null || !this.#isPressed) return
      this.#isPressed = false
      press?.(modal, this)
    }

    /** Follows the modal of now. The plain button, which subscribed before, has drawn its state by then. */
    #follow() {
      this.#unsubscribe()
      this.#unsubscribe = (this.modal ?? getPageModal())?.subscribe(() => this.#amend()) ?? ignore
      this.#answer()
      this.#amend()
    }

    /** Changes what the plain button shows, as the attributes say. */
    #amend() {
      if (this.#button === null || this.#text === null) return
      const get = (name: string) => this.getAttribute(name)
      const state = (this.modal ?? getPageModal())?.getState() ?? null
      const account = state && (getConnection(state, get("namespace"))?.account ?? null)
      const isDrawn = this.#text.textContent === account?.label
      const busy = this.#button.ariaBusy === "true"
      this.#button.disabled = this.hasAttribute("disabled")
      this.toggleAttribute("data-empty", needsAccount === true && account === null)
      if (account && isDrawn) this.#text.textContent = toLabel(account, get("chars-start"), get("chars-end"))
      else if (busy && get("loading-label") !== null) this.#text.textContent = get("loading-label")
      const isShown = (get("balance") ?? (hasBalance ? "show" : "hide")) === "show"
      this.#balance.textContent = account && isDrawn && isShown ? toBalanceText(account) : ""
      const own = getLabel?.(this) ?? null
      if (own !== null && !account && !busy && get("label") === null) this.#text.textContent = own
    }
  }
}
