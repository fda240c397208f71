import { isSwapRouter, swapNetworks } from "@wmodal/api"
import {
  type ChainTransaction,
  type ContractActions,
  type Explanation,
  type Fee,
  type WalletCall,
} from "@wmodal/chains"
import { type CaipAddress, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import { toNativeHolding } from "../holdings/toHolding.ts"
import { isSettled, type LedgerEntry } from "../ledger/Ledger.ts"
import type { Token } from "../networks/Token.ts"
import { toFiatValue } from "../send/amountInput.ts"
import { findShortfall, withSponsoredFee } from "../send/balanceCheck.ts"
import { getPayer, isReviewCurrent, walletNetworkMismatch } from "../send/payer.ts"
import { type LoadedChain, loadChain } from "../services/loadChain.ts"
import { findOwnAccountName } from "../signing/makeExplain.ts"
import { checkSwapAddresses, checkSwapCalls, checkSwapEffects } from "./checkSwap.ts"
import { makeFetchUnverifiedSwap } from "./makeFetchUnverifiedSwap.ts"
import { isSameToken, parseExchangeId } from "./makeSwapTokenStore.ts"
import type { Swap, SwapError, SwapOperation, SwapPath, SwapReview, SwapStep } from "./Swap.ts"
import type { SwapContext } from "./SwapContext.ts"
import { makeSwapError, toSwapError } from "./swapErrors.ts"
import { isHighImpact, isHighSecondPriceLoss, isSlippage } from "./swapMaths.ts"
import { fetchSecondPrices, getSecondPriceLoss, quoteTtlMs, toSwapQuote } from "./toSwapQuote.ts"

/** The requested swap. */
export type SwapRequest = Parameters<Swap["prepare"]>[0] & {
  readonly amount: bigint
  /** The owner of a resumed swap: it is valid for no other account. */
  readonly account?: CaipAddress
  /** The checksummed spender that already has an allowance of exactly the source amount, according to the ledger. */
  readonly allowed?: string
}

export interface PreparedSwap {
  readonly review: SwapReview
  /** The pending entry of the same approval. */
  readonly pending: LedgerEntry | null
}

export type PrepareSwap = (order: SwapRequest) => Effect.Effect<PreparedSwap, SwapError>

/** Maximum number of tokens that are checked in addition to the swapped ones. */
const maxWatchedSwapTokens = 50

/** Reads, builds, simulates and checks everything that a review shows. No wallet ever receives a rejected swap. */
export const makePrepareSwap = (deps: SwapContext): PrepareSwap => {
  const { holdings, tokens } = deps
  const readOffer = makeFetchUnverifiedSwap(deps)

  /** Returns the account's tokens at risk. A router may itself be an unlisted token, so its balance is checked too. */
  const watched = ({ destination, source }: SwapRequest, router: string): readonly string[] => {
    const now = SubscriptionRef.getUnsafe(holdings.state)
    const held = "holdings" in now ? now.holdings.map(({ token }) => token) : []
    const addressesOf = (all: readonly Token[]) =>
      all.flatMap(({ address, network }) => (network === source.network ? (address ?? []) : []))
    return [...new Set([...addressesOf([source, destination]), router, ...addressesOf(held)])].slice(
      0,
      maxWatchedSwapTokens,
    )
  }

  return (order) =>
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

      const swap: WalletCall = { to: router, value: means.isNative ? amount : 0n, data: built.data }
      const approvalOf = (units: bigint) =>
        approval !== null && source.address !== null
          ? contracts.approve({ token: source.address, spender: router, amount: units })
          : null
      const approve = approvalOf(amount)
      const quote = toSwapQuote(
        {
          source: tokens.get(source),
          destination: tokens.get(destination),
          amount,
          slippage,
          native: { decimals: native.decimals, price: tokens.get(native).price },
        },
        answer,
      )
      const path: SwapPath = { _tag: approve === null ? "Direct" : takesBatches ? "Batch" : "TwoSteps" }
      const lookAt = (calls: readonly [WalletCall, ...WalletCall[]]) =>
        Effect.all(
          [
            actions.explain({
              ...asking,
              from: self,
              request: { _tag: "Calls", calls },
              tokens: watched(order, router),
              nameOf: (one) => findOwnAccountName(deps, one),
            }),
            Effect.result(
              path._tag === "Batch"
                ? Effect.succeed(null)
                : estimateStepFee(contracts, chain, self, calls[0], payer.smart).pipe(
                    mapOperationError(approve === null ? "transaction" : "approval"),
                  ),
            ),
          ],
          { concurrency: "unbounded" },
        ).pipe(catchDefects, mapOperationError("transaction"))
      const plain = yield* lookAt(approve === null ? [swap] : [approve, swap])
      // Some tokens reject an approval over an unused one. Source: the contract of USDT.
      const refused = plain[0].trial
      const stands = refused?._tag === "Reverts" && refused.at === 0 && allowance > 0n
      const reset = stands ? approvalOf(0n) : null
      const [explained, fee] =
        reset === null || approve === null ? plain : yield* lookAt([reset, approve, swap])
      const trial = explained.trial ?? { _tag: "Unavailable" }
      const asked = {
        source: source.address,
        destination: destination.address,
        amount,
        minimum: quote.minimum,
      }
      const because = checkSwapEffects(trial, asked) ?? checkSwapCalls(explained.dangers)
      // Problems of the effects take precedence over those of the fee.
      if (because !== null) return yield* makeSwapError({ _tag: "Refused", because })
      const cost = yield* Effect.fromResult(fee)
      const most = (cost?.most ?? 0n) + (path._tag === "Direct" ? 0n : quote.gas)
      const short = findShortfall({ ...means, fee: most })
      if (short !== null) return yield* makeSwapError({ _tag: "Insufficient", of: short })

      const [said, ...others] = explained.calls
      const [second = said, third = second] = others
      const stepOf = (
        kind: SwapStep["kind"],
        call: WalletCall,
        explanation: Explanation,
        its: Fee | null,
      ): SwapStep => ({
        kind,
        ...(kind === "reset" && { earlier: allowance }),
        call,
        explanation,
        fee: its,
        feeFiat: its === null ? null : toFiatValue(its.expected, native.decimals, tokens.get(native).price),
        transaction: its === null ? null : toTransaction(contracts, call, its),
      })
      const own = (deps.options.swapRouters[id] ?? []).map(actions.address)
      const secondLoss = secondPrices === null ? 0 : getSecondPriceLoss(secondPrices, quote)
      const review: SwapReview = {
        account,
        network,
        form: { slippage },
        quote,
        router,
        path,
        steps:
          approve === null
            ? [stepOf("swap", swap, said, cost)]
            : reset === null
              ? [stepOf("approve", approve, said, cost), stepOf("swap", swap, second, null)]
              : [
                  stepOf("reset", reset, said, cost),
                  stepOf("approve", approve, second, null),
                  stepOf("swap", swap, third, null),
                ],
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
      return { review, pending: approve === null ? null : findPendingApproval(deps, review) }
    }).pipe(catchDefects, mapOperationError("transaction"))
}

