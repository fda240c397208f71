import type { Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import type { ChainTransaction } from "../contract/Transfer.ts"
import { fetchNode } from "../rpc/fetchNode.ts"
import { maxTransactionGas } from "./callCost.ts"
import { parseQuantity, toQuantityHex } from "./Hex.ts"
import { findNativeUnits } from "./nativeFace.ts"
import { fetchMostCharge, fetchRollupCharge } from "./rollupCharge.ts"
import { type BlockConditions, fetchBlockConditions } from "./simulatedBlock.ts"
import {
  type CallSimulation,
  type EventLog,
  type RunResult,
  runSimulation,
  type SimulatedCall,
  type TrackedAsset,
} from "./simulationRun.ts"

/** The gas limit and the price of a call, as far as its sender decides them. */
export type CallTerms = Pick<SimulatedCall, "gas" | "gasPrice" | "maxFeePerGas" | "maxPriorityFeePerGas">

/** Returns the terms of a transaction. A wallet takes its `maxFeePerGas` before its `gasPrice`. */
export const toCallTerms = ({
  gas,
  gasLimit,
  gasPrice,
  maxFeePerGas,
  maxPriorityFeePerGas,
}: ChainTransaction): CallTerms => {
  const limit = parseQuantity(gas ?? gasLimit)
  const most = parseQuantity(maxFeePerGas)
  const tip = parseQuantity(maxPriorityFeePerGas)
  const price = parseQuantity(gasPrice)
  return {
    ...(limit !== null && { gas: toQuantityHex(limit) }),
    ...(most !== null
      ? { maxFeePerGas: toQuantityHex(most), maxPriorityFeePerGas: toQuantityHex(tip ?? most) }
      : price !== null && { gasPrice: toQuantityHex(price) }),
  }
}

const unavailableSimulation: CallSimulation = { _tag: "Unavailable" }

/**
 * Runs calls in a row by `eth_simulateV1`, in one simulated block on top of the latest one, and reads balances before
 * and after them, without the fees of the calls. A called contract cannot tell it from the next block: gas price, base
 * fee, block and sender are those of a transaction, and the code that reads balances is at an unpredictable address.
 * A first run, without a price, finds the gas of the calls. An account that runs a contract's code (EIP-7702) runs it
 * here too.
 * @param holdings has the sender's native currency among them
 * @param findMore returns the other assets to track, by the events of the first run
 */
export const simulateCalls = (
  rpc: Rpc,
  calls: readonly SimulatedCall[],
  holdings: readonly TrackedAsset[],
  findMore: (logs: readonly EventLog[]) => readonly TrackedAsset[] = () => [],
): Effect.Effect<CallSimulation> => {
  const sender = calls[0]?.from.toLowerCase()
  const isSender = ({ holder, token }: TrackedAsset) => token === null && holder.toLowerCase() === sender
  return Effect.gen(function* () {
    const [{ first, lent }, conditions] = yield* Effect.all(
      [runUnpriced(rpc, calls, holdings), Effect.option(fetchBlockConditions(rpc))],
      { concurrency: "unbounded" },
    )
    if (first._tag !== "Simulated") return toSimulation(first)
    if (conditions._tag === "None") return unavailableSimulation
    const block = conditions.value
    const priced = calls.map((call, at) => {
      const gas = call.gas ?? toQuantityHex(getGasLimit(first.gasUsed[at] ?? 0n))
      const price = isPriced(call) ? {} : { gasPrice: toQuantityHex(block.gasPrice) }
      return { call: { ...call, gas, ...price }, ...getPrices(call, block) }
    })
    const fees = priced.reduce((sum, { call, most }) => sum + BigInt(call.gas) * most, 0n)
    const needed = calls.reduce((sum, { value }) => sum + BigInt(value), fees)
    const start = first.before[holdings.findIndex(isSender)]
    if (start == null) return unavailableSimulation
    const held = start - lent
    // A fee that another account pays, or that the sender cannot pay, is not what is simulated here.
    const usual = held < needed ? fees : 0n
    const assets = [...holdings, ...findMore(first.logs)]
    const terms = priced.map(({ call }) => call)
    const run = (funding: bigint) =>
      Effect.map(
        runSimulation(rpc, {
          calls: terms,
          holdings: assets,
          block,
          balance: funding === 0n ? null : held + funding,
        }),
        (result) => ({ funding, result }),
      )
    const tried = yield* run(usual)
    // A rollup's node may charge more than the gas.
    const { funding, result: second } =
      tried.result._tag === "Lacking" ? yield* run(fees + (yield* fetchMostCharge(rpc, terms))) : tried
    if (second._tag !== "Simulated") return toSimulation(second)
    const paid = priced.reduce((sum, { effective }, at) => sum + (second.gasUsed[at] ?? 0n) * effective, 0n)
    const nativeUnits = findFaces(assets, second)
    const correct = (balances: readonly (bigint | null)[], by: bigint) => {
      const native = (balances[assets.findIndex(isSender)] ?? 0n) + by
      return balances.map((balance, at) => {
        const [asset, units] = [assets[at], nativeUnits[at] ?? null]
        if (balance === null || asset?.holder.toLowerCase() !== sender) return balance
        // A token that is the native currency pays the fee too.
        return asset?.token === null ? native : units === null ? balance : native / units
      })
    }
    const own = assets.findIndex(isSender)
    const [was, is] = [second.before[own], second.after[own]]
    const charge =
      was == null || is == null || second.transfers === null
        ? 0n
        : yield* fetchRollupCharge(rpc, terms, { lost: was - is - paid, transfers: second.transfers })
    if (charge === null) return unavailableSimulation
    return {
      _tag: "Simulated",
      before: correct(second.before, -funding),
      after: correct(second.after, paid + charge - funding),
      nativeUnits,
      logs: second.logs,
      transfers: second.transfers,
    }
  })
}

/**
 * Runs calls without a price. A rollup's node may charge more than the gas all the same: what it charges at most is lent
 * to a sender that lacks it.
 */
const runUnpriced = (
  rpc: Rpc,
  calls: readonly SimulatedCall[],
  holdings: readonly TrackedAsset[],
): Effect.Effect<{ readonly first: RunResult; readonly lent: bigint }> =>
  Effect.gen(function* () {
    const unpriced = { calls: calls.map(withoutPrice), holdings }
    const first = yield* runSimulation(rpc, unpriced)
    const without = { first, lent: 0n }
    if (first._tag !== "Lacking") return without
    const gas = toQuantityHex(maxTransactionGas)
    const lent = yield* fetchMostCharge(
      rpc,
      calls.map((call) => ({ gas, ...call })),
    )
    const from = calls[0]?.from
    if (lent === 0n || from === undefined) return without
    return yield* fetchNode(rpc, ["eth_getBalance", from, "latest"], parseQuantity).pipe(
      Effect.flatMap((held) => runSimulation(rpc, { ...unpriced, balance: held + lent })),
      Effect.map((again) => ({ first: again, lent })),
      Effect.orElseSucceed(() => without),
    )
  })

/** Returns `nativeUnits` of each asset, by the balances that a run read. */
const findFaces = (
  assets: readonly TrackedAsset[],
  {
    after,
    before,
  }: { readonly after: readonly (bigint | null)[]; readonly before: readonly (bigint | null)[] },
): readonly (bigint | null)[] => {
  const toPair = (at: number) => {
    const [was, is] = [before[at] ?? null, after[at] ?? null]
    return was === null || is === null ? null : { before: was, after: is }
  }
  return assets.map(({ holder, token }, at) => {
    const native = assets.findIndex(
      (other) => other.token === null && other.holder.toLowerCase() === holder.toLowerCase(),
    )
    const [own, shared] = [toPair(at), toPair(native)]
    return token === null || own === null || shared === null ? null : findNativeUnits(own, shared)
  })
}

const isPriced = ({ gasPrice, maxFeePerGas }: SimulatedCall) => gasPrice != null || maxFeePerGas != null

const withoutPrice = ({ data, from, gas, to, value }: SimulatedCall): SimulatedCall => ({
  from,
  ...(to !== undefined && { to }),
  value,
  data,
  ...(gas !== undefined && { gas }),
})

/** Refunds and the gas that a call keeps from its own calls are not in what is used. Source: EIP-150, EIP-3529. */
const getGasLimit = (used: bigint): bigint => {
  const limit = used * 2n + 50_000n
  return limit < maxTransactionGas ? limit : maxTransactionGas
}

/** Wei per gas: what is paid, and what has to be held. */
interface CallPrices {
  readonly effective: bigint
  readonly most: bigint
}

/** Source: EIP-1559. */
const getPrices = (
  { gasPrice, maxFeePerGas, maxPriorityFeePerGas }: SimulatedCall,
  { baseFee, gasPrice: usual }: BlockConditions,
): CallPrices => {
  const most = parseQuantity(maxFeePerGas ?? gasPrice) ?? usual
  const tip = maxFeePerGas == null ? most : (parseQuantity(maxPriorityFeePerGas) ?? 0n)
  const bid = (baseFee ?? 0n) + tip
  return { effective: bid < most ? bid : most, most }
}

const toSimulation = (run: Exclude<RunResult, { readonly _tag: "Simulated" }>): CallSimulation =>
  run._tag === "Lacking" ? { _tag: "Reverts", at: run.at, text: "" } : run
