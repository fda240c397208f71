import { isHostAnswer, type Rpc, type RpcReason } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import * as z from "zod/mini"
import { decodeUint, encodeBalanceOf, toAddressWord } from "./contracts/contractAbi.ts"
import { returnsFalse } from "./contracts/returnsFalse.ts"
import { encodeHex, parseQuantity, toQuantityHex } from "./Hex.ts"
import { decodeRevertText, isInsufficientFunds, toRevertReason } from "./revertReason.ts"
import type { BlockConditions } from "./simulatedBlock.ts"
import { addressSchema, bytesSchema } from "./wireSchemas.ts"

/** An asset of an owner; `token` is `null` for the native currency. */
export interface TrackedAsset {
  readonly holder: string
  readonly token: string | null
}

/**
 * A simulated call, all 0x-hex. Without `to` it creates a contract, without `gas` it has what it needs, without a price
 * it has the usual one. All calls of a simulation have the same sender.
 */
export interface SimulatedCall {
  readonly from: string
  readonly to?: string
  readonly value: string
  readonly data: string
  readonly gas?: string
  readonly gasPrice?: string
  readonly maxFeePerGas?: string
  readonly maxPriorityFeePerGas?: string
}

/** An emitted event. All in lower case. */
export type EventLog = z.infer<typeof LogSchema>

/** The result of a simulation. Each asset has one balance before and one after, `null` if it cannot be decoded. */
export type CallSimulation =
  | {
      readonly _tag: "Simulated"
      readonly before: readonly (bigint | null)[]
      readonly after: readonly (bigint | null)[]
      /** By asset as in `BalanceChange`; `null` for a ledger of its own. */
      readonly nativeUnits: readonly (bigint | null)[]
      /** The events of each call, in order. */
      readonly logs: readonly EventLog[]
      /**
       * The transfers of the native currency by calls and in them, as events of a token; `null` if the node does not say.
       * A recipient of what leaves a contract is not among its balances.
       */
      readonly transfers: readonly EventLog[] | null
    }
  | { readonly _tag: "Reverts"; readonly at: number; readonly text: string }
  | { readonly _tag: "Unavailable" }

/** Returns the native balance of the address in its calldata. */
const balanceReaderCode = "0x6000353160005260206000f3"

/** The gas of a balance read: more than an honest token needs, and small enough to leave most of the block. */
const balanceReadGas = "0x493e0"

/** Pays for balance reads: more than any network charges. */
const readerBalance = toQuantityHex(10n ** 27n)

interface SimulationRun {
  readonly calls: readonly SimulatedCall[]
  readonly holdings: readonly TrackedAsset[]
  /** Absent in the first run, which has no price. */
  readonly block?: BlockConditions
  /** The sender's balance in place of its own. */
  readonly balance?: bigint | null
}

/** The result of one run. */
export type RunResult =
  | (Omit<Extract<CallSimulation, { readonly _tag: "Simulated" }>, "nativeUnits"> & {
      readonly gasUsed: readonly bigint[]
    })
  | Exclude<CallSimulation, { readonly _tag: "Simulated" }>
  /** The sender cannot pay the call at this index. */
  | { readonly _tag: "Lacking"; readonly at: number }

type FailedRun = Exclude<RunResult, { readonly _tag: "Simulated" }>

