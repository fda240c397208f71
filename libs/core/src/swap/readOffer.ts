import type { ApproveTransaction, SwapTransaction } from "@wmodal/api"
import { RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import { surviving } from "../attempt/surviving.ts"
import { makeWallet, type WalletSurroundings } from "../calls/makeWallet.ts"
import type { ChainAtHand } from "../flows/askChain.ts"
import type { Token } from "../holdings/Holdings.ts"
import { nativeHolding } from "../holdings/holdingOf.ts"
import type { Payer } from "../send/payer.ts"
import { insufficiency } from "../send/sufficiency.ts"
import type { Batchless } from "./Batchless.ts"
import type { Exchange } from "./makeExchange.ts"
import { askQuote } from "./makeQuotes.ts"
import { exchangeName, type Tokens } from "./makeTokens.ts"
import type { Order } from "./prepareSwap.ts"
import type { Answer } from "./quoteOf.ts"
import type { SwapError, SwapReading } from "./Swap.ts"
import { asSwapError, refuse } from "./swapError.ts"

/** What everybody says about an order, unchecked. */
export interface Offer {
  readonly answer: Answer
  readonly built: SwapTransaction
  /** Base units of the source that the exchange may take already. */
  readonly allowance: bigint
  /** `null` where that is the amount. */
  readonly approval: ApproveTransaction | null
  /** What the payer can spend, as the chain has it. */
  readonly means: Omit<Parameters<typeof insufficiency>[0], "fee">
  /** The wallet puts approval and swap into one transaction, without a question of its own. */
  readonly takesBatches: boolean
}

export interface OfferSurroundings extends WalletSurroundings {
  readonly tokens: Pick<Tokens, "price">
  readonly batchless: Pick<Batchless, "has">
}

/** Milliseconds after which a wallet that never asks the person has no answer either. */
const patience = 5_000

const during = (what: SwapReading) => Effect.mapError(asSwapError(what))
const together = { concurrency: "unbounded" } as const

/** Asks the exchange, the chain and the wallet, in the order of the AppKit 1.7.2 wire where one is after the other. */
export const makeReadOffer = (around: OfferSurroundings) => {
  const { batchless, tokens } = around
  const wallet = makeWallet(around)
  const askWallet = Effect.gen(function* () {
    const shown = yield* wallet.shown
    if (shown === null || batchless.has(shown.connectorId, shown.account)) return false
    return (yield* shown.calls.capabilities(shown)).atomic === "supported"
  }).pipe(
    surviving,
    Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.succeed(false) }),
    Effect.orElseSucceed(() => false),
  )

  return (
    { convert }: Pick<Exchange, "convert">,
    order: Order,
    payer: Payer,
    chain: ChainAtHand,
  ): Effect.Effect<Offer, SwapError> =>
    Effect.gen(function* () {
      const { amount, destination, slippage, source } = order
      const { account, address, network, smart } = payer
      const { actions, asking } = chain
      const id = network.caipNetworkId
      const pair = { network: id, user: account, from: exchangeName(source), to: exchangeName(destination) }
      const isNative = source.address === null
      const spendable = (token: string | null) => actions.spendable({ ...asking, address, token })

      const readAllowance =
        isNative || order.allowed !== undefined
          ? Effect.succeed(amount)
          : convert.allowance({ network: id, user: account, token: pair.from })
      const readQuote = convert.gasPrice(id).pipe(
        surviving,
        during("quote"),
        Effect.flatMap(({ standard }) =>
          askQuote({ convert }, { source, destination, amount, gasPrice: BigInt(standard), user: address }),
        ),
      )
      const readChain = Effect.all(
        [
          spendable(source.address),
          isNative ? Effect.succeed(null) : spendable(null),
          agrees(chain, source),
          agrees(chain, destination),
        ],
        together,
      )
      const readPrices = [source, destination, nativeHolding(network, 0n).token].map(tokens.price)

      const [allowance, built, answer, [balance, own], takesBatches] = yield* Effect.all(
        [
          readAllowance.pipe(surviving, during("allowance")),
          convert.buildTransaction({ ...pair, amount, slippage }).pipe(surviving, during("transaction")),
          readQuote,
          readChain.pipe(surviving, during("initialize")),
          isNative ? Effect.succeed(false) : askWallet,
          Effect.all(readPrices, together),
        ],
        together,
      ).pipe(Effect.catch((error) => lackOr(error, order, payer, chain)))

      const means = { amount, balance, native: own ?? balance, isNative, smart }
      const lacking = insufficiency({ ...means, fee: null })
      if (lacking !== null) return yield* refuse({ _tag: "Insufficient", of: lacking })
      const approval =
        allowance >= amount ? null : yield* convert.buildApprove(pair).pipe(surviving, during("approval"))
      return { allowance, answer, approval, built, means, takesBatches }
    })
}

const otherUnits = new RpcError({
  method: "decimals",
  host: "",
  reason: { _tag: "Malformed", detail: "not what the token is listed with" },
})

/** Amounts are written in the units of whoever lists a token: its own contract must count in the same. */
const agrees = ({ actions, asking }: ChainAtHand, { address, decimals }: Token) =>
  address === null
    ? Effect.void
    : Effect.flatMap(actions.token({ ...asking, token: address }), (described) =>
        described !== null && described.decimals !== decimals ? Effect.fail(otherUnits) : Effect.void,
      )

/** What is plainly too much is said before what the exchange says about it. */
const lackOr = (
  error: SwapError,
  { amount, source }: Order,
  { address, smart }: Payer,
  { actions, asking }: ChainAtHand,
): Effect.Effect<never, SwapError> =>
  Effect.gen(function* () {
    const isNative = source.address === null
    const balance = yield* surviving(actions.spendable({ ...asking, address, token: source.address }))
    const lacking = insufficiency({ amount, balance, native: null, isNative, smart, fee: null })
    return yield* lacking === null ? error : refuse({ _tag: "Insufficient", of: lacking })
  }).pipe(Effect.mapError((other) => (other._tag === "SwapError" ? other : error)))
