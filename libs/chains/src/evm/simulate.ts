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
    Effect.map((answer): Simulation => {
      const decoded = Answer.safeParse(answer)
      const calls = decoded.success ? (decoded.data[0]?.calls ?? []) : []
      const run = calls[reads.length]
      if (run === undefined || calls.length !== block.calls.length) return unavailable
      const before = balancesIn(calls.slice(0, reads.length))
      if (before === null) return unavailable
      if (run.status !== "0x1") return reverts(revertText(run.returnData))
      // Some tokens say no without reverting.
      if (token !== null && wordIn(run.returnData) === 0n) return reverts("")
      const after = balancesIn(calls.slice(reads.length + 1))
      if (after === null) return unavailable
      const changes = reads.map(
        (_, at): BalanceChange => ({
          token: assets[at % assets.length] ?? null,
          before: before[at] ?? 0n,
          after: after[at] ?? 0n,
        }),
      )
      const [sender, recipient] = [changes.slice(0, assets.length), changes.slice(assets.length)].map((all) =>
        all.filter((change, at) => at === 0 || change.before !== change.after),
      )
      return { _tag: "Simulated", sender: sender ?? [], recipient: recipient ?? [] }
    }),
    Effect.catch(({ reason }) => Effect.succeed(whyNot(reason))),
  )
}

const Call = z.object({ status: z.string(), returnData: bytesText })
const Answer = z.array(z.object({ calls: z.array(Call) }))

/** One for each call; `null` where one of them gave none. */
const balancesIn = (calls: readonly z.infer<typeof Call>[]): readonly bigint[] | null => {
  const words = calls.map(({ returnData, status }) => (status === "0x1" ? wordIn(returnData) : null))
  const known = words.filter((word) => word !== null)
  return known.length === calls.length ? known : null
}

const reverts = (text: string): Simulation => ({ _tag: "Reverts", text })

const whyNot = (reason: RpcReason): Simulation => {
  const revert = revertOf(reason)
  if (revert !== null) return reverts(revert.text)
  return isInsufficient(reason) ? reverts("") : unavailable
}
