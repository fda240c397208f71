import type { CaipNetworkId } from "@wmodal/protocol"
import type { Locator, Page } from "playwright-core"

/** Common user actions in the modal. */
export interface ModalActions {
  /** Returns the current page of the story. */
  readonly page: () => Page
  /** Returns the active network before the current step. */
  readonly getActiveNetwork: () => CaipNetworkId
  /** Returns the page's own button while the user's account on this network is active. */
  readonly accountButton: (network: CaipNetworkId) => Locator
  /** Returns whether the page has several chains, so that the wallet's row shows a chain choice. */
  readonly hasSeveralChains: () => boolean
  /** Whether the page asks accounts to sign in with a signature, which covers its buttons. */
  readonly asksSignature: boolean
  /** Completes when this network has the active account, as the page knows it. */
  readonly awaitAccount: (network: CaipNetworkId) => Promise<void>
  readonly dialog: () => Locator
  /** Opens the modal at the account view. */
  readonly openAccount: () => Promise<void>
  /** Closes the modal if it is open. */
  readonly closeModal: () => Promise<void>
  /**
   * Runs an action that triggers a wallet prompt, and responds as the story defines. Also resolves when the modal
   * shows `instead`.
   */
  readonly respondDuring: (
    answer: "approve" | "decline" | "wait",
    instead: string | undefined,
    run: () => Promise<void>,
  ) => Promise<void>
  /** Selects the token of this symbol from the button's list. */
  readonly pickToken: (button: Locator, symbol: string) => Promise<void>
  /** Returns the warnings that need explicit confirmation. */
  readonly getWarnings: () => Locator
  /** Confirms all warnings: checks each checkbox, and types each requested text. */
  readonly confirmWarnings: () => Promise<void>
  /** Presses the button despite open warnings: the warning takes the focus, and nothing is sent. */
  readonly expectPressBlocked: (button: Locator) => Promise<void>
}
