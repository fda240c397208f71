import type {
  ChainTransaction,
  ConnectorError,
  Explanation,
  Fee,
  SimulationResult,
  WalletCall,
} from "@wmodal/chains"
import type { CaipAddress, Decimal, Network } from "@wmodal/protocol"
import { Data, type Effect, type SubscriptionRef } from "effect"
import type { FlowProblem } from "../flows/FlowProblem.ts"
import type { Token } from "../holdings/Holdings.ts"
import type { LedgerEntry } from "../ledger/Ledger.ts"

/** A token that can be swapped. */
export interface SwapToken {
  readonly token: Token
  /** Base units that the account has; `null` as long as nobody knows. */
  readonly balance: bigint | null
  /** Fiat (USD) for one, for display only; `null` where nobody knows. */
  readonly price: Decimal | null
  /** Among the well-known ones, which come first. */
  readonly suggested: boolean
}

/** What can be swapped on the network shown. */
export type SwapTokens =
  | { readonly _tag: "Loading" }
  /** What the account has first, worth most first; then the suggested ones; then the rest by symbol. The network's own currency is among them. */
  | { readonly _tag: "Listed"; readonly tokens: readonly SwapToken[] }
  | { readonly _tag: "Failed"; readonly error: SwapError }

/** What a person has typed and chosen. Nothing of it is ever lost by an error. */
export interface SwapForm {
  readonly source: SwapToken | null
  readonly destination: SwapToken | null
  /** As typed, of the source, in the form of `typeNumber`. */
  readonly amount: string
  /** Percent, above 0 and at most 50. Remembered as long as the engine lives. */
  readonly slippage: number
}

/** One answer of the exchange. It is for this amount of this pair, and for no other. Amounts in base units. */
export interface SwapQuote {
  readonly source: Token
  readonly destination: Token
  readonly amount: bigint
  readonly received: bigint
  /** `received` less the slippage, rounded up. */
  readonly minimum: bigint
  /** Of the destination: `received` less `minimum`. */
  readonly maximumSlippage: bigint
  /** Percent of worth that is lost, for display and for the guard; `null` where a price is not known. */
  readonly impact: number | null
  /** 0.85 % of the amount, of the source. */
  readonly providerFee: bigint
  /** Base units of the network's own currency: 150000 gas at the exchange's price, for display until it is estimated. */
  readonly gas: bigint
  /** Fiat (USD) of `gas`, for display only. */
  readonly gasFiat: Decimal | null
  readonly receivedFiat: Decimal | null
  /** UTC milliseconds when it was answered. */
  readonly at: number
}

export type QuoteState =
  /** There is nothing to ask yet. */
  | { readonly _tag: "None" }
  /** The first one of this pair and amount is on its way. */
  | { readonly _tag: "Quoting" }
  /** `stale`: it is old, and no newer one has come. It is shown greyed, and nothing can be done with it. */
  | {
      readonly _tag: "Quoted"
      readonly quote: SwapQuote
      readonly stale: boolean
      readonly refreshing: boolean
    }
  | { readonly _tag: "Failed"; readonly error: SwapError }

/** How it gets done. */
export type SwapPath =
  /** The exchange may take the amount already, or it is the network's own currency. */
  | { readonly _tag: "Direct" }
  /** First an approval of exactly the amount, then the swap. Before both the reset of an earlier approval, where the token wants that. */
  | { readonly _tag: "TwoSteps" }
  /** Approval and swap as one batch that happens whole or not at all. */
  | { readonly _tag: "Batch" }

/** What stands against a swap and is passed by an explicit act. */
export type SwapWarning =
  /** More than 15 % of the worth is lost; `null` where nobody knows how much. */
  | { readonly _tag: "Impact"; readonly percent: number | null }
  /** No node could try it out: nobody has checked what it does. */
  | { readonly _tag: "Untried" }

/** A swap, ready to be looked at and then signed. What is here is what leaves: each call was tried out as it stands. */
export interface SwapReview {
  readonly account: CaipAddress
  readonly network: Network
  readonly form: Pick<SwapForm, "slippage">
  readonly quote: SwapQuote
  /** Plain, checksummed: who moves the tokens, and the only one who is allowed to. */
  readonly router: string
  readonly path: SwapPath
  /** What is left to do, in this order. The first is what `submit` asks for; in a batch all of them at once. */
  readonly steps: readonly [SwapStep, ...SwapStep[]]
  /** What all steps together do to the account. */
  readonly trial: SimulationResult
  readonly stops: readonly SwapWarning[]
  /** UTC milliseconds after which it is stale: it can no longer be confirmed. */
  readonly until: number
}

