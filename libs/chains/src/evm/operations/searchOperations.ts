import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Standing } from "../../contract/Standing.ts"
import { readNodeOrNull } from "../../rpc/readNode.ts"
import { transactionFrom, type Wanted } from "../AccountTransaction.ts"
import type { Block } from "../blocks.ts"
import { quantityToHex } from "../Hex.ts"
import { readReceipt } from "../receipt.ts"
import { callDataIn, isCallTo } from "./callDataIn.ts"
import {
  addressTopic,
  entryPoints,
  type OperationEvent,
  operationsOf,
  operationTopic,
} from "./OperationEvent.ts"

/** Blocks after the mark that are looked through: nodes answer for no more at once, and none is on its way for so long. */
const window = 5_000n

/** Operations that are looked at. */
const most = 32

/**
 * What a smart account has sent since the mark, through whichever bundle, if the sought one is in it: by the hash of the
 * operation, which some wallets tell in the place of a transaction's, or by what it does. `null` where none is, and where
 * the node does not say.
 */
export const byOperations = Effect.fnUntraced(function* ({
  from,
  hash,
  node,
  since,
  taken,
  tip,
  wanted,
}: {
  readonly node: Rpc
  readonly tip: Block
  /** Height at which it had not left yet. */
  readonly since: bigint
  /** Lower case, all of them. */
  readonly from: string
  readonly hash: string | null
  readonly wanted: Wanted | null
  readonly taken: ReadonlySet<string>
}): Effect.fn.Return<Standing | null, RpcError> {
  if (from === "" || since >= tip.number) return null
  const last = since + window
  const filter = {
    address: entryPoints,
    topics: [operationTopic, null, addressTopic(from)],
    fromBlock: quantityToHex(since + 1n),
    toBlock: last < tip.number ? quantityToHex(last) : "latest",
  }
  const events = yield* readNodeOrNull(node, ["eth_getLogs", filter], (logs) =>
    Array.isArray(logs) ? operationsOf(from, logs) : null,
  )
  for (const event of (events ?? []).slice(0, most)) {
    const isIt =
      event.hash === hash ||
      (wanted !== null && !taken.has(event.bundle) && (yield* does(node, { event, sender: from, wanted })))
    if (!isIt) continue
    const receipt = yield* readReceipt(node, event.bundle, from)
    if (receipt !== null) return receipt.standing(tip, event)
  }
  return null
})

const does = (
  node: Rpc,
  {
    event,
    sender,
    wanted,
  }: { readonly event: OperationEvent; readonly sender: string; readonly wanted: Wanted },
) =>
  Effect.map(readNodeOrNull(node, ["eth_getTransactionByHash", event.bundle], transactionFrom), (bundle) => {
    const callData = bundle === null ? null : callDataIn(bundle.input, { nonce: event.nonce, sender })
    return callData !== null && isCallTo(callData, wanted)
  })
