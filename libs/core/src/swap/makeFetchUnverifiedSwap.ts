import type { ApproveTransaction, SwapTransaction } from "@wmodal/api"
import { Clock } from "@wmodal/protocol"
import { Effect } from "effect"
import { makeActiveWalletReader } from "../activeWallet/activeWallet.ts"
import { catchDefects } from "../effects/catchDefects.ts"
import { toNativeHolding } from "../holdings/toHolding.ts"
import { checkDecimals, findShortfall } from "../send/balanceCheck.ts"
import type { Payer } from "../send/payer.ts"
import type { LoadedChain } from "../services/loadChain.ts"
import type { Exchange } from "../services/makeExchange.ts"
import type { SwapRequest } from "./makePrepareSwap.ts"
import { fetchQuote } from "./makeQuotePoller.ts"
import { toExchangeId } from "./makeSwapTokenStore.ts"
import type { SwapError } from "./Swap.ts"
import { type SwapContext, toBatcher } from "./SwapContext.ts"
import { makeSwapError, mapSwapError } from "./swapErrors.ts"
import type { ExchangeQuote } from "./toSwapQuote.ts"

/** The unverified data of an order from all sources. */
export interface UnverifiedSwap {
  readonly answer: ExchangeQuote
  readonly built: SwapTransaction
  /** Base units of the source that the exchange is already allowed to spend. */
  readonly allowance: bigint
  /** `null` if that covers the amount. */
  readonly approval: ApproveTransaction | null
  /** The payer's spendable balance on the chain. */
  readonly means: Omit<Parameters<typeof findShortfall>[0], "fee">
  /** True if the wallet combines approval and swap into one transaction, without a separate prompt. */
  readonly takesBatches: boolean
}

/** Milliseconds until a wallet request that never prompts the user times out. */
const walletReadTimeoutMs = 5_000

const unboundedConcurrency = { concurrency: "unbounded" } as const

/** Queries the exchange, the chain and the wallet, in the order of the AppKit 1.7.2 wire for sequential requests. */
export const makeFetchUnverifiedSwap = (deps: SwapContext) => {
  const { batchless, tokens } = deps
  const wallet = makeActiveWalletReader(deps)
  const askWallet = Effect.gen(function* () {
    const shown = yield* wallet.get
    if (shown === null || batchless.has(toBatcher(shown.connectorId, shown.account))) return false
    return (yield* shown.calls.capabilities(shown)).atomic === "supported"
  }).pipe(
    catchDefects,
    Clock.timeoutOrElse({ duration: walletReadTimeoutMs, orElse: () => Effect.succeed(false) }),
    Effect.orElseSucceed(() => false),
  )

  return (
    { convert }: Pick<Exchange, "convert">,
    order: SwapRequest,
    payer: Payer,
    chain: LoadedChain,
  ): Effect.Effect<UnverifiedSwap, SwapError> =>
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
          checkDecimals(chain, source),
          checkDecimals(chain, destination),
        ],
        unboundedConcurrency,
      )
      const readPrices = [source, destination, toNativeHolding(network, 0n).token].map(tokens.price)

      const [allowance, built, answer, [balance, own], takesBatches] = yield* Effect.all(
        [
          readAllowance.pipe(catchDefects, mapSwapError("allowance")),
          convert
            .buildTransaction({ ...pair, amount, slippage })
            .pipe(catchDefects, mapSwapError("transaction")),
          readQuote,
          readChain.pipe(catchDefects, mapSwapError("initialize")),
          isNative ? Effect.succeed(false) : askWallet,
          Effect.all(readPrices, unboundedConcurrency),
        ],
        unboundedConcurrency,
      ).pipe(Effect.catch((error) => preferShortfall(error, order, payer, chain)))

      const means = { amount, balance, native: own ?? balance, isNative, smart }
      const lacking = findShortfall({ ...means, fee: null })
      if (lacking !== null) return yield* makeSwapError({ _tag: "Insufficient", of: lacking })
      const approval =
        allowance >= amount
          ? null
          : yield* convert.buildApprove(pair).pipe(catchDefects, mapSwapError("approval"))
      return { allowance, answer, approval, built, means, takesBatches }
    })
}

/** Reports an obviously insufficient balance before the exchange's own error. */
const preferShortfall = (
  error: SwapError,
  { amount, source }: SwapRequest,
  { address, smart }: Payer,
  { actions, asking }: LoadedChain,
): Effect.Effect<never, SwapError> =>
  Effect.gen(function* () {
    const isNative = source.address === null
    const balance = yield* catchDefects(
      actions.spendableBalance({ ...asking, address, token: source.address }),
    )
    const lacking = findShortfall({ amount, balance, native: null, isNative, smart, fee: null })
    return yield* lacking === null ? error : makeSwapError({ _tag: "Insufficient", of: lacking })
  }).pipe(Effect.mapError((other) => (other._tag === "SwapError" ? other : error)))
