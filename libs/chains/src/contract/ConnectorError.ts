import { Data } from "effect"

/**
 * Why a relay serves nobody here: 'Unauthorized: origin not allowed', 'JWT validation error: JWT Token is not yet valid',
 * 'Unauthorized: invalid key'.
 */
export type RelayRejection = "origin" | "time" | "projectId"

/** Why a wallet did not do what it was asked. Codes: EIP-1193. */
export type ConnectorReason =
  /** 4001, or 5000 anywhere but in a network switch. */
  | { readonly _tag: "Declined" }
  /** -32002: the wallet already shows a prompt of ours. */
  | { readonly _tag: "RequestPending" }
  /** It shares no account: locked, or it has forgotten this page. */
  | { readonly _tag: "Locked" }
  /** The wallet is not there (any more). */
  | { readonly _tag: "NotInstalled" }
  /** The code that would ask it could not be loaded. */
  | { readonly _tag: "ChunkLoadFailed" }
  /** 4100 */
  | { readonly _tag: "Unauthorized" }
  /** 4200, -32601 */
  | { readonly _tag: "Unsupported"; readonly method: string }
  /** 4900, 4901 */
  | { readonly _tag: "Offline" }
  /** The ladder of adding the network failed too: 'Chain is not supported'. */
  | { readonly _tag: "NetworkNotSupported"; readonly network: string }
  /** It answered something that is no answer. */
  | { readonly _tag: "Malformed"; readonly what: string }
  /** It signed something else than it was asked for. What it signed was not sent. */
  | { readonly _tag: "SignedDifferently" }
  /** Nobody answered before the question's time was over. Nothing was shared. */
  | { readonly _tag: "Expired" }
  /** What lies between the page and the wallet does not serve this page. Texts: `RelayRejection`. */
  | { readonly _tag: "Refused"; readonly refusal: RelayRejection }
  /** Anything else; `text` is the wallet's own, stripped and at most 200 characters. */
  | { readonly _tag: "Failed"; readonly code: number | null; readonly text: string }

/** A wallet that did not do what it was asked. */
export class ConnectorError extends Data.TaggedError("ConnectorError")<{
  readonly connectorId: string
  readonly reason: ConnectorReason
}> {}
