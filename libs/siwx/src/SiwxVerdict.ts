import type { CaipNetworkId } from "@wmodal/protocol"
import type { SiwxMessage } from "@wmodal/protocol/siwx"

/** Why a sign-in is refused. */
export type InvalidReason =
  /** The text is not a sign-in message. */
  | "Syntax"
  /** The CACAO is not one, or no message can be made from it. */
  | "Cacao"
  | "Domain"
  | "Uri"
  | "Nonce"
  | "Address"
  | "Chain"
  | "Resources"
  /** The statement does not say what the ReCap in the resources authorizes. */
  | "Recap"
  /** `Issued At` is later than now. */
  | "IssuedInFuture"
  /** `Not Before` is later than now. */
  | "NotYetValid"
  | "Expired"
  /** The signature is not in a form of the account's chain. */
  | "SignatureForm"
  /** The account did not sign this message. */
  | "Signature"

/** Why a signature could not be verified, which says nothing about it. */
export type UnknownReason =
  /** The account may be a contract, and `rpc` has no node of its chain. */
  | "NoNode"
  /** The node failed, or responded with something else. */
  | "NodeFailed"
  /** A Bitcoin script other than a key or a multisig, a time lock, or a proof of funds. */
  | "UnsupportedScript"
  /** The chain's signatures are not supported. */
  | "UnsupportedChain"

/** The result of a verification. Only `Valid` signs a user in. `Unknown` ends no session: try again later. */
export type SiwxVerdict =
  | {
      readonly _tag: "Valid"
      readonly message: SiwxMessage
      /** CAIP-2, such as `eip155:1`. `null` if the message names no chain. */
      readonly chainId: CaipNetworkId | null
    }
  | { readonly _tag: "Invalid"; readonly reason: InvalidReason; readonly text: string }
  | { readonly _tag: "Unknown"; readonly reason: UnknownReason; readonly text: string }

export type Refusal = Exclude<SiwxVerdict, { readonly _tag: "Valid" }>

export const invalid = (reason: InvalidReason, text: string): Refusal => ({ _tag: "Invalid", reason, text })

export const unknown = (reason: UnknownReason, text: string): Refusal => ({ _tag: "Unknown", reason, text })