export interface SwapStep {
  /** `reset`: an earlier approval is taken back, since the token takes none over one that is not used up. */
  readonly kind: "reset" | "approve" | "swap"
  /** Of a reset: base units of the source that may be taken as long as it is not done. */
  readonly earlier?: bigint
  readonly call: WalletCall
  /** The same in words, or its digest where nobody can read it. */
  readonly explanation: Explanation
  /** `null` where it cannot be told before the step before it is done. */
  readonly fee: Fee | null
  /** Fiat (USD) of the expected fee, for display only. */
  readonly feeFiat: Decimal | null
  /** What the wallet is asked to send; `null` in a batch, and as long as there is no fee. */
  readonly transaction: ChainTransaction | null
}

/** What is worse about a review than about the one that a person has agreed to. */
export type SwapWorsening =
  /** Somebody else would move the tokens. */
  | { readonly _tag: "Router" }
  /** Less is sure to arrive; `before` in base units of the destination. */
  | { readonly _tag: "Minimum"; readonly before: bigint }
  /** This stands against it, and did not, or not as much. */
  | { readonly _tag: "Stop"; readonly stop: SwapWarning }
  /** More steps, or others. */
  | { readonly _tag: "Steps" }
  /** The network takes half as much again, or more. */
  | { readonly _tag: "Fee" }

export type AcknowledgedSwapWarnings = readonly SwapWarning["_tag"][]

/** Where an approval and its swap stand: shown as steps. */
export interface SwapProgress {
  /** The reset of this swap, once it was asked for as a step of its own. */
  readonly reset?: LedgerEntry["id"]
  /** The approval of this swap, once it was asked for; in a batch the one entry of all. */
  readonly approval: LedgerEntry["id"] | null
  readonly swap: LedgerEntry["id"] | null
}

export type SwapState =
  /** The network shown has no swaps, or nothing is connected, or there is no endpoint. */
  | { readonly _tag: "Unsupported"; readonly networks: readonly Network[] }
  /** Tokens, prices and gas are read. `progress` as in Editing. */
  | { readonly _tag: "Initializing" }
  /** 'Failed to initialize swap': a face goes back. */
  | { readonly _tag: "Failed"; readonly error: SwapError }
  | {
      readonly _tag: "Editing"
      readonly form: SwapForm
      readonly quote: QuoteState
      /** What is wrong with what stands there now. */
      readonly error: SwapError | null
      /** A review is being made. */
      readonly preparing: boolean
      readonly ready: boolean
    }
  | {
      readonly _tag: "Reviewing"
      readonly form: SwapForm
      readonly review: SwapReview
      /** What a yes stands for: as good as the last one that was shown, or accepted where it was worse. */
      readonly agreed: SwapReview
      /** What is worse about `review` than about `agreed`: it cannot be confirmed before it is accepted. */
      readonly worse: SwapWorsening | null
      readonly passed: AcknowledgedSwapWarnings
      /** Older than it may be, and no newer one has come: it is greyed and cannot be confirmed. */
      readonly stale: boolean
      readonly refreshing: boolean
      readonly confirming: boolean
      readonly progress: SwapProgress
      readonly error: SwapError | null
    }
  /** The wallet has the question about this step. `slow` after 60 s without an answer. */
  | {
      readonly _tag: "Asking"
      readonly form: SwapForm
      readonly review: SwapReview
      readonly step: SwapStep["kind"]
      readonly progress: SwapProgress
      readonly slow: boolean
    }
  /** The approval is on its way: the chain is waited for, then all is quoted and built anew. */
  | {
      readonly _tag: "Approving"
      readonly form: SwapForm
      readonly review: SwapReview
      readonly progress: SwapProgress
    }
  /** The swap has left, or may have: the ledger tells the rest. */
  | { readonly _tag: "Left"; readonly progress: SwapProgress }

