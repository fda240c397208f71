import type { Fee } from "@wmodal/chains"
import { Effect } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import { getPayer } from "../send/payer.ts"
import { findMaximum, isFeeLacking } from "../services/funds.ts"
import { loadChain } from "../services/loadChain.ts"
import { parseExchangeId, toExchangeId } from "./makeSwapTokenStore.ts"
import type { SwapError, SwapOrder } from "./Swap.ts"
import { makeSwapError, mapSwapError, type SwapDeps } from "./SwapContext.ts"

/** What a maximum depends on. */
export type MaximumQuery = Pick<SwapOrder, "source" | "destination" | "slippage">

/**
 * Returns how much of the source can be swapped now, in base units: the payer's whole balance, and for the native
 * currency less the maximum fee of this very swap, as the exchange builds it and the chain estimates it.
 * @param headroom what is left on top of the fee, in 64ths of it
 */
export const findSwapMaximum = (
  deps: SwapDeps,
  { destination, slippage, source }: MaximumQuery,
  headroom = 0n,
): Effect.Effect<bigint, SwapError> =>
  Effect.gen(function* () {
    const payer = yield* getPayer(deps)
    const { account, address, network, smart } = payer
    const { exchange } = deps
    const id = network.caipNetworkId
    if (exchange === null) return yield* makeSwapError({ _tag: "Unsupported" })
    if (source.network !== id || destination.network !== id) return yield* makeSwapError({ _tag: "Changed" })
    const { actions, asking } = yield* loadChain(deps, payer)
    const { contracts } = actions
    if (contracts === null) return yield* makeSwapError({ _tag: "Unsupported" })
    const balance = yield* actions.spendableBalance({ ...asking, address, token: source.address })
    if (balance === 0n) return yield* makeSwapError({ _tag: "Insufficient", of: "token" })
    const isNative = source.address === null
    if (!isNative || smart) return balance

    const pair = { network: id, from: toExchangeId(source), to: toExchangeId(destination) }
    const estimate = (amount: bigint) =>
      Effect.gen(function* () {
        const built = yield* exchange.convert.buildTransaction({ ...pair, user: account, amount, slippage })
        const to = parseExchangeId(built.to, { network, address: actions.address })
        if (to === null) return yield* makeSwapError({ _tag: "Refused", because: "spender" })
        const call = { to, value: amount, data: built.data }
        const fee = yield* contracts.estimateCall({ ...asking, from: address, call })
        return withHeadroom(fee, headroom)
      })
    const funds = { balance, native: balance, isNative, smart }
    const { amount } = yield* findMaximum(funds, estimate, isFeeLacking)
    return amount ?? (yield* makeSwapError({ _tag: "Insufficient", of: "gas" }))
  }).pipe(catchDefects, mapSwapError("transaction"))

const withHeadroom = (fee: Fee, headroom: bigint): Fee => ({
  ...fee,
  most: fee.most + (fee.most * headroom + 63n) / 64n,
})
