import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import { readNode } from "../rpc/readNode.ts"
import { quantityToHex } from "./Hex.ts"
import { hashText, quantity } from "./quantity.ts"

const Block = z.object({
  number: quantity,
  hash: hashText,
  /** Unix seconds. */
  timestamp: quantity,
  /** Absent, or `null`, before EIP-1559. */
  baseFeePerGas: z.nullish(quantity),
})

export type Block = z.infer<typeof Block>

export const blockFrom = (answer: unknown): Block | null => {
  const decoded = Block.safeParse(answer)
  return decoded.success ? decoded.data : null
}

export const readBlock = (rpc: Rpc, which: bigint | "latest"): Effect.Effect<Block, RpcError> =>
  readNode(rpc, ["eth_getBlockByNumber", which === "latest" ? which : quantityToHex(which), false], blockFrom)

/** Blocks to tell the pace of a network from. */
const measured = 20n

/** Seconds between two recent blocks, at least one; `null` where there are no two. The genesis block has no time. */
export const secondsPerBlock = Effect.fnUntraced(function* (
  rpc: Rpc,
  latest: Block,
): Effect.fn.Return<number | null, RpcError> {
  const first = latest.number > measured ? latest.number - measured : 1n
  const count = latest.number - first
  if (count <= 0n) return null
  const earlier = yield* readBlock(rpc, first)
  const seconds = (latest.timestamp - earlier.timestamp + count / 2n) / count
  return seconds < 1n ? 1 : Number(seconds)
})
