import type {
  ChainTransaction,
  ConnectorError,
  Explanation,
  Fee,
  SimulationResult,
  WalletCall,
} from "@wmodal/chains"
import type { Decimal, Network, SubscriptionRef } from "@wmodal/protocol"
import { Data, type Effect } from "effect"
import type { AmbiguousToken } from "../holdings/AmbiguousToken.ts"
import type { LedgerEntry } from "../ledger/Ledger.ts"
import type { Token } from "../networks/Token.ts"
import type {
  Acknowledged,
  AskingOperation,
  OperationRefusal,
  OperationReview,
  ReviewingOperation,
} from "../operation/Operation.ts"
import type { ReadProblem } from "../problems/ReadProblem.ts"
import type { SendError } from "../send/Send.ts"

/** A token that can be swapped. */
export interface SwapToken {
  readonly token: Token
  /** The account's balance in base units; `null` while it is unknown. */
  readonly balance: bigint | null
  /** Fiat (USD) for one, for display only; `null` if unknown. */
  readonly price: Decimal | null
  /** True for a well-known token; these come first. */
  readonly suggested: boolean
}

/** The tokens that can be swapped on the shown network. */
export type SwapTokens =
  | { readonly _tag: "Loading" }
  /** The account's tokens by value, then the suggested ones, then the rest by symbol, with the native currency. */
  | { readonly _tag: "Listed"; readonly tokens: readonly SwapToken[] }
  | { readonly _tag: "Failed"; readonly error: SwapError }

/** The user's input. No error discards it. */
export interface SwapForm {
  readonly source: SwapToken | null
  readonly destination: SwapToken | null
  /** The source amount as typed, in the form of `applyNumericEdit`. */
  readonly amount: string
  /** Percent, above 0 and at most 50. Kept as long as the engine lives. */
  readonly slippage: number
  /** True if the amount is the maximum: it follows the balance and the fee. */
  readonly max: boolean
}

/** A quote of the exchange, valid only for this amount of this pair. Amounts in base units. */
export interface SwapQuote {
  readonly source: Token
  readonly destination: Token
  readonly amount: bigint
  /** Fiat (USD) of the amount, for display and limits only. */
  readonly amountFiat: Decimal | null
  readonly received: bigint
  /** `received` less the slippage, rounded up. */
  readonly minimum: bigint
  /** `received` less `minimum`, in the destination token. */
  readonly maximumSlippage: bigint
  /** Percent of value that is lost, for display and for the guard; `null` without a known price. */
  readonly impact: number | null
  /** 0.85 % of the amount, in the source token. */
  readonly providerFee: bigint
  /** Base units of the native currency: 150000 gas at the exchange's price, for display until it is estimated. */
  readonly gas: bigint
  /** Fiat (USD) of `gas`, for display only. */
  readonly gasFiat: Decimal | null
  readonly receivedFiat: Decimal | null
  /** UTC milliseconds of the response. */
  readonly at: number
}

/** The quote for the entered swap. */
export type QuoteState =
  /** The input is incomplete. */
  | { readonly _tag: "None" }
  /** The first quote of this pair and amount is pending. */
  | { readonly _tag: "Quoting" }
  /** `stale`: it is old, and no newer one has arrived. It is greyed out and cannot be used. */
  | {
      readonly _tag: "Quoted"
      readonly quote: SwapQuote
      readonly stale: boolean
      readonly refreshing: boolean
    }
  | { readonly _tag: "Failed"; readonly error: SwapError }

/** The execution plan of a swap. */
export type SwapPath =
  /** The exchange already has the allowance, or the source is the native currency. */
  | { readonly _tag: "Direct" }
  /**
   * First an approval of exactly the amount, then the swap. Before both the reset of an earlier approval, if the token
   * requires it.
   */
  | { readonly _tag: "TwoSteps" }
  /** Approval and swap as one atomic batch. */
  | { readonly _tag: "Batch" }

/** The warnings of a swap that need an explicit confirmation. */
export type SwapWarning =
  /** More than 15 % of the value is lost; `null` if the loss is unknown. */
  | { readonly _tag: "Impact"; readonly percent: number | null }
  /**
   * At the prices of the second source, the minimum is worth over 5 % less than what is paid; `null` if that source
   * has no prices, or implausible ones. Only where a second source is configured.
   */
  | { readonly _tag: "SecondPrice"; readonly percent: number | null }
  /** No node could simulate it: its effects are unchecked. */
  | { readonly _tag: "Untried" }
  /** The exchange names a contract that is not known to swap on this network, and that may act otherwise later. */
  | { readonly _tag: "Router"; readonly router: string }

