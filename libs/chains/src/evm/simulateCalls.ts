import type { Rpc, RpcReason } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import { decodeWord, encodeCall, selectors } from "./abi.ts"
import { returnsFalse } from "./contracts/returnsFalse.ts"
import { decodeRevertText, isInsufficientFunds, toRevertReason } from "./revertReason.ts"
import { addressSchema, bytesSchema } from "./wireSchemas.ts"

/** An asset of an owner; `token` is `null` for the native currency. */
export interface TrackedAsset {
  readonly holder: string
  readonly token: string | null
}

/** A simulated call, all 0x-hex. Without `to` it creates a contract, without `gas` it has the block's limit. */
export interface SimulatedCall {
  readonly from: string
  readonly to?: string
  readonly value: string
  readonly data: string
  readonly gas?: string
}

/** An emitted event. All in lower case. */
export type EventLog = z.infer<typeof LogSchema>

/** The result of a simulation. Each asset has one balance before and one after, `null` if it cannot be decoded. */
export type CallSimulation =
  | {
      readonly _tag: "Simulated"
      readonly before: readonly (bigint | null)[]
      readonly after: readonly (bigint | null)[]
      /** The events of each call, in order. */
      readonly logs: readonly EventLog[]
    }
  | { readonly _tag: "Reverts"; readonly at: number; readonly text: string }
  | { readonly _tag: "Unavailable" }

/** A contract that exists only in the simulation and returns the native balance of the address in its calldata. */
const balanceReaderAddress = "0x00000000000000000000000000000000000ba1a2"
const balanceReaderCode = "0x6000353160005260206000f3"

/** The gas of a balance read: more than an honest token needs, and small enough to leave most of the block. */
const balanceReadGas = "0x493e0"

const unavailableSimulation: CallSimulation = { _tag: "Unavailable" }

/**
 * Runs calls in a row by `eth_simulateV1`, in one simulated block on top of the latest one, and reads balances before
 * and after them. Fees are left out, so that balances change only by the calls. An account that runs a contract's code
 * (EIP-7702) runs it here too.
 */
export const simulateCalls = (
  rpc: Rpc,
  calls: readonly SimulatedCall[],
  holdings: readonly TrackedAsset[],
): Effect.Effect<CallSimulation> => {
  const reads = holdings.map(({ holder, token }) => ({
    gas: balanceReadGas,
    ...(token === null
      ? { to: balanceReaderAddress, data: encodeCall("", holder) }
      : { to: token, data: encodeCall(selectors.balanceOf, holder) }),
  }))
  const block = {
    stateOverrides: { [balanceReaderAddress]: { code: balanceReaderCode } },
    calls: [...reads, ...calls, ...reads],
  }

  return rpc.request("eth_simulateV1", [{ blockStateCalls: [block] }, "latest"]).pipe(
    Effect.map((answer): CallSimulation => {
      const decoded = SimulationSchema.safeParse(answer)
      const done = decoded.success ? (decoded.data[0]?.calls ?? []) : []
      if (done.length !== block.calls.length) return unavailableSimulation
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
            logs: runs.flatMap(({ logs }) => logs ?? []),
          }
        : { _tag: "Reverts", at, text: failing.status === "0x1" ? "" : decodeRevertText(failing.returnData) }
    }),
    Effect.catch(({ reason }) => Effect.succeed(toFailedSimulation(reason, calls))),
  )
}

const LogSchema = z.object({ address: addressSchema, topics: z.array(bytesSchema), data: bytesSchema })
const CallSchema = z.object({
  status: z.string(),
  returnData: bytesSchema,
  logs: z.nullish(z.array(LogSchema)),
})
const SimulationSchema = z.array(z.object({ calls: z.array(CallSchema) }))

const decodeBalance = ({ returnData, status }: z.infer<typeof CallSchema>): bigint | null =>
  status === "0x1" ? decodeWord(returnData) : null

/**
 * Returns the failure of a rejected simulation. The node does not report the failing call: most likely one that pays.
 */
const toFailedSimulation = (reason: RpcReason, calls: readonly SimulatedCall[]): CallSimulation => {
  const revert = toRevertReason(reason)
  if (revert === null && !isInsufficientFunds(reason)) return unavailableSimulation
  const paying = calls.findIndex(({ value }) => value !== "0x0")
  return { _tag: "Reverts", at: revert === null ? Math.max(0, paying) : 0, text: revert?.text ?? "" }
}
