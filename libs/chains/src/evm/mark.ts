import { Effect } from "effect"
import type { Actions } from "../contract/Actions.ts"
import type { Mark } from "../contract/Standing.ts"
import { readNode, readNodeOrNull } from "../rpc/readNode.ts"
import type { AccountTransaction } from "./AccountTransaction.ts"
import type { Block } from "./blocks.ts"
import { quantityFromHex, quantityToHex } from "./Hex.ts"

/** Where an account stood, decoded. */
export interface Place {
  /** The next nonce, behind everything that waited then. */
  readonly next: bigint
  /** How many of its transactions were mined then. */
  readonly mined: bigint
  /** The newest block then. */
  readonly block: bigint
  /** The nonce of the very transaction, once a node has shown it. */
  readonly own: bigint | null
}

/** @returns `null` for what is no mark of ours: it comes out of storage. */
export const placeIn = (mark: Mark | null): Place | null => {
  const [next, mined, block] = [mark?.["next"], mark?.["mined"], mark?.["block"]].map(quantityFromHex)
  return next == null || mined == null || block == null
    ? null
    : { next, mined, block, own: quantityFromHex(mark?.["own"]) }
}

/** The same mark, for a transaction of this very nonce. */
export const sharpened = (mark: Mark, nonce: bigint): Mark => ({ ...mark, own: quantityToHex(nonce) })

/** The mark of a transaction of which nothing was known but its hash: it says all that is needed to look for it. */
export const markOfShown = (
  { from, input, nonce, to, value }: AccountTransaction,
  { number }: Block,
): Mark => ({
  next: quantityToHex(nonce),
  mined: quantityToHex(nonce),
  block: quantityToHex(number),
  from,
  ...(to != null && { to }),
  value: quantityToHex(value),
  data: input,
})

export const mark: Actions["mark"] = ({ from, rpc }) =>
  Effect.gen(function* () {
    // One node for all three, so that they go together.
    const node = yield* rpc.pin
    const count = (block: string) => ["eth_getTransactionCount", from, block] as const
    const [mined, waiting, block] = yield* Effect.all(
      [
        readNode(node, count("latest"), quantityFromHex),
        readNodeOrNull(node, count("pending"), quantityFromHex),
        readNode(node, ["eth_blockNumber"], quantityFromHex),
      ],
      { concurrency: "unbounded" },
    )
    const next = waiting === null || waiting < mined ? mined : waiting
    return { next: quantityToHex(next), mined: quantityToHex(mined), block: quantityToHex(block) }
  })
