import type { CaipNetworkId } from "@wmodal/protocol"
import type { Locator, Page } from "playwright-core"

/** What a person does in the modal again and again. */
export interface ModalActions {
  /** The page on which the story goes on. */
  readonly page: () => Page
  /** The network that is active before what is done now. */
  readonly getActiveNetwork: () => CaipNetworkId
  /** The page's own button while the person's account of this network is the active one. */
  readonly accountButton: (network: CaipNetworkId) => Locator
  /** Whether the page has more chains than one, so that the wallet's row asks which. */
  readonly hasSeveralChains: () => boolean
  readonly dialog: () => Locator
  /** Opens the modal anew, at the account. */
  readonly openAccount: () => Promise<void>
  /** Leaves the modal. Nothing where it is not open. */
  readonly closeModal: () => Promise<void>
  /** Runs what makes the wallet ask, and answers as the story says. Done too when the modal says `instead`. */
  readonly respondDuring: (
    answer: "approve" | "decline" | "wait",
    instead: string | undefined,
    run: () => Promise<void>,
  ) => Promise<void>
  /** Chooses the token of this symbol from the list that the button leads to. */
  readonly pickToken: (button: Locator, symbol: string) => Promise<void>
  /** What waits for an explicit act. */
  readonly getWarnings: () => Locator
  /** What a person does who has looked: each check is made, and what is asked for is typed. */
  readonly confirmWarnings: () => Promise<void>
  /** Presses all the same where something waits for an explicit act: that takes the focus, and nothing leaves. */
  readonly expectPressBlocked: (button: Locator) => Promise<void>
}
