import type { Namespace } from "@wmodal/protocol"
import type * as React from "react"
import { createElement, useCallback, useSyncExternalStore } from "react"
import type { StyledButtonAttributes } from "../elements/StyledButtonAttributes.ts"
import {
  findButtonChain,
  type GetAppearance,
  getConnectAppearance,
  getNetworkAppearance,
} from "../page/buttonAppearance.ts"
import type { WModalButtonElement } from "../page/elements.ts"
import { useProvidedModal } from "./WModalProvider.ts"

/** The props of the buttons, in addition to the attributes of their elements. */
export interface ButtonProps {
  /** The text without an account. */
  readonly label?: string
  /** The button's chain; by default the one in use. */
  readonly namespace?: Namespace
}

type ButtonAttributes = React.DetailedHTMLProps<
  React.HTMLAttributes<WModalButtonElement>,
  WModalButtonElement
> &
  StyledButtonAttributes

// For a page that writes the elements itself. Their `modal` is a property, so set it through a ref.
declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      /** Connects a wallet, then shows the account. */
      "wmodal-button": ButtonAttributes
      /** Shows and switches the network. */
      "wmodal-network-button": ButtonAttributes
      /** The container of an embedded modal. */
      "wmodal-modal": React.DetailedHTMLProps<React.HTMLAttributes<HTMLElement>, HTMLElement>
    }
  }
}

/**
 * Creates a component for one of the page's custom elements, which wait for the engine themselves. A server renders
 * their expected content into them: it is visible until the browser defines the element, and is removed once the state
 * of the last visit is known.
 */
const makeElementComponent = (tag: "wmodal-button" | "wmodal-network-button", draw: GetAppearance) =>
  function WModalElement({ label, namespace }: ButtonProps): React.ReactElement {
    const { modal, serverState, getState } = useProvidedModal()
    const state = useSyncExternalStore(
      modal.subscribe,
      () => (modal.getState().restoring ? getState() : null),
      () => serverState,
    )
    const look = state && draw({ state, label: label ?? null, chain: findButtonChain(modal, namespace) })
    // React 18 writes every property of a custom element as an attribute, so this one is set by hand.
    const ref = useCallback(
      (button: WModalButtonElement | null) => {
        if (button !== null) button.modal = modal
      },
      [modal],
    )
    // The element may have applied its theme before React hydrates it.
    return createElement(
      tag,
      {
        label,
        namespace,
        "data-theme": serverState.theme.mode,
        "data-mark": look?.colors[0] && "avatar",
        "data-quiet": look?.quiet ? "" : undefined,
        suppressHydrationWarning: true,
        ref,
      },
      look?.label,
    )
  }

/** Renders `<wmodal-button>`: connects a wallet, then shows the account. */
export const ConnectButton = /* @__PURE__ */ makeElementComponent("wmodal-button", getConnectAppearance)
/** Renders `<wmodal-network-button>`: shows and switches the network. */
export const NetworkButton = /* @__PURE__ */ makeElementComponent(
  "wmodal-network-button",
  getNetworkAppearance,
)
