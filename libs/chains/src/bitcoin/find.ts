import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Actions } from "../contract/Actions.ts"
import type { Sought, Standing } from "../contract/Standing.ts"
import { type NodeTransaction, readHeight, readSpender, readTransaction } from "./esplora.ts"
import { markOf, paysNobody, paysSame, spendsSame, type Wanted, wantedIn } from "./Sent.ts"

const missing: Standing = { _tag: "Missing" }

/**
 * By hash where there is one, then by whatever spends its coins: only one transaction ever can. All of it from one node.
 * A block that is taken back takes back what was said of it.
 */
export const find: Actions["find"] = Effect.fnUntraced(function* ({ rpc, sought }) {
  const node = yield* rpc.pin
  // It may be what a person has typed.
  const [hash = null] = /^[0-9a-f]{64}$/.exec(sought.hash?.toLowerCase() ?? "") ?? []
  const [height, named] = yield* Effect.all(
    [readHeight(node), hash === null ? Effect.succeed(null) : readTransaction(node, hash)],
    { concurrency: "unbounded" },
  )
  const wanted = wantedIn(sought)
  if (named !== null && (wanted === null || isIt(named, wanted, sought))) {
    const learned = wanted === null ? markOf(named, height) : null
    return standingOf(named, height, learned)
  }
  if (wanted === null) return missing
  const spender = yield* spenderOf(node, wanted)
  if (spender === null) return missing
  if (isIt(spender, wanted, sought)) return standingOf(spender, height, null)
  // What waits in its place may yet give way to it.
  if (!spender.status.confirmed) return missing
  return { _tag: paysNobody(spender, wanted) ? "Cancelled" : "Replaced", by: spender.txid }
})

/** A wallet may have named the hash of something else, or another request of the same kind may have spent these coins. */
const isIt = (shown: NodeTransaction, wanted: Wanted, { hash, taken }: Sought): boolean =>
  spendsSame(shown, wanted) &&
  paysSame(shown, wanted) &&
  (shown.txid === hash?.toLowerCase() || !taken.some((one) => one.toLowerCase() === shown.txid))

/** What spends any of its coins; the first is asked for alone, since whatever is sought spends all of them. */
const spenderOf = Effect.fnUntraced(function* (
  node: Rpc,
  { inputs }: Wanted,
): Effect.fn.Return<NodeTransaction | null, RpcError> {
  const [first, ...others] = inputs
  if (first === undefined) return null
  const known = yield* readSpender(node, first)
  const spenders =
    known === null
      ? yield* Effect.forEach(others, (outpoint) => readSpender(node, outpoint), { concurrency: 8 })
      : [known]
  let found: NodeTransaction | null = null
  for (const hash of new Set(spenders)) {
    const one = hash === null ? null : yield* readTransaction(node, hash)
    // What is in a block is said before what waits.
    if (one !== null && (found === null || one.status.confirmed)) found = one
  }
  return found
})

const standingOf = (
  { fee, status, txid }: NodeTransaction,
  height: number,
  mark: ReturnType<typeof markOf>,
): Standing => {
  const { block_height: block, block_time: time, confirmed } = status
  return confirmed && block != null
    ? {
        _tag: "Mined",
        hash: txid,
        succeeded: true,
        block: BigInt(block),
        at: time == null ? null : time * 1_000,
        fee,
        confirmations: Math.max(1, height - block + 1),
      }
    : { _tag: "Pending", hash: txid, ...(mark !== null && { mark }) }
}
