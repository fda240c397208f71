import type { Rpc, RpcReason } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import { callData, selectors, wordIn } from "./abi.ts"
import { saysNo } from "./contracts/saysNo.ts"
import { addressText, bytesText } from "./quantity.ts"
import { isInsufficient, revertOf, revertText } from "./revert.ts"

/** What somebody has of one thing; `token` is `null` for the network's own currency. */
export interface Holding {
  readonly holder: string
  readonly token: string | null
}

/** What is run, all 0x-hex. Without `to` it creates a contract, without `gas` it has what the block has. */
export interface RunCall {
  readonly from: string
  readonly to?: string
  readonly value: string
  readonly data: string
  readonly gas?: string
}

/** What a contract says that happened. All in lower case. */
export type Log = z.infer<typeof LogShape>

/** What came of it. Of each holding there is one balance before and one after, `null` where it cannot be read. */
export type Run =
  | {
      readonly _tag: "Ran"
      readonly before: readonly (bigint | null)[]
      readonly after: readonly (bigint | null)[]
      /** Of the calls, in order. */
      readonly logs: readonly Log[]
    }
  | { readonly _tag: "Reverts"; readonly at: number; readonly text: string }
  | { readonly _tag: "Unavailable" }

/** A contract that stands in the simulation alone and returns the native balance of the address that it is called with. */
const reader = "0x00000000000000000000000000000000000ba1a2"
const readerCode = "0x6000353160005260206000f3"

/** More than any honest token takes to tell a balance, and too little to leave nothing of the block. */
const readGas = "0x493e0"

const unavailable: Run = { _tag: "Unavailable" }

/**
 * Runs calls in a row by `eth_simulateV1`, in one simulated block on top of the latest one, and reads balances before
 * and after them. Their fees are left out: what is read is then what they move, and nothing else. An account that runs
 * a contract's code (EIP-7702) runs it here too.
 */
export const runCalls = (
  rpc: Rpc,
  calls: readonly RunCall[],
  holdings: readonly Holding[],
): Effect.Effect<Run> => {
  const reads = holdings.map(({ holder, token }) => ({
    gas: readGas,
    ...(token === null
      ? { to: reader, data: callData("", holder) }
      : { to: token, data: callData(selectors.balanceOf, holder) }),
  }))
  const block = { stateOverrides: { [reader]: { code: readerCode } }, calls: [...reads, ...calls, ...reads] }

  return rpc.request("eth_simulateV1", [{ blockStateCalls: [block] }, "latest"]).pipe(
    Effect.map((answer): Run => {
      const decoded = Answer.safeParse(answer)
      const done = decoded.success ? (decoded.data[0]?.calls ?? []) : []
      if (done.length !== block.calls.length) return unavailable
      const runs = done.slice(reads.length, reads.length + calls.length)
      const at = runs.findIndex(
        ({ returnData, status }, place) => status !== "0x1" || saysNo(calls[place]?.data ?? "", returnData),
      )
      const failing = runs[at]
      return failing === undefined
        ? {
            _tag: "Ran",
            before: done.slice(0, reads.length).map(balanceIn),
            after: done.slice(reads.length + calls.length).map(balanceIn),
            logs: runs.flatMap(({ logs }) => logs ?? []),
          }
        : { _tag: "Reverts", at, text: failing.status === "0x1" ? "" : revertText(failing.returnData) }
    }),
    Effect.catch(({ reason }) => Effect.succeed(whyNot(reason, calls))),
  )
}

const LogShape = z.object({ address: addressText, topics: z.array(bytesText), data: bytesText })
const Call = z.object({ status: z.string(), returnData: bytesText, logs: z.nullish(z.array(LogShape)) })
const Answer = z.array(z.object({ calls: z.array(Call) }))

const balanceIn = ({ returnData, status }: z.infer<typeof Call>): bigint | null =>
  status === "0x1" ? wordIn(returnData) : null

/** A node that refuses the whole does not say which of the calls it means: one that pays, most likely. */
const whyNot = (reason: RpcReason, calls: readonly RunCall[]): Run => {
  const revert = revertOf(reason)
  if (revert === null && !isInsufficient(reason)) return unavailable
  const paying = calls.findIndex(({ value }) => value !== "0x0")
  return { _tag: "Reverts", at: revert === null ? Math.max(0, paying) : 0, text: revert?.text ?? "" }
}