/** Runs calls in a row, in one simulated block, and reads balances before and after them. */
export const runSimulation = (rpc: Rpc, asked: SimulationRun): Effect.Effect<RunResult> => {
  const { balance, block, calls, holdings } = asked
  const [reader, payer] = [makeRandomAddress(), makeRandomAddress()]
  const reads = holdings.map(({ holder, token }) => ({
    gas: balanceReadGas,
    ...(block !== undefined && { from: payer, gasPrice: toQuantityHex(block.gasPrice) }),
    // A transfer that the node has to report, if it reports any.
    ...(block !== undefined && token === null && { value: "0x1" }),
    ...(token === null
      ? { to: reader, data: toAddressWord(holder) }
      : { to: token, data: encodeBalanceOf(holder) }),
  }))
  const simulated = {
    ...(block !== undefined && { blockOverrides: block.overrides }),
    stateOverrides: {
      [reader]: { code: balanceReaderCode },
      ...(block !== undefined && { [payer]: { balance: readerBalance } }),
      ...(balance != null && { [calls[0]?.from ?? ""]: { balance: toQuantityHex(balance) } }),
    },
    calls: [...reads, ...calls, ...reads],
  }
  const request = (validation: boolean) =>
    rpc.request("eth_simulateV1", [
      { ...(validation && { validation, traceTransfers: true }), blockStateCalls: [simulated] },
      "latest",
    ])
  // Nodes do not validate transactions of an account with code, whose price counts all the same.
  const answered =
    block === undefined
      ? request(false)
      : Effect.catchIf(
          request(true),
          ({ reason }) =>
            reason._tag === "Answered" &&
            // Over its limit, it would not say either what it can trace.
            !isHostAnswer(reason) &&
            toRevertReason(reason) === null &&
            !isInsufficientFunds(reason),
          () => request(false),
        )
  return Effect.map(Effect.result(answered), (answer): RunResult => {
    if (Result.isFailure(answer)) return toFailedSimulation(answer.failure.reason, calls)
    const decoded = SimulationSchema.safeParse(answer.success)
    const done = decoded.success ? (decoded.data[0]?.calls ?? []) : []
    if (done.length !== simulated.calls.length) return { _tag: "Unavailable" }
    const runs = done.slice(reads.length, reads.length + calls.length)
    const at = runs.findIndex(
      ({ returnData, status }, place) =>
        status !== "0x1" || returnsFalse(calls[place]?.data ?? "", returnData),
    )
    const failing = runs[at]
    return failing === undefined
      ? {
          _tag: "Simulated",
          before: done.slice(0, reads.length).map(decodeBalance),
          after: done.slice(reads.length + calls.length).map(decodeBalance),
          ...splitLogs(
            runs.flatMap(({ logs }) => logs ?? []),
            done.slice(0, reads.length).flatMap(({ logs }) => logs ?? []),
            runs.every(({ logs }) => (logs ?? null) !== null),
          ),
          gasUsed: runs.map(({ gasUsed }) => parseQuantity(gasUsed) ?? 0n),
        }
      : {
          _tag: "Reverts",
          at,
          text: failing.status === "0x1" ? "" : decodeRevertText(failing.error?.data ?? failing.returnData),
        }
  })
}

/** The address that transfers of the native currency are reported by. No contract has it. Source: `eth_simulateV1`. */
const currencyAddress = `0x${"ee".repeat(20)}`

/**
 * Tells the transfers of the native currency from the events of contracts. `read` are the logs of the balance reads; the
 * list is complete if the node gave one for each call.
 */
const splitLogs = (logs: readonly EventLog[], read: readonly EventLog[], isComplete: boolean) => {
  const isTransfer = ({ address }: EventLog) => address === currencyAddress
  return {
    logs: logs.filter((log) => !isTransfer(log)),
    transfers: isComplete && read.some(isTransfer) ? logs.filter(isTransfer) : null,
  }
}

const LogSchema = z.object({ address: addressSchema, topics: z.array(bytesSchema), data: bytesSchema })
const CallSchema = z.object({
  status: z.string(),
  returnData: bytesSchema,
  gasUsed: z.optional(z.string()),
  logs: z.nullish(z.array(LogSchema)),
  /** Geth reports the reason of a revert here. */
  error: z.nullish(z.object({ data: z.nullish(bytesSchema) })),
})
const SimulationSchema = z.array(z.object({ calls: z.array(CallSchema) }))

const decodeBalance = ({ returnData, status }: z.infer<typeof CallSchema>): bigint | null =>
  status === "0x1" ? decodeUint(returnData) : null

/** Returns an address that no contract can know before the simulation. */
const makeRandomAddress = (): string => encodeHex(crypto.getRandomValues(new Uint8Array(20)))

/**
 * Returns the failure of a rejected simulation. The node does not report the failing call: most likely one that pays.
 */
const toFailedSimulation = (reason: RpcReason, calls: readonly SimulatedCall[]): FailedRun => {
  const revert = toRevertReason(reason)
  if (revert === null && !isInsufficientFunds(reason)) return { _tag: "Unavailable" }
  const paying = calls.findIndex(({ value }) => value !== "0x0")
  return revert === null
    ? { _tag: "Lacking", at: Math.max(0, paying) }
    : { _tag: "Reverts", at: 0, text: revert.text }
}
