import type { LinkedApp, PairingLink } from "@wmodal/chains/walletconnect"
import type { SubscriptionRef } from "@wmodal/protocol"
import type { Effect } from "effect"

/** The pairing link for remote wallets. */
export interface Pairing {
  /** True when a relay is configured. Without one, 'WalletConnectConnector not found'. */
  readonly available: boolean
  /**
   * The current link: set while a wallet is requested, and where apps open inside a tap only from when Connect opens.
   * A newer one replaces it before it expires; both stay valid.
   */
  readonly link: SubscriptionRef.SubscriptionRef<PairingLink | null>
  /** True while the first link is being made, where apps open inside a tap only: actions that open one wait for it. */
  readonly preparing: SubscriptionRef.SubscriptionRef<boolean>
  /**
   * The app of this device that is connected, opened again for each request; `null` for a wallet on another device.
   */
  readonly app: SubscriptionRef.SubscriptionRef<LinkedApp | null>
  /** Records that the UI opened an app with the link, or, with `null`, shows the link as a code. */
  readonly choose: (app: LinkedApp | null) => Effect.Effect<void>
}
