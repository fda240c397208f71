import { Effect } from "effect"
import type { ChainActions } from "../contract/ChainActions.ts"
import type { SendCheckpoint } from "../contract/TransactionStatus.ts"
import { fetchNode, fetchNodeOrNull } from "../rpc/fetchNode.ts"
import type { AccountTransaction } from "./AccountTransaction.ts"
import type { Block } from "./blocks.ts"
import { parseQuantity, toQuantityHex } from "./Hex.ts"

/** Where an account stood, decoded. */
export interface EvmCheckpoint {
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
export const decodeCheckpoint = (mark: SendCheckpoint | null): EvmCheckpoint | null => {
  const [next, mined, block] = [mark?.["next"], mark?.["mined"], mark?.["block"]].map(parseQuantity)
  return next == null || mined == null || block == null
    ? null
    : { next, mined, block, own: parseQuantity(mark?.["own"]) }
}

/** The same mark, for a transaction of this very nonce. */
export const withKnownNonce = (mark: SendCheckpoint, nonce: bigint): SendCheckpoint => ({
  ...mark,
  own: toQuantityHex(nonce),
})

/** The mark of a transaction of which nothing was known but its hash: it says all that is needed to look for it. */
export const toCheckpoint = (
  { from, input, nonce, to, value }: AccountTransaction,
  { number }: Block,
): SendCheckpoint => ({
  next: toQuantityHex(nonce),
  mined: toQuantityHex(nonce),
  block: toQuantityHex(number),
  from,
  ...(to != null && { to }),
  value: toQuantityHex(value),
  data: input,
})

export const takeCheckpoint: ChainActions["takeCheckpoint"] = ({ from, rpc }) =>
  Effect.gen(function* () {
    // One node for all three, so that they go together.
    const node = yield* rpc.pin
    const count = (block: string) => ["eth_getTransactionCount", from, block] as const
    const [mined, waiting, block] = yield* Effect.all(
      [
        fetchNode(node, count("latest"), parseQuantity),
        fetchNodeOrNull(node, count("pending"), parseQuantity),
        fetchNode(node, ["eth_blockNumber"], parseQuantity),
      ],
      { concurrency: "unbounded" },
    )
    const next = waiting === null || waiting < mined ? mined : waiting
    return { next: toQuantityHex(next), mined: toQuantityHex(mined), block: toQuantityHex(block) }
  })