const toTransaction = (contracts: ContractActions, call: WalletCall, fee: Fee): ChainTransaction => ({
  ...contracts.call(call),
  ...fee.transactionFields,
})

const mapOperationError = (what: SwapOperation) => Effect.mapError(toSwapError(what))

const estimateStepFee = (
  contracts: ContractActions,
  { asking }: LoadedChain,
  from: string,
  call: WalletCall,
  smart: boolean,
) => withSponsoredFee(smart)(contracts.estimateCall({ ...asking, from, call }))

/** Returns the base units that the first step allows the exchange to spend. */
export const getApprovedAmount = ({ quote, steps }: Pick<SwapReview, "quote" | "steps">): bigint =>
  steps[0].kind === "reset" ? 0n : quote.amount

/** Returns a sent approval of exactly this amount for exactly this spender. */
const findPendingApproval = (
  { ledger }: Pick<SwapContext, "ledger">,
  review: SwapReview,
): LedgerEntry | null => {
  const { account, quote, router } = review
  return (
    SubscriptionRef.getUnsafe(ledger.entries).find(
      ({ account: whose, state, subject }) =>
        subject._tag === "Approval" &&
        !isSettled(state) &&
        whose.toLowerCase() === account.toLowerCase() &&
        subject.token.address === quote.source.address &&
        subject.spender === router &&
        subject.amount === getApprovedAmount(review),
    ) ?? null
  )
}
