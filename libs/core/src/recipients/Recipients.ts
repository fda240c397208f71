import { Data, type Effect } from "effect"

/** Somebody to send to. */
export interface Recipient {
  /** Plain, checksummed. */
  readonly address: string
  /** Stripped and bounded; `null` where nobody knows one. */
  readonly name: string | null
  /** `https:` or `data:image` only. */
  readonly image: string | null
}

/** What must not be passed without an explicit act. */
export type RecipientWarning =
  /** Nothing of worth was ever sent to this address, as far as history and ledger tell: anybody can forge the rest. */
  | { readonly _tag: "FirstTime"; readonly address: string }
  /** It has the ends of an address that is known, be it only one that has sent something, and another middle. */
  | {
      readonly _tag: "LookAlike"
      readonly address: string
      /** Checksummed. */
      readonly known: string
    }
  /** It is a contract of a token, while one is sent, the zero address or another that nobody has a key of: what is sent there is gone. */
  | { readonly _tag: "Burns"; readonly address: string }

export interface Recipients {
  /** From an address (`ethereum:` and CAIP-10 around it are taken off) or a name. The input is never lost. */
  readonly resolve: (text: string) => Effect.Effect<Recipient, RecipientError>
  /** Whom the account has sent to, the latest first, and its other accounts. Never fails. */
  readonly suggestions: Effect.Effect<readonly Recipient[]>
  /** What stands against sending to this address. Where history cannot be read, everybody is a first-time recipient. */
  readonly stops: (address: string, token: string | null) => Effect.Effect<readonly RecipientWarning[]>
}

/** A text that leads to nobody. */
export class RecipientError extends Data.TaggedError("RecipientError")<{
  readonly text: string
  readonly reason: /** Neither an address nor a name. */
    | { readonly _tag: "NotAnAddress" }
    /** An address whose capital letters do not fit its checksum: one of its characters is wrong. */
    | { readonly _tag: "WrongChecksum" }
    /** An address of another kind of chain, or of another network. `chain` names it. */
    | { readonly _tag: "OtherChain"; readonly chain: string }
    /** 'Error resolving name': nobody has it. */
    | { readonly _tag: "UnknownName" }
    /** 'Error resolving name': nobody could be asked. */
    | { readonly _tag: "NameNotRead" }
}> {}
