import { type ApiError } from "@wmodal/api"
import { Clock, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { makeActiveWalletReader, readWallet } from "../activeWallet/activeWallet.ts"
import { catchDefects } from "../effects/catchDefects.ts"
import { toNativeHolding } from "../holdings/toHolding.ts"
import type { Token } from "../networks/Token.ts"
import { checkToken } from "../send/balanceCheck.ts"
import type { Payer } from "../send/payer.ts"
import type { ActiveAccount } from "../services/ActiveAccount.ts"
import { findShortfall } from "../services/funds.ts"
import { type LoadedChain, loadChain } from "../services/loadChain.ts"
import type { Exchange } from "../services/makeExchange.ts"
import { type SwapTokenStore, toExchangeId } from "./makeSwapTokenStore.ts"
import type { SwapError } from "./Swap.ts"
import { makeSwapError, mapSwapError, type SwapContext, toBatcher, toSwapError } from "./SwapContext.ts"
import type { AmountRequest } from "./swapKind.ts"
import type { QuoteQuery } from "./swapModel.ts"
import type { ExchangeQuote } from "./toSwapQuote.ts"

const unboundedConcurrency = { concurrency: "unbounded" } as const

/** Loads tokens, the price of the native currency, balances and gas, in the order of the AppKit 1.7.2 wire. */
export const openSwap = (deps: SwapContext, holder: ActiveAccount) =>
  Effect.gen(function* () {
    const { exchange, holdings, toasts, tokens } = deps
    const { network } = holder
    const id = network.caipNetworkId
    if (exchange === null) return yield* makeSwapError({ _tag: "Unsupported" })
    const { actions } = yield* loadChain(deps, holder)
    if (actions.contracts === null) return yield* makeSwapError({ _tag: "Unsupported" })
    if (!(yield* exchange.gate.supports(id))) return yield* makeSwapError({ _tag: "Unsupported" })
    const native = toNativeHolding(network, 0n).token
    const [, price, , gas] = yield* Effect.all(
      [
        tokens.load({ network, address: actions.address, rules: actions.rules }),
        tokens.refetchPrice(native),
        holdings.refresh,
        exchange.convert.gasPrice(id),
      ],
      unboundedConcurrency,
    )
    // Without the price the fee is shown in the native currency only.
    if (price === null && network.testnet !== true) yield* toasts.show("error", { id: "flow.swap.price" })
    return { gasPrice: BigInt(gas.standard), source: getInitialSource(native, tokens) }
  }).pipe(catchDefects, mapSwapError("initialize"))

/** Returns the native currency, or the token with the highest value if its balance is zero. */
const getInitialSource = (native: Token, { get, state }: SwapTokenStore): Token => {
  const now = SubscriptionRef.getUnsafe(state)
  const [first] = now._tag === "Listed" ? now.tokens : []
  const poor = get(native).balance === 0n
  return poor && first?.balance != null && first.balance > 0n ? first.token : native
}

/** Requests a quote. `user` is plain, `gasPrice` in base units of the native currency. */
export const fetchQuote = (
  { convert }: Pick<Exchange, "convert">,
  query: Omit<QuoteQuery, "key"> & { readonly user: string; readonly gasPrice: bigint },
): Effect.Effect<ExchangeQuote, SwapError> =>
  Effect.gen(function* () {
    const { amount, destination, gasPrice, source, user } = query
    const pair = { network: source.network, from: toExchangeId(source), to: toExchangeId(destination) }
    const [first] = yield* catchDefects(convert.quotes({ ...pair, user, amount, gasPrice }))
    const received = BigInt(first?.toAmount ?? 0)
    // A quote for another amount is not valid for this one.
    if (first === undefined || BigInt(first.fromAmount) !== amount || received <= 0n)
      return yield* makeSwapError({ _tag: "NoQuote" })
    return { received, gasPrice, at: yield* Clock.currentTimeMillis }
  }).pipe(
    Effect.mapError((error) =>
      error._tag === "ApiError" && isNoQuote(error)
        ? makeSwapError({ _tag: "NoQuote" })
        : toSwapError("quote")(error),
    ),
  )

/** Returns whether the exchange accepted the request but does not trade this pair or amount. */
const isNoQuote = ({ reason }: ApiError) =>
  reason._tag === "Status" && (reason.status === 400 || reason.status === 404)

/** Queries the exchange, the chain and the wallet, in the order of the AppKit 1.7.2 wire for sequential requests. */
export const makeFetchUnverifiedSwap = (deps: SwapContext) => {
  const { batchless, tokens } = deps
  const wallet = makeActiveWalletReader(deps)
  /** Returns whether the wallet combines approval and swap into one transaction, without a separate prompt. */
  const takesBatches = Effect.gen(function* () {
    const shown = yield* wallet.get
    if (shown === null || batchless.has(toBatcher(shown.connectorId, shown.account))) return false
    return (yield* shown.calls.capabilities(shown)).atomic === "supported"
  })

  return ({ convert }: Pick<Exchange, "convert">, order: AmountRequest, payer: Payer, chain: LoadedChain) =>
    Effect.gen(function* () {
      const { amount, destination, slippage, source } = order
      const { account, address, network, smart } = payer
      const { actions, asking } = chain
      const id = network.caipNetworkId
      const pair = { network: id, user: account, from: toExchangeId(source), to: toExchangeId(destination) }
      const isNative = source.address === null
      const spendable = (token: string | null) => actions.spendableBalance({ ...asking, address, token })

      const readAllowance =
        isNative || order.allowed !== undefined
          ? Effect.succeed(amount)
          : convert.allowance({ network: id, user: account, token: pair.from })
      const readQuote = convert.gasPrice(id).pipe(
        catchDefects,
        mapSwapError("quote"),
        Effect.flatMap(({ standard }) =>
          fetchQuote({ convert }, { source, destination, amount, gasPrice: BigInt(standard), user: address }),
        ),
      )
      const readChain = Effect.all(
        [
          spendable(source.address),
          isNative ? Effect.succeed(null) : spendable(null),
          checkToken(chain, source),
          checkToken(chain, destination),
        ],
        unboundedConcurrency,
      )
      const readPrices = [source, destination, toNativeHolding(network, 0n).token].map(tokens.price)

      const [allowance, built, answer, [balance, own], isBatched] = yield* Effect.all(
        [
          readAllowance.pipe(catchDefects, mapSwapError("allowance")),
          convert
            .buildTransaction({ ...pair, amount, slippage })
            .pipe(catchDefects, mapSwapError("transaction")),
          readQuote,
          readChain.pipe(catchDefects, mapSwapError("initialize")),
          isNative ? Effect.succeed(false) : readWallet(takesBatches, false),
          Effect.all(readPrices, unboundedConcurrency),
        ],
        unboundedConcurrency,
      ).pipe(Effect.catch((error) => preferShortfall(error, order, payer, chain)))

      // The payer's spendable balances on the chain.
      const means = { amount, balance, native: own ?? balance, isNative, smart }
      const lacking = findShortfall({ ...means, fee: null })
      if (lacking !== null) return yield* makeSwapError({ _tag: "Insufficient", of: lacking })
      // No approval is needed if the exchange is already allowed to spend the amount.
      const approval =
        allowance >= amount
          ? null
          : yield* convert.buildApprove(pair).pipe(catchDefects, mapSwapError("approval"))
      return { allowance, answer, approval, built, means, takesBatches: isBatched }
    })
}

/** Reports an obviously insufficient balance before the exchange's own error. */
const preferShortfall = (
  error: SwapError,
  { amount, source }: AmountRequest,
  { address, smart }: Payer,
  { actions, asking }: LoadedChain,
): Effect.Effect<never, SwapError> =>
  Effect.gen(function* () {
    const token = source.address
    const balance = yield* catchDefects(actions.spendableBalance({ ...asking, address, token }))
    const isNative = token === null
    const lacking = findShortfall({ amount, balance, native: null, isNative, smart, fee: null })
    return yield* lacking === null ? error : makeSwapError({ _tag: "Insufficient", of: lacking })
  }).pipe(Effect.mapError((other) => (other._tag === "SwapError" ? other : error)))
