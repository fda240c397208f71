import { type Rpc, RpcError } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import { erc20Abi, getAbiItem, toFunctionSelector } from "viem"
import type { ContractActions, TransferRejected } from "../../contract/ChainActions.ts"
import type { Fee } from "../../contract/Transfer.ts"
import type { WalletCall } from "../../contract/WalletCalls.ts"
import { fetchNode } from "../../rpc/fetchNode.ts"
import {
  type CallGas,
  failTransfer,
  fetchCallCost,
  fetchFee,
  fetchFeeOfGas,
  maxTransactionGas,
  toGasLimit,
} from "../callCost.ts"
import { type Hex, isHexBytes, parseQuantity, toQuantityHex } from "../Hex.ts"
import { runSimulation, type SimulatedCall } from "../simulationRun.ts"
import { returnsFalse } from "./returnsFalse.ts"

interface SentCall {
  readonly from: string
  readonly to: string
  readonly value: Hex
  readonly data: Hex
}

/** Invalid data would be sent as empty data: a payment instead of a call. */
const toSentCall = (
  from: string,
  { data, to, value }: WalletCall,
): Effect.Effect<SentCall, TransferRejected> =>
  isHexBytes(data)
    ? Effect.succeed({ from, to, value: toQuantityHex(value), data })
    : Effect.fail(failTransfer({ _tag: "Reverts", text: "" }))

export const estimateCall: ContractActions["estimateCall"] = Effect.fnUntraced(function* ({
  call,
  from,
  network,
  rpc,
}) {
  const sent = yield* toSentCall(from, call)
  const [held, answer, cost] = yield* Effect.all(
    [
      fetchNode(rpc, ["eth_getBalance", from, "latest"], parseQuantity),
      Effect.result(rpc.request("eth_call", [sent, "latest"])),
      fetchCallCost(rpc, { chainId: BigInt(network.id), call: sent }),
    ],
    { concurrency: "unbounded" },
  )
  if (call.value > held) return yield* failTransfer({ _tag: "Insufficient", of: "token" })
  if (Result.isSuccess(cost.gas) && Result.isSuccess(answer) && returnsFalse(call.data, answer.success))
    return yield* failTransfer({ _tag: "Reverts", text: "" })
  return yield* fetchFee(rpc, cost)
})

export const estimateCalls: ContractActions["estimateCalls"] = Effect.fnUntraced(function* ({
  calls: [first, ...later],
  from,
  network,
  rpc,
}) {
  const [own, gas] = yield* Effect.all(
    [
      estimateCall({ call: first.call, from, network, rpc }),
      later.length === 0
        ? Effect.succeed(null)
        : fetchGas(
            rpc,
            from,
            [first, ...later].map(({ call }) => call),
          ),
    ],
    { concurrency: "unbounded" },
  )
  const others = yield* Effect.forEach(
    later,
    ({ call, statedGas }, at) =>
      Effect.gen(function* () {
        const sent = yield* toSentCall(from, call)
        const used = gas?.[at + 1]
        const terms =
          used !== undefined
            ? toSimulatedGas(used)
            : isApprovalAfterReset(first.call, call)
              ? yield* fetchGasAfterReset(rpc, yield* toSentCall(from, first.call))
              : yield* toStatedGas(statedGas)
        const fee = yield* fetchFeeOfGas(rpc, { chainId: BigInt(network.id), call: sent }, terms)
        return { ...fee, transactionFields: {} }
      }),
    { concurrency: "unbounded" },
  )
  const fees: readonly [Fee, ...Fee[]] = [own, ...others]
  return fees
})

/** The least that a transaction uses. */
const minTransactionGas = 21_000n

/**
 * Runs calls in a row, without a price, and returns the gas that each one uses, after refunds; `null` if no node says.
 * Fails like the first call that would.
 */
const fetchGasOfCalls = (
  rpc: Rpc,
  calls: readonly SimulatedCall[],
): Effect.Effect<readonly bigint[] | null, TransferRejected> =>
  Effect.flatMap(runSimulation(rpc, { calls, holdings: [] }), (run) => {
    switch (run._tag) {
      case "Simulated":
        return Effect.succeed(run.gasUsed.every((gas) => gas >= minTransactionGas) ? run.gasUsed : null)
      case "Unavailable":
        return Effect.succeed(null)
      case "Reverts":
        return Effect.fail(failTransfer({ _tag: "Reverts", text: run.text }))
      case "Lacking":
        return Effect.fail(failTransfer({ _tag: "Insufficient" }))
    }
  })

const fetchGas = (rpc: Rpc, from: string, calls: readonly WalletCall[]) =>
  Effect.flatMap(
    Effect.forEach(calls, (call) => toSentCall(from, call)),
    (sent) => fetchGasOfCalls(rpc, sent),
  )

/**
 * A limit counts what is refunded in the end, which is at most a fifth of it, and leaves what the limit of an estimate
 * leaves. Source: EIP-3529.
 */
const toSimulatedGas = (used: bigint): CallGas => ({ used, limit: toGasLimit((used * 5n + 3n) / 4n) })

const approvalSelector = toFunctionSelector(getAbiItem({ abi: erc20Abi, name: "approve" }))
/** Characters of an approval's data up to its amount. */
const approvalHeadLength = 2 + 2 * (4 + 32)

/** Returns whether `reset` ends the same allowance that `call` gives: some tokens change no other one. */
const isApprovalAfterReset = (reset: WalletCall, call: WalletCall): boolean => {
  const [ended, given] = [reset, call].map(({ data }) => data.toLowerCase().slice(0, approvalHeadLength))
  return (
    reset.to === call.to &&
    ended === given &&
    ended?.startsWith(approvalSelector) === true &&
    /^0{64}$/.test(reset.data.slice(approvalHeadLength))
  )
}

/**
 * What a new allowance uses beyond its reset: a write to an empty slot, and an amount that is not 0. Sources: EIP-2028,
 * EIP-2929.
 */
const newAllowanceGas = 20_000n + 32n * 16n

/** The chain refuses the approval until its reset is mined, so that only the reset can be estimated. */
const fetchGasAfterReset = (rpc: Rpc, reset: SentCall): Effect.Effect<CallGas, RpcError> =>
  Effect.map(fetchNode(rpc, ["eth_estimateGas", reset], parseQuantity), (gas) => {
    const used = gas + newAllowanceGas
    return { used, limit: toGasLimit(used) }
  })

/** What an author states is no more than an estimate, and within what a transaction can use at all. 0 states nothing. */
const toStatedGas = (stated: bigint | undefined): Effect.Effect<CallGas, RpcError> => {
  if (stated === undefined || stated === 0n) return Effect.fail(unknownGasError)
  const least = stated < minTransactionGas ? minTransactionGas : stated
  const used = least < maxTransactionGas ? least : maxTransactionGas
  return Effect.succeed({ used, limit: toGasLimit(used) })
}

const unknownGasError = new RpcError({
  method: "eth_simulateV1",
  host: "",
  reason: { _tag: "Malformed", detail: "no gas of calls in a row" },
})
