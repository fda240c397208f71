import { getStatedGas, isSwapRouter, swapNetworks } from "@wmodal/api"
import type { Connector, Fee } from "@wmodal/chains"
import { type CaipAddress, formatAmount, type Network, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import { isSameToken } from "../holdings/findHolding.ts"
import { toNativeHolding } from "../holdings/toHolding.ts"
import type { LedgerEntry, RequestedAction } from "../ledger/Ledger.ts"
import { generateBatchId } from "../ledger/ledgerModel.ts"
import { toTransactionRequest } from "../operation/askWallet.ts"
import type { OperationKind } from "../operation/Operation.ts"
import { formatFlowEnglish } from "../problems/FlowPresentation.ts"
import { toFiatValue } from "../send/amountInput.ts"
import {
  getPayer,
  isReviewCurrent,
  isSmartAccount,
  type PaymentDeps,
  walletNetworkMismatch,
} from "../send/payer.ts"
import { findShortfall, sumFees, withSponsoredFees } from "../services/funds.ts"
import { loadChain } from "../services/loadChain.ts"
import { findOwnAccountName, findPrice, listHeldTokens, maxWatchedTokens } from "../signing/makeExplain.ts"
import { checkSwapAddresses, checkSwapCalls, checkSwapEffects } from "./checkSwap.ts"
import { findSwapMaximum } from "./findSwapMaximum.ts"
import { parseExchangeId } from "./makeSwapTokenStore.ts"
import { presentSwap } from "./presentSwap.ts"
import type { SwapError, SwapOrder, SwapPath, SwapReview, SwapStep } from "./Swap.ts"
import { makeSwapError, mapSwapError, type SwapContext, toBatcher, toSwapError } from "./SwapContext.ts"
import { makeFetchUnverifiedSwap } from "./swapReads.ts"
import {
  fetchSecondPrices,
  getSecondPriceLoss,
  isHighImpact,
  isHighSecondPriceLoss,
  isSlippage,
  quoteTtlMs,
  toSwapQuote,
} from "./toSwapQuote.ts"

export type SwapRequest = SwapOrder & {
  /** True if the amount is a maximum: it becomes smaller when its fee no longer fits. */
  readonly max?: boolean
  /** The owner of a resumed swap: it is valid for no other account. */
  readonly account?: CaipAddress
  /** The checksummed spender that already has an allowance of exactly the source amount, according to the ledger. */
  readonly allowed?: string
}

/** A swap of a known amount. */
export type AmountRequest = SwapRequest & { readonly amount: bigint }

type PlannedStep = Pick<SwapStep, "kind" | "call"> & {
  /** What the exchange states. */
  readonly statedGas?: bigint
}

export interface PreparedSwap {
  readonly review: SwapReview
  /** The pending entry of the same approval. */
  readonly pending: LedgerEntry | null
}

export type PrepareSwap = (order: SwapRequest) => Effect.Effect<PreparedSwap, SwapError>

/**
 * What a maximum leaves on top of its fee, in 64ths of it: nothing; then what the estimates of two amounts differ by;
 * then what a base fee rises by from one block to the next. Source: EIP-1559.
 */
const maximumHeadrooms = [0n, 1n, 8n] as const

/** Prepares a swap. A maximum is what fits at the end: it is estimated again when its fee has risen meanwhile. */
export const makePrepareSwap = (deps: SwapContext): PrepareSwap => {
  const prepare = makePrepareAmount(deps)
  const whenItNoLongerFits =
    (next: ReturnType<PrepareSwap>) =>
    (prepared: ReturnType<PrepareSwap>): ReturnType<PrepareSwap> =>
      Effect.catch(prepared, (error) =>
        error.reason._tag === "Insufficient" && error.reason.of === "gas" ? next : Effect.fail(error),
      )
  const prepareMaximum = (
    order: SwapRequest,
    [headroom, ...others]: readonly [bigint, ...bigint[]],
  ): ReturnType<PrepareSwap> => {
    const [next, ...rest] = others
    const found = Effect.flatMap(findSwapMaximum(deps, order, headroom), (amount) =>
      prepare({ ...order, amount, max: true }),
    )
    return next === undefined
      ? found
      : whenItNoLongerFits(Effect.suspend(() => prepareMaximum(order, [next, ...rest])))(found)
  }
  return (order) => {
    const { amount, max } = order
    if (amount === "max") return prepareMaximum(order, maximumHeadrooms)
    const prepared = prepare({ ...order, amount })
    return max === true
      ? whenItNoLongerFits(Effect.suspend(() => prepareMaximum(order, maximumHeadrooms)))(prepared)
      : prepared
  }
}

/** Reads, builds, simulates and checks everything that a review shows. No wallet ever receives a rejected swap. */
const makePrepareAmount = (deps: SwapContext) => {
  const { holdings, tokens } = deps
  const readOffer = makeFetchUnverifiedSwap(deps)

  /** Returns the account's tokens at risk. A router may itself be an unlisted token, so its balance is checked too. */
  const listWatchedTokens = ({ destination, source }: AmountRequest, network: Network, router: string) => {
    const swapped = [source, destination].flatMap(({ address }) => address ?? [])
    const all = new Set([...swapped, router, ...listHeldTokens(deps, network)])
    return [...all].slice(0, maxWatchedTokens)
  }

  return (order: AmountRequest) =>
    Effect.gen(function* () {
      const { amount, destination, slippage, source } = order
      const payer = yield* getPayer(deps)
      const { account, address, network } = payer
      const { exchange } = deps
      const id = network.caipNetworkId
      if (exchange === null || !swapNetworks.includes(id))
        return yield* makeSwapError({ _tag: "Unsupported" })
      if (source.network !== id || destination.network !== id || (order.account ?? account) !== account)
        return yield* makeSwapError({ _tag: "Changed" })
      const mismatch = walletNetworkMismatch(deps, payer)
      if (mismatch !== null) return yield* makeSwapError({ _tag: "Wallet", error: mismatch })
      if (amount <= 0n || !isSlippage(slippage)) return yield* makeSwapError({ _tag: "InvalidAmount" })
      if (isSameToken(source, destination)) return yield* makeSwapError({ _tag: "NoQuote" })
      const chain = yield* loadChain(deps, payer)
      const { actions, asking } = chain
      const { contracts } = actions
      if (contracts === null) return yield* makeSwapError({ _tag: "Unsupported" })
      const self = actions.address(address)
      if (self === null) return yield* makeSwapError({ _tag: "Changed" })

      // The loss of an unknown token would go unnoticed.
      if (SubscriptionRef.getUnsafe(holdings.state)._tag === "Loading") yield* holdings.refresh

      const [{ allowance, answer, approval, built, means, takesBatches }, secondPrices] = yield* Effect.all(
        [
          readOffer(exchange, order, payer, chain),
          exchange.secondPrices === null
            ? Effect.succeed(null)
            : fetchSecondPrices(exchange.secondPrices, { source, destination }),
        ],
        { concurrency: "unbounded" },
      )
      const native = toNativeHolding(network, 0n).token
      const place = { network, address: actions.address }
      const router = parseExchangeId(built.to, place)
      const party = checkSwapAddresses({
        self,
        sender: parseExchangeId(built.from, place),
        router,
        spender: approval === null ? order.allowed : contracts.decodeSpender(approval.data),
        approved: approval === null ? source.address : parseExchangeId(approval.from, place),
        source: source.address,
        destination: destination.address,
      })
      if (party !== null || router === null)
        return yield* makeSwapError({ _tag: "Refused", because: party ?? "spender" })

      const swap: PlannedStep = {
        kind: "swap",
        call: { to: router, value: means.isNative ? amount : 0n, data: built.data },
        statedGas: getStatedGas(built),
      }
      const approvalOf = (kind: "reset" | "approve", units: bigint): readonly PlannedStep[] =>
        approval !== null && source.address !== null
          ? [{ kind, call: contracts.approve({ token: source.address, spender: router, amount: units }) }]
          : []
      const approve = approvalOf("approve", amount)
      const quote = toSwapQuote(order, answer, { native, tokens })
      const path: SwapPath = { _tag: approve.length === 0 ? "Direct" : takesBatches ? "Batch" : "TwoSteps" }
      const isBatch = path._tag === "Batch"
      const lookAt = ([first, ...rest]: readonly [PlannedStep, ...PlannedStep[]]) => {
        const explain = actions.explain({
          ...asking,
          from: self,
          request: { _tag: "Calls", calls: [first.call, ...rest.map(({ call }) => call)] },
          tokens: listWatchedTokens(order, network, router),
          priceOf: (token) => findPrice([source, destination, native].map(tokens.get), network, token),
          nameOf: (one) => findOwnAccountName(deps, one),
        })
        const during = first.kind === "swap" ? "transaction" : "approval"
        // The wallet of a smart account pays for a batch, by terms of its own.
        const fees: Effect.Effect<readonly Fee[], SwapError> =
          isBatch && payer.smart
            ? Effect.succeed([])
            : contracts
                .estimateCalls({ ...asking, from: self, calls: [first, ...rest] })
                .pipe(withSponsoredFees(payer.smart, 1 + rest.length), mapSwapError(during))
        return Effect.all([explain, Effect.result(fees)], { concurrency: "unbounded" }).pipe(
          catchDefects,
          mapSwapError("transaction"),
        )
      }
      const [start = swap, ...end] = [...approve, swap]
      const plain = yield* lookAt([start, ...end])
      // Some tokens reject an approval over an unused one. Source: the contract of USDT.
      const refused = plain[0].trial
      const stands = refused?._tag === "Reverts" && refused.at === 0 && allowance > 0n
      const [first = start, ...rest] = [...(stands ? approvalOf("reset", 0n) : []), start, ...end]
      const [explained, estimated] = first === start ? plain : yield* lookAt([first, ...rest])
      const trial = explained.trial ?? { _tag: "Unavailable" }
      if (trial._tag === "Reverts") return yield* makeSwapError({ _tag: "Refused", because: "reverts" })
      const { minimum } = quote
      const limits = { source: source.address, destination: destination.address, amount, minimum }
      const because = checkSwapEffects(trial, limits) ?? checkSwapCalls(explained.dangers)
      // Problems of the effects take precedence over those of the fee.
      if (because !== null) return yield* makeSwapError({ _tag: "Refused", because })
      const fees = yield* Effect.fromResult(estimated)
      const most = sumFees(fees)
      const short = findShortfall({ ...means, fee: most })
      if (short !== null) return yield* makeSwapError({ _tag: "Insufficient", of: short })

      const toStep = ({ kind, call }: PlannedStep, at: number): SwapStep => {
        const fee = fees[at] ?? null
        return {
          kind,
          ...(kind === "reset" && { earlier: allowance }),
          call,
          explanation: explained.calls[at] ?? explained.calls[0],
          fee,
          feeFiat: fee === null ? null : toFiatValue(fee.expected, native.decimals, tokens.get(native).price),
          transaction:
            at > 0 || isBatch || fee === null ? null : { ...contracts.call(call), ...fee.transactionFields },
        }
      }
      const own = (deps.options.swapRouters[id] ?? []).map(actions.address)
      const secondLoss = secondPrices === null ? 0 : getSecondPriceLoss(secondPrices, quote)
      const review: SwapReview = {
        account,
        network,
        form: { slippage, max: order.max === true },
        quote,
        router,
        path,
        steps: [toStep(first, 0), ...rest.map((step, at) => toStep(step, at + 1))],
        trial,
        stops: [
          ...(isHighImpact(quote.impact) ? [{ _tag: "Impact" as const, percent: quote.impact }] : []),
          ...(isHighSecondPriceLoss(secondLoss)
            ? [{ _tag: "SecondPrice" as const, percent: secondLoss }]
            : []),
          ...(trial._tag === "Unavailable" ? [{ _tag: "Untried" as const }] : []),
          ...(isSwapRouter(id, router) || own.includes(router) ? [] : [{ _tag: "Router" as const, router }]),
        ],
        until: quote.at + quoteTtlMs,
      }
      if (!isReviewCurrent(deps, review)) return yield* makeSwapError({ _tag: "Changed" })
      const subject = toApprovalAction(review)
      return { review, pending: approval === null ? null : deps.ledger.findDuplicate({ account, subject }) }
    }).pipe(catchDefects, mapSwapError("transaction"))
}

/** The first step of a swap: a reset, an approval or the swap itself; or all steps as one batch. */
export const makeSwapKind = (deps: SwapContext): OperationKind<SwapReview, SwapError> => ({
  toSubject: (review) => {
    if (!isSwapping(review)) return toApprovalAction(review)
    const { amount, destination, minimum, source } = review.quote
    return { _tag: "Swap", source, destination, amount, minimum, router: review.router }
  },
  toRequest: ({ account, network, path, steps: [first, ...others] }) => {
    if (path._tag === "Batch") {
      const id = generateBatchId()
      const calls = [first.call, ...others.map(({ call }) => call)] as const
      const batch = { account, network, calls, atomicRequired: true, id }
      const ask = (connector: Connector) =>
        Effect.flatMap(connector.calls, (wallet) => wallet.sendCalls(batch))
      return { _tag: "Batch", id, ask }
    }
    return toTransactionRequest({ account, network, transaction: first.transaction })
  },
  isCurrent: (review) => isReviewCurrent(deps, review),
  refuse: makeSwapError,
  toError: (problem) =>
    problem._tag === "ConnectorError"
      ? makeSwapError({ _tag: "Wallet", error: problem })
      : toSwapError("send")(problem),
  findExpiry: ({ until }, now) => (now >= until ? makeSwapError({ _tag: "Stale" }) : null),
  onProgress: (review, progress) => {
    switch (progress._tag) {
      case "Requested":
        return isSwapping(review) ? emitSwapEvent(deps, review, "INITIATE_SWAP") : Effect.void
      case "Slow":
        return Effect.void
      case "Unsent": {
        const { entry, error } = progress
        if (review.path._tag === "Batch" && isUnsupported(error))
          deps.batchless.add(toBatcher(entry.connectorId, review.account))
        return emitSwapEvent(deps, review, isSwapping(review) ? "SWAP_ERROR" : "SWAP_APPROVAL_ERROR", error)
      }
      case "Answered":
        // The success of a Lost swap is unknown, and a swap that failed on the chain is not a success.
        return isSwapping(review) && /^(Taken|Sent|Confirmed)$/.test(progress.entry.state._tag)
          ? emitSwapEvent(deps, review, "SWAP_SUCCESS")
          : Effect.void
    }
  },
})

/** Returns whether the wallet does not support the request. */
export const isUnsupported = (error: SwapError | null): boolean =>
  error?.reason._tag === "Wallet" && error.reason.error.reason._tag === "Unsupported"

const isSwapping = ({ path, steps }: SwapReview): boolean => path._tag === "Batch" || steps[0].kind === "swap"

/** Returns the approval, or its reset, that precedes the swap. */
const toApprovalAction = ({ quote, router, steps }: SwapReview): RequestedAction => ({
  _tag: "Approval",
  token: quote.source,
  amount: steps[0].kind === "reset" ? 0n : quote.amount,
  spender: router,
})

/** The events of a swap that the host app's subscribers receive, as on the AppKit 1.7.2 wire. */
type SwapEvent = "INITIATE_SWAP" | "SWAP_SUCCESS" | "SWAP_ERROR" | "SWAP_APPROVAL_ERROR"

export const emitSwapEvent = (
  deps: Pick<PaymentDeps, "accounts" | "emit">,
  { network, quote: { amount, destination, received, source } }: SwapReview,
  event: SwapEvent,
  error?: SwapError,
) =>
  deps.emit(event, {
    isSmartAccount: isSmartAccount(deps, { network }),
    network: network.caipNetworkId,
    swapFromToken: source.symbol,
    swapToToken: destination.symbol,
    swapFromAmount: formatAmount(amount, source.decimals),
    swapToAmount: formatAmount(received, destination.decimals),
    ...(error !== undefined && { message: formatFlowEnglish(presentSwap(error).title) }),
  })
