import {
  type ChainTransaction,
  type ContractActions,
  type Explanation,
  type Fee,
  type WalletCall,
} from "@wmodal/chains"
import type { CaipAddress } from "@wmodal/protocol"
import { Effect, SubscriptionRef } from "effect"
import { surviving } from "../attempt/surviving.ts"
import { askChain, type ChainAtHand, type ChainSurroundings } from "../flows/askChain.ts"
import type { Holdings, Token } from "../holdings/Holdings.ts"
import { nativeHolding } from "../holdings/holdingOf.ts"
import { isSettled, type LedgerEntry } from "../ledger/Ledger.ts"
import type { LedgerRoom } from "../ledger/LedgerRoom.ts"
import { nameIn } from "../requests/makeExplain.ts"
import { worthOf } from "../send/amount.ts"
import { type Around, payerOf, stillPays, walletElsewhere } from "../send/payer.ts"
import { sponsored } from "../send/sponsored.ts"
import { insufficiency } from "../send/sufficiency.ts"
import type { Batchless } from "./Batchless.ts"
import { wrongEffect, wrongParty, wrongRequest } from "./checkSwap.ts"
import type { Exchange } from "./makeExchange.ts"
import { isSameToken, plainAddress, type Tokens } from "./makeTokens.ts"
import { swapNetworks } from "./networks.ts"
import { quoteOf, staleAfter } from "./quoteOf.ts"
import { makeReadOffer } from "./readOffer.ts"
import type { Swap, SwapError, SwapPath, SwapReading, SwapReview, SwapStep } from "./Swap.ts"
import { isSlippage } from "./slippage.ts"
import { asSwapError, refuse } from "./swapError.ts"
import { stopsAt } from "./swapMaths.ts"

export type PrepareSurroundings = Around &
  ChainSurroundings & {
    readonly exchange: Exchange | null
    readonly holdings: Pick<Holdings, "state" | "refresh">
    readonly ledger: Pick<LedgerRoom, "entries">
    readonly tokens: Pick<Tokens, "of" | "price">
    readonly batchless: Pick<Batchless, "has">
  }

/** What is wanted. */
export type Order = Parameters<Swap["prepare"]>[0] & {
  readonly amount: bigint
  /** Whose it is, where it goes on: of anybody else it is none. */
  readonly account?: CaipAddress
  /** Whom the chain has let take exactly that of the source, as the ledger shows: checksummed. */
  readonly allowed?: string
}

export interface Prepared {
  readonly review: SwapReview
  /** The same approval, which is on its way already. */
  readonly pending: LedgerEntry | null
}

export type Prepare = (order: Order) => Effect.Effect<Prepared, SwapError>

/** Tokens that are looked at besides what is swapped. */
const mostWatched = 50

