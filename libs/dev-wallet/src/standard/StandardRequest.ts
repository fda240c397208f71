import type { Hex } from "@wmodal/chains/internal"
import type { StandardChain } from "./networksByChain.ts"

/** A network of Solana or Bitcoin, as the Wallet Standard names it. */
export interface StandardNetwork {
  /** Such as `solana:mainnet` or `bitcoin:testnet`. */
  readonly chain: StandardChain
  readonly name: string
  readonly currency: { readonly symbol: string; readonly decimals: number }
}

/** What a person is asked on Solana and Bitcoin. Plain JSON, as all that a person is asked. */
export type StandardRequest =
  | {
      readonly _tag: "ConnectAddresses"
      readonly origin: string
      /** The chain's name, such as `Bitcoin`. */
      readonly on: string
      readonly addresses: readonly SharedAddress[]
      /** The wallet is locked: approving unlocks it. */
      readonly locked: boolean
    }
  | {
      readonly _tag: "SignBytes"
      readonly origin: string
      readonly on: string
      readonly address: string
      /** The bytes to sign. */
      readonly message: Hex
    }
  | {
      /** The page asks who is there, in the words of Sign In With Solana. It may see the address from then on. */
      readonly _tag: "SignIn"
      readonly origin: string
      readonly on: string
      readonly address: string
      /** The text to sign. */
      readonly text: string
      readonly locked: boolean
    }
  | {
      /** `SignSolana` hands them to the page signed: whoever has one can send it, for about a minute or for ever. */
      readonly _tag: "SendSolana" | "SignSolana"
      readonly origin: string
      readonly network: StandardNetwork
      readonly address: string
      /** At least one. */
      readonly transactions: readonly RequestedTransaction[]
    }
  | {
      /** `SignBitcoin` hands it to the page signed: whoever has it can send it, as long as its coins are unspent. */
      readonly _tag: "SendBitcoin" | "SignBitcoin"
      readonly origin: string
      readonly network: StandardNetwork
      /** The unsigned transaction. Where it spends segwit and taproot coins alone, its txid is already the final one. */
      readonly transaction: Hex
      readonly inputs: readonly AskedInput[]
      readonly outputs: readonly AskedOutput[]
      /** Satoshis, decimal. `null` where the page does not say what other inputs are worth. */
      readonly fee: string | null
    }

/** An address that a page gets to see. */
export interface SharedAddress {
  readonly address: string
  readonly purpose?: "payment" | "ordinals"
}

/** A Solana transaction, as a person is asked about it. */
export interface RequestedTransaction {
  /** The wire transaction as the page gave it, base64. */
  readonly transaction: string
  readonly steps: readonly SolanaStep[]
  readonly feePayer: string
  /** The most that the network takes: for the signatures, and to come first. Lamports, decimal. */
  readonly maxFee: string
  /** It can be sent at any time: it stands on a nonce account and not on a recent block. */
  readonly isDurable: boolean
}

/** What one instruction of a transaction does. Amounts are base units, decimal. */
export type SolanaStep =
  | { readonly _tag: "SendSol"; readonly from: string; readonly to: string; readonly amount: string }
  | {
      readonly _tag: "SendToken"
      /** Token accounts. */
      readonly from: string
      readonly to: string
      readonly amount: string
      /** `null` where the instruction names none. */
      readonly mint: string | null
      /** As the instruction has it, or as the wallet's owner told it; `null` where neither says. */
      readonly decimals: number | null
      /** Where the wallet's owner told of that token. */
      readonly symbol: string | null
    }
  /** Lets somebody take from a token account. */
  | { readonly _tag: "Approve"; readonly from: string; readonly delegate: string; readonly amount: string }
  /** Gives a token account away, or what it may be used for. */
  | { readonly _tag: "SetAuthority"; readonly account: string; readonly to: string | null }
  /** Takes the money that a token account holds as rent. */
  | { readonly _tag: "CloseAccount"; readonly account: string; readonly to: string }
  /** Opens a token account, where there is none yet, with money for its rent. */
  | {
      readonly _tag: "OpenAccount"
      readonly payer: string
      readonly account: string
      readonly owner: string
      readonly mint: string
    }
  | { readonly _tag: "Note"; readonly text: string }
  | { readonly _tag: "Other"; readonly program: string; readonly data: Hex }

/** An input of a Bitcoin transaction. */
export interface AskedInput {
  /** Where its coin is; `null` where the page does not say, or where it is no address. */
  readonly address: string | null
  /** Satoshis, decimal; `null` where the page does not say. */
  readonly amount: string | null
  /** How this wallet is to sign it; `null` where it is not to. */
  readonly sighash: Sighash | null
}

/** What a signature covers. `ALL` is the whole transaction, `DEFAULT` the same of taproot. */
export type Sighash = (typeof sighashes)[number]

export const sighashes = [
  "DEFAULT",
  "ALL",
  "NONE",
  "SINGLE",
  "ALL|ANYONECANPAY",
  "NONE|ANYONECANPAY",
  "SINGLE|ANYONECANPAY",
] as const

/** An output of a Bitcoin transaction. */
export interface AskedOutput {
  /** `null` where its script is no address's. */
  readonly address: string | null
  readonly script: Hex
  /** Satoshis, decimal. */
  readonly amount: string
  /** It comes back to an address that this page sees of the wallet. */
  readonly isOwn: boolean
}
