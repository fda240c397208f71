import * as z from "zod/mini"
import type { Anvil } from "./Anvil.ts"
import { rpcResults } from "./rpcResults.ts"

/** A chain's newest block. `timestamp` in Unix seconds. */
export interface Tip {
  readonly hash: string
  readonly number: number
  readonly timestamp: number
}

const Block = z.object({ hash: z.string(), number: z.string(), timestamp: z.string() })

export const readTip = async (anvil: Pick<Anvil, "send">): Promise<Tip> => {
  const [block] = await rpcResults(anvil, [["eth_getBlockByNumber", "latest", false]])
  const { hash, number, timestamp } = Block.parse(block)
  return { hash, number: Number(number), timestamp: Number(timestamp) }
}
