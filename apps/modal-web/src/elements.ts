import type { Namespace } from "@wmodal/protocol"
import type * as React from "react"
import { makeStyledClass, type StyledButton } from "./elements/makeStyledClass.ts"
import type { StyledButtonAttributes } from "./elements/StyledButtonAttributes.ts"
import { findButtonChain, getConnectAppearance, getNetworkAppearance } from "./page/buttonAppearance.ts"
import type { WModalButtonElement } from "./page/elements.ts"
import { isBrowserSupported } from "./page/isBrowserSupported.ts"
import type { WModal } from "./page/WModal.ts"

export type { StyledButtonAttributes }

declare global {
  interface HTMLElementTagNameMap {
    "wmodal-account-button": WModalButtonElement
    "wmodal-wallet-button": WModalButtonElement
  }
}

type ButtonJsx<Own = unknown> = React.DetailedHTMLProps<
  React.HTMLAttributes<WModalButtonElement>,
  WModalButtonElement
> &
  StyledButtonAttributes &
  Own

// For a page that writes the elements in JSX. Their `modal` is a property, so set it through a ref.
declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      /** Shows the account; nothing without one. */
      "wmodal-account-button": ButtonJsx
      /** Connects one wallet. `wallet`: a name, directory id or rdns; by default MetaMask. */
      "wmodal-wallet-button": ButtonJsx<{
        /** A name, directory id or rdns; by default MetaMask. */
        readonly wallet?: string
      }>
    }
  }
}

const openWallet = (modal: WModal, wallet: string, chain: Namespace | undefined) => {
  let isDone = false
  const stop = modal.watch("wallets", ({ open }) => {
    if (isDone) return
    isDone = true
    open(wallet, chain)
    // The first call may come before `watch` returns.
    queueMicrotask(() => stop())
  })
}

const buttons: Readonly<Record<string, StyledButton>> = {
  "wmodal-button": {
    draw: getConnectAppearance,
    open: (modal, chain) => modal.open(undefined, chain),
  },
  "wmodal-account-button": {
    draw: getConnectAppearance,
    open: (modal, chain) => modal.open("Account", chain),
    hasBalance: true,
    needsAccount: true,
  },
  "wmodal-network-button": { draw: getNetworkAppearance, open: (modal) => modal.open("Networks") },
  "wmodal-wallet-button": {
    draw: getConnectAppearance,
    open: () => {},
    press: (modal, element) => {
      const chain = findButtonChain(modal, element.getAttribute("namespace"))
      const account = chain === undefined ? modal.getAccount() : modal.getAccount(chain)
      if (account === null) openWallet(modal, element.getAttribute("wallet") ?? "metamask", chain)
      else modal.open("Account", chain)
    },
    getLabel: (element) => element.getAttribute("wallet") ?? "MetaMask",
  },
}

/**
 * Defines the buttons with every attribute: `<wmodal-button>`, `<wmodal-account-button>`, `<wmodal-network-button>` and
 * `<wmodal-wallet-button>`. A page imports this file before it makes a modal, which defines the plain buttons
 * otherwise. Does nothing on a server, and in a browser that is too old, where the modal defines buttons that say so.
 */
if (typeof customElements !== "undefined" && isBrowserSupported())
  for (const [name, button] of Object.entries(buttons))
    if (customElements.get(name) === undefined) customElements.define(name, makeStyledClass(button))
