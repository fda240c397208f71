import { gunzipSync } from "node:zlib"
import * as z from "zod/mini"
import type { Anvil } from "./Anvil.ts"
import { fetchChainHead } from "./ChainHead.ts"
import { fetchRpcResults } from "./rpcResults.ts"

/** The state of a suspended chain, complete for its next process. */
export interface SavedChain {
  /** The input of `anvil --load-state`, gzipped: a suspended chain costs its world some kilobytes. */
  readonly state: Buffer
  /** Unix seconds of its last block. */
  readonly timestamp: number
}

/**
 * Each block's state costs a dump about 10 kB and a millisecond: of a longer chain only the newest states are saved.
 */
const maxSavedBlockStates = 256

const Count = z.pipe(z.string(), z.transform(Number))
const Pool = z.object({ pending: Count, queued: Count })

/** Counts unmined transactions: `pending` ones could be in the next block, `queued` ones have a nonce gap. */
export const countPendingTransactions = async (
  anvil: Pick<Anvil, "send">,
): Promise<z.output<typeof Pool>> => {
  const [status] = await fetchRpcResults(anvil, [["txpool_status"]])
  return Pool.parse(status)
}

/** @returns `null` when there are pending transactions, which a dump would lose. */
export const saveChain = async (anvil: Pick<Anvil, "send">): Promise<SavedChain | null> => {
  const { pending, queued } = await countPendingTransactions(anvil)
  if (pending + queued > 0) return null
  const tip = await fetchChainHead(anvil)
  const [dump] = await fetchRpcResults(anvil, [["anvil_dumpState", tip.number <= maxSavedBlockStates]])
  return { state: Buffer.from(z.string().parse(dump).slice(2), "hex"), timestamp: tip.timestamp }
}

export const getSavedState = (saved: SavedChain): string => gunzipSync(saved.state).toString()
