import { Effect } from "effect"
import type { ChainActions } from "../contract/ChainActions.ts"
import type { SendCheckpoint } from "../contract/TransactionStatus.ts"
import { fetchNode, fetchNodeOrNull } from "../rpc/fetchNode.ts"
import type { AccountTransaction } from "./AccountTransaction.ts"
import type { Block } from "./blocks.ts"
import { parseQuantity, toQuantityHex } from "./Hex.ts"
import { decodeHash } from "./wireSchemas.ts"

/** A decoded checkpoint of an account. */
export interface EvmCheckpoint {
  /** The next nonce after all transactions that were pending at the checkpoint. */
  readonly next: bigint
  /** The number of the account's transactions mined at the checkpoint. */
  readonly mined: bigint
  /** The newest block at the checkpoint. */
  readonly block: bigint
  /** The nonce of the transaction itself, once a node has reported it. */
  readonly own: bigint | null
  /** The block up to which no execution by a contract account was found. */
  readonly searched: bigint | null
  /** The hash of the signed bytes, in lower case, if this page had them. */
  readonly hash: string | null
}

/** Decodes a checkpoint. @returns `null` if it is not a valid EVM checkpoint, because storage is untrusted. */
export const decodeCheckpoint = (mark: SendCheckpoint | null): EvmCheckpoint | null => {
  const [next, mined, block] = [mark?.["next"], mark?.["mined"], mark?.["block"]].map(parseQuantity)
  return next == null || mined == null || block == null
    ? null
    : {
        next,
        mined,
        block,
        own: parseQuantity(mark?.["own"]),
        searched: parseQuantity(mark?.["searched"]),
        hash: decodeHash(mark?.["hash"]),
      }
}

/** Returns the checkpoint with the known nonce of the transaction, which a node has. */
export const withKnownNonce = (mark: SendCheckpoint, nonce: bigint): SendCheckpoint => {
  const { searched: _, ...known } = mark
  return { ...known, own: toQuantityHex(nonce) }
}

/** Returns the checkpoint of a transaction that was known by its hash alone: enough to search for it. */
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

/** The last nonce that an account can use. Source: EIP-2681. */
const maxNonce = 2n ** 64n - 2n

const parseNonce = (answer: unknown): bigint | null => {
  const nonce = parseQuantity(answer)
  return nonce === null || nonce > maxNonce ? null : nonce
}

export const takeCheckpoint: ChainActions["takeCheckpoint"] = ({ from, rpc }) =>
  Effect.gen(function* () {
    // One node serves all three requests, so that they are consistent.
    const node = yield* rpc.pin
    const count = (block: string) => ["eth_getTransactionCount", from, block] as const
    const [mined, waiting, block] = yield* Effect.all(
      [
        fetchNode(node, count("latest"), parseNonce),
        fetchNodeOrNull(node, count("pending"), parseNonce),
        fetchNode(node, ["eth_blockNumber"], parseQuantity),
      ],
      { concurrency: "unbounded" },
    )
    const next = waiting === null || waiting < mined ? mined : waiting
    return { next: toQuantityHex(next), mined: toQuantityHex(mined), block: toQuantityHex(block) }
  })