/** A swap, ready for review and signature. Its calls are sent exactly as they were simulated. */
export interface SwapReview extends OperationReview<SwapWarning> {
  readonly form: Pick<SwapForm, "max" | "slippage">
  readonly quote: SwapQuote
  /** Plain, checksummed: the contract that moves the tokens, and the only allowed spender. */
  readonly router: string
  readonly path: SwapPath
  /** The remaining steps, in this order. `submit` requests the first; in a batch all of them at once. */
  readonly steps: readonly [SwapStep, ...SwapStep[]]
  /** The effects of all steps together on the account. */
  readonly trial: Exclude<SimulationResult, { readonly _tag: "Reverts" }>
  /** UTC milliseconds after which it is stale and can no longer be confirmed. */
  readonly until: number
}

/** A wallet request of a swap. */
export interface SwapStep {
  /** `reset`: an earlier approval is revoked, since the token rejects an approval over an unused one. */
  readonly kind: "reset" | "approve" | "swap"
  /** Base units of the source that may be spent until the reset is mined; for a reset only. */
  readonly earlier?: bigint
  readonly call: WalletCall
  /** The description of the call, or its digest if it cannot be decoded. */
  readonly explanation: Explanation
  /**
   * That of a later step is an estimate without terms: it is estimated again once the previous step is done. `null` in a
   * batch whose fee another account pays.
   */
  readonly fee: Fee | null
  /** Fiat (USD) of the expected fee, for display only. */
  readonly feeFiat: Decimal | null
  /** The transaction for the wallet; `null` in a batch, and for a later step. */
  readonly transaction: ChainTransaction | null
}

/** The ways in which a review is worse than the one that the user approved. */
export type SwapWorsening =
  /** Another contract would move the tokens. */
  | { readonly _tag: "Router" }
  /** The minimum received is lower; `before` in base units of the destination. */
  | { readonly _tag: "Minimum"; readonly before: bigint }
  /** This warning is new or more severe. */
  | { readonly _tag: "Stop"; readonly stop: SwapWarning }
  /** More steps, or others. */
  | { readonly _tag: "Steps" }
  /** The network fee is higher by more than half. */
  | { readonly _tag: "Fee" }

/** The warnings that the user has confirmed. */
export type AcknowledgedSwapWarnings = Acknowledged<SwapReview>

/** The progress of an approval and its swap, shown as steps. */
export interface SwapProgress {
  /** The reset of this swap, once it was requested as a step of its own. */
  readonly reset?: LedgerEntry["id"]
  /** The approval of this swap, once it was requested; in a batch the one entry of all steps. */
  readonly approval: LedgerEntry["id"] | null
  readonly swap: LedgerEntry["id"] | null
}

/** The state of the swap flow. */
export type SwapState =
  /** The shown network has no swaps, there is no connection, or there is no endpoint. */
  | { readonly _tag: "Unsupported"; readonly networks: readonly Network[] }
  /** Tokens, prices and gas are loading. `progress` as in Editing. */
  | { readonly _tag: "Initializing" }
  /** 'Failed to initialize swap': the UI goes back. */
  | { readonly _tag: "Failed"; readonly error: SwapError }
  | {
      readonly _tag: "Editing"
      readonly form: SwapForm
      readonly quote: QuoteState
      /** The problem of the current input. */
      readonly error: SwapError | null
      /** A review is in preparation. */
      readonly preparing: boolean
      readonly ready: boolean
    }
  | (ReviewingOperation<SwapReview, SwapError> & {
      readonly form: SwapForm
      /** The basis of the approval: the best review shown so far, or an accepted worse one. */
      readonly agreed: SwapReview
      /** The ways in which `review` is worse than `agreed`: it cannot be confirmed before they are accepted. */
      readonly worse: SwapWorsening | null
      /** Expired, and no newer review has arrived: it is greyed out and cannot be confirmed. */
      readonly stale: boolean
      readonly refreshing: boolean
      readonly progress: SwapProgress
    })
  | (AskingOperation<SwapReview> & {
      readonly form: SwapForm
      /** The step that the wallet has. */
      readonly step: SwapStep["kind"]
      readonly progress: SwapProgress
    })
  /** The approval is pending: once it is mined, the quote and the swap are built again. */
  | {
      readonly _tag: "Approving"
      readonly form: SwapForm
      readonly review: SwapReview
      readonly progress: SwapProgress
    }
  /** The swap was sent, or may have been: the ledger reports the rest. */
  | { readonly _tag: "Left"; readonly progress: SwapProgress }

/** A complete swap. */
export interface SwapOrder {
  readonly source: Token
  readonly destination: Token
  /** Base units; `max` is the whole balance, less the fee for the native currency. */
  readonly amount: bigint | "max"
  /** Percent. */
  readonly slippage: number
}

