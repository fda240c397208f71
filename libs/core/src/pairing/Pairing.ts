import type { LinkedApp, PairingLink } from "@wmodal/chains/walletconnect"
import type { Effect, SubscriptionRef } from "effect"

/** The link by which a wallet elsewhere is reached. */
export interface Pairing {
  /** Whether there is a relay to be reached over. Without one, 'WalletConnectConnector not found'. */
  readonly available: boolean
  /**
   * The one to show now: there while a wallet is asked, and on Telegram and iOS Safari from when Connect opens. A newer
   * one takes its place before it dies; both are answered.
   */
  readonly link: SubscriptionRef.SubscriptionRef<PairingLink | null>
  /** Whether the first link is on its way, on Telegram and iOS Safari: what would open an app waits for it. */
  readonly preparing: SubscriptionRef.SubscriptionRef<boolean>
  /** The app that answers on this machine, to be opened again for each request; `null`: the wallet is elsewhere. */
  readonly app: SubscriptionRef.SubscriptionRef<LinkedApp | null>
  /** A face has opened an app with the link, or, with `null`, shows the link as a code. */
  readonly choose: (app: LinkedApp | null) => Effect.Effect<void>
}
