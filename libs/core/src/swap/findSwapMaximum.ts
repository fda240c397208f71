import type { Fee } from "@wmodal/chains"
import { Effect } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import { getMaxSendable } from "../send/balanceCheck.ts"
import { getPayer } from "../send/payer.ts"
import { loadChain } from "../services/loadChain.ts"
import { parseExchangeId, toExchangeId } from "./makeSwapTokenStore.ts"
import type { SwapError, SwapOrder } from "./Swap.ts"
import { makeSwapError, mapSwapError, type SwapDeps } from "./SwapContext.ts"

/** What a maximum depends on. */
export type MaximumQuery = Pick<SwapOrder, "source" | "destination" | "slippage">

/**
 * Returns how much of the source can be swapped now, in base units: the payer's whole balance, and for the native
 * currency less the maximum fee of this very swap, as the exchange builds it and the chain estimates it.
 * @param risen adds what a fee rises by from one block to the next
 */
export const findSwapMaximum = (
  deps: SwapDeps,
  { destination, slippage, source }: MaximumQuery,
  risen = false,
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
    const built = yield* exchange.convert.buildTransaction({
      ...pair,
      user: account,
      amount: balance,
      slippage,
    })
    const to = parseExchangeId(built.to, { network, address: actions.address })
    if (to === null) return yield* makeSwapError({ _tag: "Refused", because: "spender" })
    const call = { to, value: balance, data: built.data }
    const fee = yield* contracts.estimateCall({ ...asking, from: address, call })
    const most = getMaxSendable({ balance, native: balance, isNative, smart, fee: getKeptFee(fee, risen) })
    return most ?? (yield* makeSwapError({ _tag: "Insufficient", of: "gas" }))
  }).pipe(catchDefects, mapSwapError("transaction"))

/** A base fee rises by at most an eighth with each block. Source: EIP-1559. */
const getKeptFee = ({ most }: Fee, risen: boolean): bigint => (risen ? (most * 9n + 7n) / 8n : most)
