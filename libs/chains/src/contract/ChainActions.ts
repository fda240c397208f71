import type { BroadcastError, Network, Rpc, RpcError } from "@wmodal/protocol"
import { Data, type Effect } from "effect"
import type { ReviewedRequest, WalletRequest } from "./Explanation.ts"
import type { SendCheckpoint, TransactionQuery, TransactionStatus } from "./TransactionStatus.ts"
import type { ChainTransaction, Fee, Transfer, TransferSimulation } from "./Transfer.ts"
import type { WalletCall } from "./WalletCalls.ts"

/** Whom to ask, and about which network. */
export interface ChainClient {
  readonly network: Network
  readonly rpc: Rpc
}

/** A token, as its contract describes itself. Texts are stripped and bounded: names are hostile text. */
export interface TokenDescription {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

/** One collectible to be confirmed. */
export interface CollectibleId {
  /** Plain address of the contract. */
  readonly contract: string
  /** Decimal; empty where the contract is of this one alone, as on Solana. */
  readonly tokenId: string
}

/** What a chain with contracts and allowances can do beside. Addresses are plain, amounts in base units. */
export interface ContractActions {
  /** The chain's own form of a call. Pure. */
  readonly call: (call: WalletCall) => ChainTransaction
  /** What such a transaction calls; the reverse of `call`. Pure. */
  readonly toCall: (transaction: ChainTransaction) => WalletCall
  /** Lets `spender` take exactly `amount` of a token. Pure. */
  readonly approve: (request: {
    readonly token: string
    readonly spender: string
    readonly amount: bigint
  }) => WalletCall
  /** Whom an approval lets take; `null` where `data` is none. Checksummed. Pure. */
  readonly decodeSpender: (data: string) => string | null
  /** What sending it would cost. Its terms go into the transaction. Fails with `Reverts` where the chain would refuse it. */
  readonly estimateCall: (
    request: ChainClient & { readonly from: string; readonly call: WalletCall },
  ) => Effect.Effect<Fee, RpcError | TransferRejected>
}

/** What the engine can do on a chain of this kind, without a wallet. Addresses are plain, amounts in base units. */
export interface ChainActions {
  /** The checksummed form of an address of this chain, `null` where it is none. */
  readonly address: (text: string) => string | null
  readonly balance: (request: ChainClient & { readonly address: string }) => Effect.Effect<bigint, RpcError>
  readonly tokenBalance: (
    request: ChainClient & { readonly address: string; readonly token: string },
  ) => Effect.Effect<bigint, RpcError>
  /** What `address` can still spend of a token, or of the network's own currency: what it has, less what is on its way. */
  readonly spendableBalance: (
    request: ChainClient & { readonly address: string; readonly token: string | null },
  ) => Effect.Effect<bigint, RpcError>
  /** `null` where no token stands at that address. */
  readonly token: (
    request: ChainClient & { readonly token: string },
  ) => Effect.Effect<TokenDescription | null, RpcError>
  /** What sending would cost. Fails with `Reverts` where the chain would refuse the transfer. */
  readonly estimate: (
    request: ChainClient & { readonly transfer: Transfer },
  ) => Effect.Effect<Fee, RpcError | TransferRejected>
  /** What to ask the wallet for. Pure. */
  readonly build: (request: { readonly transfer: Transfer; readonly fee: Fee }) => ChainTransaction
  /** Never fails: what cannot be simulated is `Unavailable`. */
  readonly simulate: (
    request: ChainClient & { readonly transfer: Transfer; readonly transaction: ChainTransaction },
  ) => Effect.Effect<TransferSimulation>
  /** To be taken just before a transaction leaves. */
  readonly takeCheckpoint: (
    request: ChainClient & { readonly from: string },
  ) => Effect.Effect<SendCheckpoint, RpcError>
  /** Looks by hash where there is one, and by sender and mark in any case. */
  readonly find: (
    request: ChainClient & { readonly sought: TransactionQuery },
  ) => Effect.Effect<TransactionStatus, RpcError>
  /** The hash that signed bytes have before any of them leave; `null` where they are no signed transaction of this network. */
  readonly toTransactionHash: (request: { readonly network: Network; readonly raw: string }) => string | null
  /** Sends signed bytes, as often as one likes. @returns the hash. */
  readonly broadcast: (
    request: ChainClient & { readonly raw: string },
  ) => Effect.Effect<string, BroadcastError | TransferRejected>
  /** Whether a key's own account only borrows its code (EIP-7702): it can do what a smart account can, and still pays its fees. */
  readonly isDelegated: (
    request: ChainClient & { readonly address: string },
  ) => Effect.Effect<boolean, RpcError>
  /** Which of these `owner` has now. One that no longer exists, or cannot be asked, is left out. */
  readonly filterOwned: (
    request: ChainClient & { readonly owner: string; readonly collectibles: readonly CollectibleId[] },
  ) => Effect.Effect<readonly CollectibleId[], RpcError>
  /** Puts into words what a wallet is about to be asked for, and says what speaks against it. Never fails: what cannot be read is shown raw. */
  readonly explain: (
    request: ChainClient & {
      /** Plain. */
      readonly from: string
      /** Plain addresses that the same wallet shares, `from` among them or not: Bitcoin's spend together. */
      readonly own?: readonly string[]
      readonly request: WalletRequest
      /** Contracts of tokens whose balances are told, at most 50. */
      readonly tokens: readonly string[]
      /** Names that can be trusted, by checksummed address: one's own accounts, contracts that the page knows. */
      readonly nameOf: (address: string) => string | null
    },
  ) => Effect.Effect<ReviewedRequest>
  /** `null` on a chain without contracts of this kind. */
  readonly contracts: ContractActions | null
  /**
   * The same payment with a higher fee, in place of one that waits: of the two one is mined at most, and `find` finds
   * either. `null` on a chain where only the wallet can do that. Fails with `Reverts` where nothing waits any more, and
   * where no more can be paid. `before` is what the one that waits pays, in base units.
   */
  readonly bumpFee:
    | ((
        request: ChainClient & { readonly from: string; readonly transaction: ChainTransaction },
      ) => Effect.Effect<
        { readonly transaction: ChainTransaction; readonly fee: Fee; readonly before: bigint },
        RpcError | TransferRejected
      >)
    | null
  /** What has happened to an address, newest first, as its nodes tell; `null` where they do not. */
  readonly history:
    | ((
        request: ChainClient & {
          readonly address: string
          /** What an earlier page named; `null` for the first. */
          readonly cursor: string | null
        },
      ) => Effect.Effect<ChainHistory, RpcError>)
    | null
}

/** One page of what has happened to an address. */
export interface ChainHistory {
  readonly transactions: readonly PastTransaction[]
  /** `null` on the last page. */
  readonly next: string | null
}

/** A transaction, from the side of one address. Amounts in base units of the network's own currency. */
export interface PastTransaction {
  readonly hash: string
  readonly status: "pending" | "confirmed"
  /** UTC milliseconds of its block; `null` while it is in none. */
  readonly at: number | null
  readonly direction: "in" | "out" | "self"
  /** What came, or what went without the fee. */
  readonly amount: bigint
  /** Plain address of whoever is on the other side; `null` where nobody is, or several are. */
  readonly counterparty: string | null
}

/** A transfer, or signed bytes, that the chain would not take. Nothing has left. */
export class TransferRejected extends Data.TaggedError("TransferRejected")<{
  readonly reason: /** The contract says no; `text` is its reason, stripped and at most 200 characters, or empty. */
    | { readonly _tag: "Reverts"; readonly text: string }
    /** The sender has too little for the amount and the fee. */
    | { readonly _tag: "Insufficient" }
    /** The bytes are no signed transaction of this network. */
    | { readonly _tag: "Malformed" }
}> {
  override get message() {
    switch (this.reason._tag) {
      case "Reverts":
        return `The transaction would fail${this.reason.text === "" ? "." : `: ${this.reason.text}`}`
      case "Insufficient":
        return "There is too little for the amount and the fee."
      case "Malformed":
        return "These bytes are no signed transaction of this network."
    }
  }
}
