import type { BroadcastError, Lazy, Network, Rpc, RpcError } from "@wmodal/protocol"
import { Data, type Effect } from "effect"
import type { ChainRules } from "./ChainRules.ts"
import type { ReviewedRequest, WalletRequest } from "./Explanation.ts"
import type { RequestTooLong } from "./RequestTooLong.ts"
import type { ReadServerTransaction } from "./ServerTransaction.ts"
import type { ChainSession, StoredSession } from "./Session.ts"
import type { SendCheckpoint, SignedFacts, TransactionQuery, TransactionStatus } from "./TransactionStatus.ts"
import type { ChainTransaction, Fee, Transfer, TransferSimulation } from "./Transfer.ts"
import type { WalletCall } from "./WalletCalls.ts"

/** The RPC client and the network that an action uses. */
export interface ChainClient {
  readonly network: Network
  readonly rpc: Rpc
}

/** A token, as its contract describes itself. Texts are stripped and bounded: names are hostile text. */
export interface TokenDescription {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** True if its issuer may take it back from every account, as Token-2022's permanent delegate. Absent otherwise. */
  readonly isRecallable?: true
}

/** The id of a collectible whose ownership is to be confirmed. */
export interface CollectibleId {
  /** Plain address of the contract. */
  readonly contract: string
  /** Decimal; empty if the contract holds only this collectible, as on Solana. */
  readonly tokenId: string
}

/** A call, and the units of gas that its author states for it; absent if it states none. */
export interface StatedCall {
  readonly call: WalletCall
  readonly statedGas?: bigint
}

/** The additional actions of a chain with contracts and allowances. Addresses are plain, amounts in base units. */
export interface ContractActions {
  /** Returns the chain's own form of a call. Pure. */
  readonly call: (call: WalletCall) => ChainTransaction
  /** Returns the call that a transaction makes; the reverse of `call`. Pure. */
  readonly toCall: (transaction: ChainTransaction) => WalletCall
  /** Returns a call that allows `spender` to take exactly `amount` of a token. Pure. */
  readonly approve: (request: {
    readonly token: string
    readonly spender: string
    readonly amount: bigint
  }) => WalletCall
  /** Returns the checksummed spender of an approval; `null` if `data` is not an approval. Pure. */
  readonly decodeSpender: (data: string) => string | null
  /**
   * Estimates the fee of a call. The fee terms go into the transaction. Fails with `Reverts` if the chain would reject
   * it.
   */
  readonly estimateCall: (
    request: ChainClient & { readonly from: string; readonly call: WalletCall },
  ) => Effect.Effect<Fee, RpcError | TransferRejected>
  /**
   * Estimates the fees of calls that `from` makes in a row, each as a transaction of its own. The first one is that of
   * `estimateCall`; each later one is estimated after those before it, and has no fee terms: it is estimated again when
   * it is the first. Where no node runs calls in a row, a later one costs the gas that its author states for it, and
   * fails with `RpcError` if it states none. Fails with `Reverts` if the chain would reject a call.
   */
  readonly estimateCalls: (
    request: ChainClient & {
      readonly from: string
      readonly calls: readonly [StatedCall, ...StatedCall[]]
    },
  ) => Effect.Effect<readonly [Fee, ...Fee[]], RpcError | TransferRejected>
  /** Returns what a session of `account` may still spend, by the account's own contract where that says so. */
  readonly fetchSession: (
    request: ChainClient & { readonly account: string; readonly session: StoredSession },
  ) => Effect.Effect<ChainSession, RpcError>
}

/** The actions of the engine on a chain whose accounts only sign: no balance is read and nothing is sent. */
export interface SigningActions {
  readonly rules: ChainRules
  /** Returns the checksummed form of an address of this chain, `null` if it is not one. */
  readonly address: (text: string) => string | null
  /**
   * Describes a wallet request and its warnings. Undecodable parts are shown raw. Fails only for a request that is too
   * long to be reviewed, which no wallet may receive.
   */
  readonly explain: (
    request: ChainClient & {
      /** Plain. */
      readonly from: string
      /** Plain addresses that the same wallet shares, with or without `from`: on Bitcoin they spend together. */
      readonly own?: readonly string[]
      readonly request: WalletRequest
      /** Contracts of the tokens whose balance changes are reported, at most 50. */
      readonly tokens: readonly string[]
      /**
       * Returns the trusted name of a checksummed address: one of the user's accounts or a contract that the dApp
       * knows.
       */
      readonly nameOf: (address: string) => string | null
      /**
       * Returns the US dollars of a whole unit of a token, at its contract's plain address, or of the native currency
       * (`null`); `null` without a price. Without this source, only tokens that are known to be a dollar have one.
       */
      readonly priceOf?: (token: string | null) => number | null
      /**
       * True to warn of every allowance for another, whatever its share: the spender may have made the transaction. Only
       * Solana has such transactions, of payment links' servers.
       */
      readonly warnsOfEveryGrant?: true
    },
  ) => Effect.Effect<ReviewedRequest, RequestTooLong>
}

