import type { Hex } from "@wmodal/chains/internal"
import type { StandardChain } from "./networksByChain.ts"

/** A Solana or Bitcoin network, as the Wallet Standard names it, or a Polkadot one by its CAIP-2 id. */
export interface StandardNetwork {
  /** Such as `solana:mainnet` or `bitcoin:testnet`. */
  readonly chain: StandardChain
  readonly name: string
  readonly currency: { readonly symbol: string; readonly decimals: number }
}

/** An approval request on Solana, Bitcoin or Polkadot. Plain JSON, like all approval requests. */
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
      /** The dApp requests a sign-in by Sign In With Solana. It may see the address from then on. */
      readonly _tag: "SignIn"
      readonly origin: string
      readonly on: string
      readonly address: string
      /** The text to sign. */
      readonly text: string
      readonly locked: boolean
    }
  | {
      /**
       * `SignSolana` returns the signed transactions to the dApp, and any holder can send them, for about a minute or
       * without a time limit.
       */
      readonly _tag: "SendSolana" | "SignSolana"
      readonly origin: string
      readonly network: StandardNetwork
      readonly address: string
      /** At least one. */
      readonly transactions: readonly RequestedTransaction[]
    }
  | {
      /** Returns the signature to the dApp, and any holder can send the transaction while it is valid. */
      readonly _tag: "SignPolkadot"
      readonly origin: string
      readonly network: StandardNetwork
      readonly address: string
      /** `SignerPayloadJSON` of `@polkadot/types`, as JSON. */
      readonly payload: string
    }
  | {
      /**
       * `SignBitcoin` returns the signed transaction to the dApp, and any holder can send it while its UTXOs are
       * unspent.
       */
      readonly _tag: "SendBitcoin" | "SignBitcoin"
      readonly origin: string
      readonly network: StandardNetwork
      /** The unsigned transaction. Where it spends only segwit and taproot UTXOs, its txid is already final. */
      readonly transaction: Hex
      /** The PSBT with the sighashes that would be signed, base64. */
      readonly psbt: string
      readonly inputs: readonly AskedInput[]
      readonly outputs: readonly AskedOutput[]
      /** Satoshis, decimal. `null` where the dApp does not state the value of other inputs. */
      readonly fee: string | null
    }

/** An address that is shared with a dApp. */
export interface SharedAddress {
  readonly address: string
  readonly purpose?: "payment" | "ordinals"
}

/** A Solana transaction, as shown to the user. */
export interface RequestedTransaction {
  /** The serialized transaction of the dApp, base64. */
  readonly transaction: string
  readonly steps: readonly SolanaStep[]
  readonly feePayer: string
  /** The maximum fee for signatures and priority. Lamports, decimal. */
  readonly maxFee: string
  /** It never expires, because it uses a nonce account instead of a recent block. */
  readonly isDurable: boolean
}

/** The effect of one instruction. Amounts are base units, decimal. */
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
      /** From the instruction or the wallet's known tokens; `null` where neither has it. */
      readonly decimals: number | null
      /** Present for known tokens. */
      readonly symbol: string | null
    }
  /** Lets a delegate take from a token account. */
  | { readonly _tag: "Approve"; readonly from: string; readonly delegate: string; readonly amount: string }
  /** Transfers a token account, or an authority over it. */
  | { readonly _tag: "SetAuthority"; readonly account: string; readonly to: string | null }
  /** Withdraws the rent of a token account. */
  | { readonly _tag: "CloseAccount"; readonly account: string; readonly to: string }
  /** Opens a token account, if missing, and funds its rent. */
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
  /** The address of its UTXO; `null` where the dApp does not state it or the script has no address. */
  readonly address: string | null
  /** Satoshis, decimal; `null` where the dApp does not state it. */
  readonly amount: string | null
  /** The sighash with which this wallet signs it; `null` where it does not. */
  readonly sighash: Sighash | null
}

/** The parts that a signature covers. `ALL` is the whole transaction, `DEFAULT` the same for taproot. */
export type Sighash = (typeof sighashes)[number]

/** The names of Bitcoin signature hash types. */
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
  /** `null` where its script has no address. */
  readonly address: string | null
  readonly script: Hex
  /** Satoshis, decimal. */
  readonly amount: string
  /** The output pays an address that the wallet shares with this dApp. */
  readonly isOwn: boolean
}
