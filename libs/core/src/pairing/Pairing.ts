import type { PairingLink } from "@wmodal/chains/walletconnect"
import type { SubscriptionRef } from "effect"

/** The link by which a wallet elsewhere is reached. */
export interface Pairing {
  /** Whether there is a relay to be reached over. Without one, 'WalletConnectConnector not found'. */
  readonly available: boolean
  /**
   * The one to show now: there while a wallet is asked, and on Telegram and iOS Safari from when Connect opens. A newer
   * one takes its place before it dies; both are answered.
   */
  readonly link: SubscriptionRef.SubscriptionRef<PairingLink | null>
}
