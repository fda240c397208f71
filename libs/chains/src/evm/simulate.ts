import type { RpcReason } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import type { Actions } from "../contract/Actions.ts"
import type { BalanceChange, Simulation } from "../contract/Transfer.ts"
import { callData, selectors, wordIn } from "./abi.ts"
import { bytesText } from "./quantity.ts"
import { isInsufficient, revertOf, revertText } from "./revert.ts"

/** A contract that stands in the simulation alone and returns the native balance of the address that it is called with. */
const reader = "0x00000000000000000000000000000000000ba1a2"
const readerCode = "0x6000353160005260206000f3"

const unavailable: Simulation = { _tag: "Unavailable" }

/** By `eth_simulateV1`: balances are read before and after, in the same simulated block. */
export const simulate: Actions["simulate"] = ({ rpc, transaction, transfer }) => {
  const { from, to, token } = transfer
  // What is sent first, whatever it is.
  const assets = token === null ? [null] : [token, null]
  const reads = [from, to].flatMap((holder) =>
    assets.map((asset) =>
      asset === null
        ? { to: reader, data: callData("", holder) }
        : { to: asset, data: callData(selectors.balanceOf, holder) },
    ),
  )
  // Its fees are left out: what is read is then what it moves, and nothing else.
  const { data, gas, to: called, value } = transaction
  const sent = { from, to: called, value, data, ...(gas != null && { gas }) }
  const block = { stateOverrides: { [reader]: { code: readerCode } }, calls: [...reads, sent, ...reads] }

  return rpc.request("eth_simulateV1", [{ blockStateCalls: [block] }, "latest"]).pipe(
    Effect.map((answer) => {
      const decoded = Answer.safeParse(answer)
      const calls = decoded.success ? (decoded.data[0]?.calls ?? []) : []
      const run = calls[reads.length]
      if (run === undefined || calls.length !== block.calls.length) return unavailable
      const values = calls.map(({ returnData, status }) => (status === "0x1" ? wordIn(returnData) : null))
      const [before, after] = [values.slice(0, reads.length), values.slice(reads.length + 1)]
      if (before.includes(null)) return unavailable
      if (run.status !== "0x1") return reverts(revertText(run.returnData))
      // Some tokens say no without reverting.
      if (token !== null && wordIn(run.returnData) === 0n) return reverts("")
      const changesOf = (holder: number): readonly BalanceChange[] | null => {
        const changes = assets.map((asset, at) => changeOf(asset, before, after, holder * assets.length + at))
        return changes.includes(null)
          ? null
          : changes
              .filter((change) => change !== null)
              .filter((change, at) => at === 0 || change.before !== change.after)
      }
      const [sender, recipient] = [changesOf(0), changesOf(1)]
      return sender === null || recipient === null
        ? unavailable
        : ({ _tag: "Simulated", sender, recipient } satisfies Simulation)
    }),
    Effect.catch(({ reason }) => Effect.succeed(whyNot(reason))),
  )
}

const changeOf = (
  token: string | null,
  before: readonly (bigint | null)[],
  after: readonly (bigint | null)[],
  at: number,
): BalanceChange | null => {
  const [had, has] = [before[at], after[at]]
  return had == null || has == null ? null : { token, before: had, after: has }
}

const Answer = z.array(z.object({ calls: z.array(z.object({ status: z.string(), returnData: bytesText })) }))

const reverts = (text: string): Simulation => ({ _tag: "Reverts", text })

const whyNot = (reason: RpcReason): Simulation => {
  const revert = revertOf(reason)
  if (revert !== null) return reverts(revert.text)
  return isInsufficient(reason) ? reverts("") : unavailable
}