/** Reads, has built, tries out and checks everything that a review shows. Nothing that is refused here is ever shown to a wallet. */
export const makePrepare = (around: PrepareSurroundings): Prepare => {
  const { holdings, tokens } = around
  const readOffer = makeReadOffer(around)

  /** What of the account could be taken. A router may be what counts something that nobody lists: then its balance falls. */
  const watched = ({ destination, source }: Order, router: string): readonly string[] => {
    const now = SubscriptionRef.getUnsafe(holdings.state)
    const held = "holdings" in now ? now.holdings.map(({ token }) => token) : []
    const addressesOf = (all: readonly Token[]) =>
      all.flatMap(({ address, network }) => (network === source.network ? (address ?? []) : []))
    return [...new Set([...addressesOf([source, destination]), router, ...addressesOf(held)])].slice(
      0,
      mostWatched,
    )
  }

  return (order) =>
    Effect.gen(function* () {
      const { amount, destination, slippage, source } = order
      const payer = yield* payerOf(around)
      const { account, address, network } = payer
      const { exchange } = around
      const id = network.caipNetworkId
      if (exchange === null || !swapNetworks.includes(id)) return yield* refuse({ _tag: "Unsupported" })
      if (source.network !== id || destination.network !== id || (order.account ?? account) !== account)
        return yield* refuse({ _tag: "Changed" })
      const elsewhere = walletElsewhere(around, payer)
      if (elsewhere !== null) return yield* refuse({ _tag: "Wallet", error: elsewhere })
      if (amount <= 0n || !isSlippage(slippage)) return yield* refuse({ _tag: "InvalidAmount" })
      if (isSameToken(source, destination)) return yield* refuse({ _tag: "NoQuote" })
      const chain = yield* askChain(around, payer)
      const { actions, asking } = chain
      const { contracts } = actions
      if (contracts === null) return yield* refuse({ _tag: "Unsupported" })
      const self = actions.address(address)
      if (self === null) return yield* refuse({ _tag: "Changed" })

      // What nobody knows of nobody would see leave.
      if (SubscriptionRef.getUnsafe(holdings.state)._tag === "Loading") yield* holdings.refresh

      const { allowance, answer, approval, built, means, takesBatches } = yield* readOffer(
        exchange,
        order,
        payer,
        chain,
      )
      const native = nativeHolding(network, 0n).token
      const place = { network, address: actions.address }
      const router = plainAddress(built.to, place)
      const party = wrongParty({
        self,
        sender: plainAddress(built.from, place),
        router,
        spender: approval === null ? order.allowed : contracts.spenderIn(approval.data),
        approved: approval === null ? source.address : plainAddress(approval.from, place),
        source: source.address,
        destination: destination.address,
      })
      if (party !== null || router === null)
        return yield* refuse({ _tag: "Refused", because: party ?? "spender" })

      const swap: WalletCall = { to: router, value: means.isNative ? amount : 0n, data: built.data }
      const approvalOf = (units: bigint) =>
        approval !== null && source.address !== null
          ? contracts.approve({ token: source.address, spender: router, amount: units })
          : null
      const approve = approvalOf(amount)
      const quote = quoteOf(
        {
          source: tokens.of(source),
          destination: tokens.of(destination),
          amount,
          slippage,
          native: { decimals: native.decimals, price: tokens.of(native).price },
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
              nameOf: (one) => nameIn(around, one),
            }),
            Effect.result(
              path._tag === "Batch"
                ? Effect.succeed(null)
                : estimated(contracts, chain, self, calls[0], payer.smart).pipe(
                    failing(approve === null ? "transaction" : "approval"),
                  ),
            ),
          ],
          { concurrency: "unbounded" },
        ).pipe(surviving, failing("transaction"))
      const plain = yield* lookAt(approve === null ? [swap] : [approve, swap])
      // Some tokens take no approval over one that is not used up. Source: the contract of USDT.
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
      const because = wrongEffect(trial, asked) ?? wrongRequest(explained.dangers)
      // What it does is told before what it costs.
      if (because !== null) return yield* refuse({ _tag: "Refused", because })
      const cost = yield* Effect.fromResult(fee)
      const most = (cost?.most ?? 0n) + (path._tag === "Direct" ? 0n : quote.gas)
      const short = insufficiency({ ...means, fee: most })
      if (short !== null) return yield* refuse({ _tag: "Insufficient", of: short })

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
        feeFiat: its === null ? null : worthOf(its.expected, native.decimals, tokens.of(native).price),
        transaction: its === null ? null : transactionOf(contracts, call, its),
      })
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
          ...(stopsAt(quote.impact) ? [{ _tag: "Impact" as const, percent: quote.impact }] : []),
          ...(trial._tag === "Unavailable" ? [{ _tag: "Untried" as const }] : []),
        ],
        until: quote.at + staleAfter,
      }
      if (!stillPays(around, review)) return yield* refuse({ _tag: "Changed" })
      return { review, pending: approve === null ? null : pendingIn(around, review) }
    }).pipe(surviving, failing("transaction"))
}

const transactionOf = (contracts: ContractActions, call: WalletCall, fee: Fee): ChainTransaction => ({
  ...contracts.call(call),
  ...fee.terms,
})

const failing = (what: SwapReading) => Effect.mapError(asSwapError(what))

const estimated = (
  contracts: ContractActions,
  { asking }: ChainAtHand,
  from: string,
  call: WalletCall,
  smart: boolean,
) => sponsored(smart)(contracts.estimateCall({ ...asking, from, call }))

/** Base units that the first step lets the exchange take. */
export const approvedBy = ({ quote, steps }: Pick<SwapReview, "quote" | "steps">): bigint =>
  steps[0].kind === "reset" ? 0n : quote.amount

/** An approval that has left, of exactly this much for exactly this one. */
const pendingIn = (
  { ledger }: Pick<PrepareSurroundings, "ledger">,
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
        subject.amount === approvedBy(review),
    ) ?? null
  )
}
