import { Data } from "effect"

/**
 * The reason why a relay rejects the dApp: 'Unauthorized: origin not allowed', 'JWT validation error: JWT Token is not
 * yet valid' or '… is expired', 'Unauthorized: invalid key'.
 */
export type RelayRejection = "origin" | "time" | "projectId"

/** The reason why a wallet request failed. Codes: EIP-1193. */
export type ConnectorReason =
  /** 4001, or 5000 except for a network switch. */
  | { readonly _tag: "Declined" }
  /** -32002: the wallet already shows a prompt of this dApp. */
  | { readonly _tag: "RequestPending" }
  /** The wallet shares no account: it is locked, or it has forgotten this dApp. */
  | { readonly _tag: "Locked" }
  /** The wallet is not installed, or no longer. */
  | { readonly _tag: "NotInstalled" }
  /** The code that sends the request could not be loaded. */
  | { readonly _tag: "ChunkLoadFailed" }
  /** 4100 */
  | { readonly _tag: "Unauthorized" }
  /** 4200, -32601 */
  | { readonly _tag: "Unsupported"; readonly method: string }
  /** 4900, 4901 */
  | { readonly _tag: "Offline" }
  /** Adding the network failed after every fallback: 'Chain is not supported'. */
  | { readonly _tag: "NetworkNotSupported"; readonly network: string }
  /** The wallet confirmed a switch, and is on another network all the same. */
  | { readonly _tag: "NetworkUnchanged"; readonly network: string }
  /** The wallet returned an invalid response. */
  | { readonly _tag: "Malformed"; readonly what: string }
  /**
   * The account's contract has signed the message on the chain, or will when its owners have confirmed. There is no
   * signature to return: the contract confirms the message (ERC-1271).
   */
  | { readonly _tag: "SignedOnChain" }
  /** The wallet signed different data than requested. The signed data was not sent. */
  | { readonly _tag: "SignedDifferently" }
  /** No response arrived before the request timed out. No account was shared. */
  | { readonly _tag: "Expired" }
  /** The relay between the dApp and the wallet rejects this dApp. Texts: `RelayRejection`. */
  | { readonly _tag: "Refused"; readonly refusal: RelayRejection }
  /** Anything else; `text` is the wallet's own, stripped and at most 200 characters. */
  | { readonly _tag: "Failed"; readonly code: number | null; readonly text: string }

/** A failed wallet request. */
export class ConnectorError extends Data.TaggedError("ConnectorError")<{
  readonly connectorId: string
  readonly reason: ConnectorReason
}> {}