/** One swap in the making. A face edits it; scripts use `find`, `prepare` and `submit`. */
export interface Swap {
  readonly state: SubscriptionRef.SubscriptionRef<SwapState>
  readonly tokens: SubscriptionRef.SubscriptionRef<SwapTokens>
  /** Whether the network shown is one of those with swaps, and this page offers them. */
  readonly offered: SubscriptionRef.SubscriptionRef<boolean>
  /** Begins anew. Quotes are asked for as long as `watch` runs. */
  readonly begin: Effect.Effect<void>
  /** Keeps quotes fresh, every 10 s; runs until it is interrupted, as a view does that goes away. */
  readonly watch: Effect.Effect<never>
  readonly chooseSource: (token: SwapToken) => Effect.Effect<void>
  readonly chooseDestination: (token: SwapToken) => Effect.Effect<void>
  /** An edit that is no number is ignored. A quote is asked for 200 ms after the last one. */
  readonly typeAmount: (text: string) => Effect.Effect<void>
  /** Everything of the source, less the fee where it is the network's own currency. */
  readonly useMax: Effect.Effect<void>
  /** Exchanges both sides. The amount is then what would have been received, or 1 where there was none. */
  readonly switchSides: Effect.Effect<void>
  /** Ignored where it is not above 0 and at most 50. */
  readonly setSlippage: (percent: number) => Effect.Effect<void>
  /** Editing → Reviewing, or Editing with what is wrong. From Reviewing: all is read anew. */
  readonly review: Effect.Effect<void>
  /** Reviewing → Editing. Asking → Editing: the wallet still has the question. */
  readonly back: Effect.Effect<void>
  readonly acknowledge: (stop: SwapWarning["_tag"]) => Effect.Effect<void>
  /** Agrees to a review that has become worse, if it is still the one that is shown. It confirms nothing. */
  readonly accept: (shown: SwapReview) => Effect.Effect<void>
  /**
   * The next step: Reviewing → Asking → Approving → Reviewing, or → Left. Refused while stale, while a stop is not
   * passed, and while what has become worse is not accepted.
   */
  readonly confirm: Effect.Effect<void>

  /** By symbol (any case; `AmbiguousToken` where several have it) or contract; `null` where there is none. */
  readonly find: (text: string) => Effect.Effect<SwapToken | null, FlowProblem>
  /** Quotes, builds, tries out and checks. */
  readonly prepare: (swap: {
    readonly source: Token
    readonly destination: Token
    /** Base units; `max` is everything, less the fee where it is the network's own currency. */
    readonly amount: bigint | "max"
    /** Percent. */
    readonly slippage: number
  }) => Effect.Effect<SwapReview, SwapError>
  /** Asks the wallet for the first step, or for the batch, once. @returns the entry once the wallet has answered: Sent, or Lost. */
  readonly submit: (
    review: SwapReview,
    passed: AcknowledgedSwapWarnings,
  ) => Effect.Effect<LedgerEntry, SwapError>
}

/** What was being done when something could not be read or built. Each has its own text. */
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

export type SwapReason =
  /** 'Incorrect amount': no number, zero, or finer than the token's decimals. */
  | { readonly _tag: "InvalidAmount" }
  /** 'Insufficient balance'. */
  | { readonly _tag: "Insufficient"; readonly of: "token" | "gas" }
  /** The exchange has no quote for it. */
  | { readonly _tag: "NoQuote" }
  | { readonly _tag: "Failed"; readonly during: SwapOperation; readonly problem: FlowProblem }
  /** What was built is not what was asked for. Nothing of it is ever shown to a wallet. */
  | { readonly _tag: "Refused"; readonly because: SwapRefusal }
  /** A stop was not passed. */
  | { readonly _tag: "Stopped"; readonly stops: readonly SwapWarning[] }
  /** The quote is too old. */
  | { readonly _tag: "Stale" }
  /** The same swap may be on its way. */
  | { readonly _tag: "Duplicate"; readonly entry: LedgerEntry["id"] }
  /** The account or the network has changed since the review. */
  | { readonly _tag: "Changed" }
  | { readonly _tag: "Unsupported" }
  /** The wallet did not do it; nothing has left. */
  | { readonly _tag: "Wallet"; readonly error: ConnectorError }
  /** The approval was not mined, or failed: the swap was not asked for. */
  | { readonly _tag: "ApprovalFailed"; readonly entry: LedgerEntry["id"] }

/** Why what was built is not signed. */
export type SwapRefusal =
  /** Whoever would be allowed to take the token is not who swaps it. */
  | "spender"
  /** It is somebody else's. */
  | "sender"
  /** What is received does not arrive at this account. */
  | "recipient"
  /** More leaves than the amount, or something else does. */
  | "source"
  /** Less arrives than the minimum. */
  | "minimum"
  /** It would let somebody take all there is of a token, or there is more in it than can be read. */
  | "approval"
  /** It would fail. */
  | "reverts"

/** A swap that did not go ahead. */
export class SwapError extends Data.TaggedError("SwapError")<{ readonly reason: SwapReason }> {}