/** The actions of the engine on a chain that need no wallet. Addresses are plain, amounts in base units. */
export interface ChainActions extends SigningActions {
  readonly balance: (request: ChainClient & { readonly address: string }) => Effect.Effect<bigint, RpcError>
  readonly tokenBalance: (
    request: ChainClient & { readonly address: string; readonly token: string },
  ) => Effect.Effect<bigint, RpcError>
  /**
   * Returns the balance of a token, or of the native currency, that `address` can still spend: less its pending
   * payments.
   */
  readonly spendableBalance: (
    request: ChainClient & { readonly address: string; readonly token: string | null },
  ) => Effect.Effect<bigint, RpcError>
  /** Returns `null` if there is no token at that address. */
  readonly token: (
    request: ChainClient & { readonly token: string },
  ) => Effect.Effect<TokenDescription | null, RpcError>
  /** Estimates the fee of a transfer. Fails with `Reverts` if the chain would reject the transfer. */
  readonly estimate: (
    request: ChainClient & { readonly transfer: Transfer },
  ) => Effect.Effect<Fee, RpcError | TransferRejected>
  /** Returns the transaction that the wallet is requested to send. Pure. */
  readonly build: (request: { readonly transfer: Transfer; readonly fee: Fee }) => ChainTransaction
  /** Simulates a transfer. Never fails: returns `Unavailable` if it cannot be simulated. */
  readonly simulate: (
    request: ChainClient & { readonly transfer: Transfer; readonly transaction: ChainTransaction },
  ) => Effect.Effect<TransferSimulation>
  /** Takes a checkpoint. Call it immediately before a transaction is sent. */
  readonly takeCheckpoint: (
    request: ChainClient & { readonly from: string },
  ) => Effect.Effect<SendCheckpoint, RpcError>
  /** Searches by hash if there is one, and always by sender and checkpoint. */
  readonly find: (
    request: ChainClient & { readonly sought: TransactionQuery },
  ) => Effect.Effect<TransactionStatus, RpcError>
  /**
   * Returns the hash of signed bytes before they are sent; `null` if they are not a signed transaction of this network.
   */
  readonly toTransactionHash: (request: { readonly network: Network; readonly raw: string }) => string | null
  /** Reads what signed bytes say of themselves, without a node. Empty if they are not signed for the network. */
  readonly readSigned: (request: {
    readonly network: Network
    readonly raw: string
  }) => Effect.Effect<SignedFacts>
  /** Broadcasts signed bytes. Repeated calls are safe. @returns the hash. */
  readonly broadcast: (
    request: ChainClient & { readonly raw: string },
  ) => Effect.Effect<string, BroadcastError | TransferRejected>
  /**
   * Returns true if an account with a key delegates to a contract's code (EIP-7702): it has the features of a smart
   * account, and still pays its own fees.
   */
  readonly isDelegated: (
    request: ChainClient & { readonly address: string },
  ) => Effect.Effect<boolean, RpcError>
  /** Returns those that `owner` owns now. One that no longer exists, or cannot be fetched, is left out. */
  readonly filterOwned: (
    request: ChainClient & { readonly owner: string; readonly collectibles: readonly CollectibleId[] },
  ) => Effect.Effect<readonly CollectibleId[], RpcError>
  /** `null` on a chain without contracts of this kind. */
  readonly contracts: ContractActions | null
  /**
   * Builds the same payment with a higher fee, to replace a pending one: at most one of the two is mined, and `find`
   * finds either. `null` on a chain where only the wallet can do that. Fails with `Reverts` if none is pending, or if
   * no higher fee can be paid. `before` is the fee of the pending one, in base units.
   */
  readonly bumpFee:
    | ((
        request: ChainClient & { readonly from: string; readonly transaction: ChainTransaction },
      ) => Effect.Effect<
        { readonly transaction: ChainTransaction; readonly fee: Fee; readonly before: bigint },
        RpcError | TransferRejected
      >)
    | null
  /** Fetches the history of an address, newest first; `null` if the chain's nodes do not provide it. */
  readonly history:
    | ((
        request: ChainClient & {
          readonly address: string
          /** The `next` of the previous page; `null` for the first. */
          readonly cursor: string | null
        },
      ) => Effect.Effect<ChainHistory, RpcError>)
    | null
  /** Reads the transactions of payment links that name a server; `null` on a chain without such links. */
  readonly readServerTransaction: Lazy<ReadServerTransaction> | null
}

/** One page of the history of an address. */
export interface ChainHistory {
  readonly transactions: readonly PastTransaction[]
  /** `null` on the last page. */
  readonly next: string | null
}

/** A transaction from the view of one address. Amounts in base units of the native currency. */
export interface PastTransaction {
  readonly hash: string
  readonly status: "pending" | "confirmed"
  /** UTC milliseconds of its block; `null` while it is in none. */
  readonly at: number | null
  readonly direction: "in" | "out" | "self"
  /** The amount received, or the amount sent without the fee. */
  readonly amount: bigint
  /** Plain address of the counterparty; `null` if there is none or several. */
  readonly counterparty: string | null
}

/** The chain rejected a transfer or signed bytes. No transaction was sent. */
export class TransferRejected extends Data.TaggedError("TransferRejected")<{
  readonly reason: /** The contract reverts; `text` is its reason, stripped and at most 200 characters, or empty. */
    | { readonly _tag: "Reverts"; readonly text: string }
    /** The sender's balance is below the amount and the fee; with `of` it is below the amount alone. */
    | { readonly _tag: "Insufficient"; readonly of?: "token" }
    /**
     * The balance would suffice with small coins that may carry inscriptions or runes, which are not spent. `amount` in
     * base units. Source: Bitcoin, ordinals.
     */
    | { readonly _tag: "Kept"; readonly amount: bigint }
    /** The bytes are not a signed transaction of this network. */
    | { readonly _tag: "Malformed" }
    /** The node knows no fee rate of the next blocks. */
    | { readonly _tag: "NoFeeRate" }
}> {
  override get message() {
    switch (this.reason._tag) {
      case "Reverts":
        return `The transaction would fail${this.reason.text === "" ? "." : `: ${this.reason.text}`}`
      case "Insufficient":
        return "Not enough funds for the amount and the fee."
      case "Kept":
        return `Coins that may carry inscriptions or runes are not spent: ${this.reason.amount} base units.`
      case "Malformed":
        return "This is not a signed transaction for this network."
      case "NoFeeRate":
        return "The node has no estimate of the fee."
    }
  }
}
