import type { Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import { decodeUint, toAddressWord } from "./contracts/contractAbi.ts"
import { isHexBytes, toQuantityHex } from "./Hex.ts"
import { fetchDataFee, fetchRollupFee } from "./rollupFee.ts"
import type { EventLog, SimulatedCall } from "./simulationRun.ts"

/** The chain id takes part in the length of the data only, which counts twice. */
const anyChain = 0xffffffffn

/**
 * Returns what a rollup's node charged the sender of simulated calls on top of the gas, in wei: some nodes do, and some
 * do not. That is what the sender lost and no transfer took, up to what the rollup charges at most. Returns `null` if
 * the sender lost more than transfers took, and what the rollup charges cannot be read.
 * @param lost what the sender lost without its gas
 * @param transfers the transfers of the native currency by the calls and in them
 */
export const fetchRollupCharge = (
  rpc: Rpc,
  calls: readonly PricedCall[],
  { lost, transfers }: { readonly lost: bigint; readonly transfers: readonly EventLog[] },
): Effect.Effect<bigint | null> => {
  const excess = lost - sumGiven(calls[0]?.from ?? "", transfers)
  return excess <= 0n
    ? Effect.succeed(0n)
    : sumMost(rpc, calls).pipe(
        Effect.map((most) => (excess <= most ? excess : 0n)),
        Effect.orElseSucceed(() => null),
      )
}

/** Returns what a rollup charges for calls at most on top of the gas, in wei; 0 where that cannot be read. */
export const fetchMostCharge = (rpc: Rpc, calls: readonly PricedCall[]): Effect.Effect<bigint> =>
  Effect.orElseSucceed(sumMost(rpc, calls), () => 0n)

const sumMost = (rpc: Rpc, calls: readonly PricedCall[]) =>
  Effect.map(
    Effect.forEach(calls, (call) => fetchMost(rpc, call), { concurrency: "unbounded" }),
    (fees) => fees.reduce((sum, fee) => sum + fee, 0n),
  )

type PricedCall = SimulatedCall & { readonly gas: string }

const fetchMost = (rpc: Rpc, { data, gas, to = "", value }: PricedCall) =>
  Effect.gen(function* () {
    if (to === "" || !isHexBytes(data)) return 0n
    const call = { to, value: toQuantityHex(BigInt(value)), data }
    const fee = yield* fetchDataFee(rpc, { chainId: anyChain, call })
    const limit = BigInt(gas)
    return (yield* fetchRollupFee(rpc, fee, { gas: limit, limit })).most
  })

/** Returns what an account gave away by transfers, less what it got; negative if it got more. */
const sumGiven = (account: string, transfers: readonly EventLog[]): bigint => {
  const word = toAddressWord(account)
  return transfers.reduce((sum, { data, topics: [, from, to] }) => {
    const units = decodeUint(data) ?? 0n
    return sum + (from === word ? units : 0n) - (to === word ? units : 0n)
  }, 0n)
}
