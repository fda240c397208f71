import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import { fetchNode, fetchNodeOrNull } from "../rpc/fetchNode.ts"
import { toQuantityHex } from "./Hex.ts"
import { hashSchema, quantitySchema } from "./wireSchemas.ts"

const Block = z.object({
  number: quantitySchema,
  hash: hashSchema,
  /** Unix seconds. */
  timestamp: quantitySchema,
  /** Absent, or `null`, before EIP-1559. */
  baseFeePerGas: z.nullish(quantitySchema),
})

export type Block = z.infer<typeof Block>

export const decodeBlock = (answer: unknown): Block | null => {
  const decoded = Block.safeParse(answer)
  return decoded.success ? decoded.data : null
}

export const fetchBlock = (rpc: Rpc, which: bigint | "latest"): Effect.Effect<Block, RpcError> =>
  fetchNode(
    rpc,
    ["eth_getBlockByNumber", which === "latest" ? which : toQuantityHex(which), false],
    decodeBlock,
  )

const Content = z.object({
  transactions: z.array(
    z.union([
      hashSchema,
      z.pipe(
        z.object({ hash: hashSchema }),
        z.transform(({ hash }) => hash),
      ),
    ]),
  ),
})

/** Returns whether the block at this height has the transaction. @param hash lower case */
export const hasTransaction = (rpc: Rpc, number: bigint, hash: string): Effect.Effect<boolean, RpcError> =>
  fetchNode(rpc, ["eth_getBlockByNumber", toQuantityHex(number), false], (answer) => {
    const decoded = Content.safeParse(answer)
    return decoded.success ? decoded.data.transactions.includes(hash) : null
  })

/** The number of blocks for measuring the block time. */
const sampleBlocks = 20n

/**
 * Measures the seconds between two recent blocks, at least one; `null` if there are no two, or if the node has the
 * latest ones only. The genesis block has no time.
 */
export const measureSecondsPerBlock = Effect.fnUntraced(function* (
  rpc: Rpc,
  latest: Block,
): Effect.fn.Return<number | null, RpcError> {
  const first = latest.number > sampleBlocks ? latest.number - sampleBlocks : 1n
  const count = latest.number - first
  if (count <= 0n) return null
  const earlier = yield* fetchNodeOrNull(
    rpc,
    ["eth_getBlockByNumber", toQuantityHex(first), false],
    decodeBlock,
  )
  if (earlier === null) return null
  const seconds = (latest.timestamp - earlier.timestamp + count / 2n) / count
  return seconds < 1n ? 1 : Number(seconds)
})
