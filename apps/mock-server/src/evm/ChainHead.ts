import * as z from "zod/mini"
import type { Anvil } from "./Anvil.ts"
import { fetchRpcResults } from "./rpcResults.ts"

/** A chain's newest block. `timestamp` in Unix seconds. */
export interface ChainHead {
  readonly hash: string
  readonly number: number
  readonly timestamp: number
}

const Block = z.object({ hash: z.string(), number: z.string(), timestamp: z.string() })

export const fetchChainHead = async (anvil: Pick<Anvil, "send">): Promise<ChainHead> => {
  const [block] = await fetchRpcResults(anvil, [["eth_getBlockByNumber", "latest", false]])
  const { hash, number, timestamp } = Block.parse(block)
  return { hash, number: Number(number), timestamp: Number(timestamp) }
}
