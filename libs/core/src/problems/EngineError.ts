import type { FrameObstacle } from "@wmodal/frame-rpc"
import { Data } from "effect"

/** The reason of an engine failure. */
export type EngineReason =
  /** 'Adapter not found': no chain is configured for the namespace, or no connector has this id. */
  | { readonly _tag: "AdapterNotFound"; readonly what: string }
  /** 'WalletConnectConnector not found': no relay is configured. */
  | { readonly _tag: "WalletConnectNotFound" }
  /** Balances, payments and swaps are not offered on this chain: its accounts only sign. */
  | { readonly _tag: "NotOffered"; readonly namespace: string }
  /** No secure site is configured, or none of its chains is. */
  | { readonly _tag: "SecureSiteNotFound" }
  /** 'Please try again after N seconds': an email was sent recently. */
  | { readonly _tag: "Throttled"; readonly seconds: number }
  /** The browser blocked the window for a provider's page. */
  | { readonly _tag: "PopupBlocked" }
  /** The window for a provider's page looks closed, and may be separated by the page's `Cross-Origin-Opener-Policy`. */
  | { readonly _tag: "PopupSeparated" }
  /** 'Untrusted Origin': another origin than the secure site sent a sign-in result. */
  | { readonly _tag: "UntrustedOrigin" }
  /**
   * 'Invalid App Configuration': the secure site has not responded in 30 s, or its frame has not loaded; `csp` and
   * `coep`: because a header of the page does not allow it.
   */
  | { readonly _tag: "SecureSiteTimedOut"; readonly what: "socials" | "load" | FrameObstacle }
  /** 'Invalid App Configuration': the analytics endpoint does not accept events of this origin. */
  | { readonly _tag: "OriginRefused" }
  /** 'Failed to disconnect': the embedded wallet did not confirm that it signed out. */
  | { readonly _tag: "DisconnectFailed" }
  /** 'Chain is not supported': the wallet can neither switch to it nor add it. */
  | { readonly _tag: "ChainNotSupported"; readonly network: string }
  /** 'Unsupported chain': the wallet is on a network that the app did not request. */
  | { readonly _tag: "UnsupportedChain"; readonly network: string }
  /** 'Network Not Found': requested by the host, and not configured. */
  | { readonly _tag: "NetworkNotFound"; readonly network: string }
  /** 'Cannot remove last network for a namespace' */
  | { readonly _tag: "LastNetwork"; readonly network: string }
  /** 'CaipNetwork is undefined': no network of this namespace is configured. */
  | { readonly _tag: "NoNetwork"; readonly namespace: string }
  /** 'CaipNetwork or CaipAddress is undefined' */
  | { readonly _tag: "NotConnected" }
  /** Cancelled by the user, or replaced by a newer attempt. */
  | { readonly _tag: "Cancelled" }
  /** 'Unknown error', the fallback. */
  | { readonly _tag: "Unknown"; readonly detail: string }

/** The error of an engine action. */
export class EngineError extends Data.TaggedError("EngineError")<{ readonly reason: EngineReason }> {}
