import type { PaymentUri, PaymentUriReason } from "@wmodal/protocol"
import { Data, type Effect } from "effect"

/** A payment recipient. */
export interface Recipient {
  /** Plain, checksummed. */
  readonly address: string
  /** Sanitized and bounded; `null` if unknown. */
  readonly name: string | null
  /** `https:` or `data:image` only. */
  readonly image: string | null
  /** The payment link that named the recipient; absent for an address or a name. A payment must match it. */
  readonly link?: PaymentUri
}

/** The warnings that need an explicit confirmation. */
export type RecipientWarning =
  /** According to history and ledger, nothing of value was ever sent to this address: other transfers can be forged. */
  | { readonly _tag: "FirstTime"; readonly address: string }
  /** It shares both ends with a known address, even one that has only sent something, but differs in the middle. */
  | {
      readonly _tag: "LookAlike"
      readonly address: string
      /** Checksummed. */
      readonly known: string
    }
  /** Its name, which name services allow, differs only by accents from one in plain letters. */
  | {
      readonly _tag: "LookAlikeName"
      readonly address: string
      readonly name: string
      /** The name as it reads at a glance. */
      readonly reads: string
    }
  /**
   * It is the contract of a token while a token is sent, the zero address, or another address without a key: funds sent
   * there are lost.
   */
  | { readonly _tag: "Burns"; readonly address: string }

/** The resolution of recipients, and their warnings. */
export interface Recipients {
  /** Resolves an address, also in the form of CAIP-10, a name, or a payment link. The input is never lost. */
  readonly resolve: (text: string) => Effect.Effect<Recipient, RecipientError>
  /** Returns the account's previous recipients, the latest first, and its other accounts. Never fails. */
  readonly suggestions: Effect.Effect<readonly Recipient[]>
  /**
   * Returns the warnings for this address. Without readable history, every recipient is a first-time recipient.
   * @param name the recipient's name; `null` if unknown
   */
  readonly stops: (
    address: string,
    token: string | null,
    name: string | null,
  ) => Effect.Effect<readonly RecipientWarning[]>
}

/** An error for a text that resolves to no recipient. */
export class RecipientError extends Data.TaggedError("RecipientError")<{
  readonly text: string
  readonly reason: /** Neither an address nor a name. */
    | { readonly _tag: "NotAnAddress" }
    /** An address with an invalid checksum in its capital letters: one of its characters is wrong. */
    | { readonly _tag: "WrongChecksum" }
    /** An address or a link of another chain type, or of another network. `chain` names it. */
    | { readonly _tag: "OtherChain"; readonly chain: string; readonly isLink?: true }
    /** A payment link with a part that cannot be carried out. */
    | { readonly _tag: "Link"; readonly problem: Exclude<PaymentUriReason, { readonly _tag: "Form" }> }
    /** A payment link of a token that this network does not have. */
    | { readonly _tag: "UnknownToken"; readonly token: string }
    /** A token or an amount was entered, and a link whose server chooses both. */
    | { readonly _tag: "ServerChooses"; readonly host: string }
    /** A payment link of another payment than was entered. Both are amounts with a symbol, or a symbol. */
    | { readonly _tag: "Contradiction"; readonly requested: string; readonly entered: string }
    /** 'Error resolving name': the name is not registered. */
    | { readonly _tag: "UnknownName" }
    /** 'Error resolving name': no server responded. */
    | { readonly _tag: "NameNotRead" }
    /** 'Error resolving name': no server resolves names on this network. */
    | { readonly _tag: "NamesUnsupported" }
}> {}