/** A swap in progress. A UI edits it, or opens a complete one; scripts use `find`, `prepare` and `submit`. */
export interface Swap {
  readonly state: SubscriptionRef.SubscriptionRef<SwapState>
  readonly tokens: SubscriptionRef.SubscriptionRef<SwapTokens>
  /** Returns whether the shown network supports swaps, and the configuration enables them. */
  readonly offered: SubscriptionRef.SubscriptionRef<boolean>
  /** Starts over. Quotes are requested as long as `watch` runs. */
  readonly begin: Effect.Effect<void>
  /** Refreshes quotes every 10 s; runs until it is interrupted, for example when its view closes. */
  readonly watch: Effect.Effect<never>
  readonly chooseSource: (token: SwapToken) => Effect.Effect<void>
  readonly chooseDestination: (token: SwapToken) => Effect.Effect<void>
  /** Sets the amount. An edit that is not a number is ignored. A quote is requested 200 ms after the last edit. */
  readonly typeAmount: (text: string) => Effect.Effect<void>
  /**
   * Sets the whole balance of the source, and once the fee of this swap is known, for the native currency less that fee.
   * The review takes what is right by then.
   */
  readonly useMax: Effect.Effect<void>
  /** Exchanges both sides. The amount is then the previous received amount, or 1 if there was none. */
  readonly switchSides: Effect.Effect<void>
  /** Ignores values that are not above 0 and at most 50. */
  readonly setSlippage: (percent: number) => Effect.Effect<void>
  /** Editing → Reviewing, or Editing with the problem. From Reviewing: reads everything again. */
  readonly review: Effect.Effect<void>
  /** Reviewing → Editing. Asking → Editing: the wallet still has the request. */
  readonly back: Effect.Effect<void>
  readonly acknowledge: (stop: SwapWarning["_tag"]) => Effect.Effect<void>
  /** Accepts a review that has become worse, if it is still the shown one. It confirms nothing. */
  readonly accept: (shown: SwapReview) => Effect.Effect<void>
  /**
   * Runs the next step: Reviewing → Asking → Approving → Reviewing, or → Left. Refused while stale, while a warning is
   * not confirmed, and while a worse review is not accepted.
   */
  readonly confirm: Effect.Effect<void>

  /** Finds by symbol (any case; `AmbiguousToken` if several have it) or contract; `null` if there is none. */
  readonly find: (text: string) => Effect.Effect<SwapToken | null, ReadProblem | SwapError | AmbiguousToken>
  /** Requests a quote, builds the swap, simulates it and checks it. */
  readonly prepare: (order: SwapOrder) => Effect.Effect<SwapReview, SwapError>
  /** Prepares a complete swap and goes to its review, whatever was edited before. Fails like `prepare`. */
  readonly open: (order: SwapOrder) => Effect.Effect<SwapReview, SwapError>
  /** Requests the first step, or the batch, from the wallet, once. @returns its entry afterwards: Sent, or Lost. */
  readonly submit: (
    review: SwapReview,
    passed: AcknowledgedSwapWarnings,
  ) => Effect.Effect<LedgerEntry, SwapError>
}

/** The operation during which a read or build failed. Each has its own message. */
export type SwapOperation =
  /** 'Failed to initialize swap' */
  | "initialize"
  /** 'Failed to fetch network token price' */
  | "price"
  | "quote"
  /** 'Failed to check allowance' */
  | "allowance"
  /** 'Failed to create approval transaction' */
  | "approval"
  /** 'Failed to create transaction' */
  | "transaction"
  /** 'Transaction error' */
  | "send"

/** The reason why a swap cannot be reviewed or requested. */
export type SwapReason =
  | OperationRefusal<SwapWarning>
  /** 'Incorrect amount': not a number, zero, or finer than the token's decimals. */
  | { readonly _tag: "InvalidAmount" }
  /** 'Insufficient balance'. */
  | { readonly _tag: "Insufficient"; readonly of: "token" | "gas" }
  /** The exchange has no quote for it. */
  | { readonly _tag: "NoQuote" }
  | { readonly _tag: "Failed"; readonly during: SwapOperation; readonly problem: ReadProblem | SendError }
  /** The built swap differs from the request. No wallet ever receives it. */
  | { readonly _tag: "Refused"; readonly because: SwapRefusal }
  /** The quote is too old. */
  | { readonly _tag: "Stale" }
  | { readonly _tag: "Unsupported" }
  /** The wallet failed and nothing was sent. */
  | { readonly _tag: "Wallet"; readonly error: ConnectorError }
  /** The approval was not mined, or failed: the swap was not requested. */
  | { readonly _tag: "ApprovalFailed"; readonly entry: LedgerEntry["id"] }

/** The reason why a built swap is not signed. */
export type SwapRefusal =
  /** The allowed spender differs from the contract that swaps. */
  | "spender"
  /** It belongs to another account. */
  | "sender"
  /** The received tokens do not arrive at this account. */
  | "recipient"
  /** The account loses more than the amount, or another asset. */
  | "source"
  /** Less than the minimum arrives. */
  | "minimum"
  /** It would allow an unlimited transfer of a token, or it cannot be fully decoded. */
  | "approval"
  /** It would fail. */
  | "reverts"

/** A failed swap. */
export class SwapError extends Data.TaggedError("SwapError")<{ readonly reason: SwapReason }> {}
