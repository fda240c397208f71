import { Effect } from "effect"
import type { ChainActions } from "../contract/ChainActions.ts"
import type { SendCheckpoint } from "../contract/TransactionStatus.ts"
import { fetchEpoch } from "./payment/blockhash.ts"
import { parseDecimal } from "./payment/TransferPlan.ts"

/** Where the network stood, decoded. */
export interface SolanaCheckpoint {
  readonly slot: bigint
  /** Blocks, which are fewer than slots. */
  readonly height: bigint
  /** Milliseconds that the wallet took afterwards, where that was long. */
  readonly waited: bigint
}

/** @returns `null` for what is no mark of ours: it comes out of storage. */
export const decodeCheckpoint = (mark: SendCheckpoint | null): SolanaCheckpoint | null => {
  const [slot, height] = [parseDecimal(mark?.["slot"]), parseDecimal(mark?.["height"])]
  const waited = parseDecimal(mark?.["waited"]) ?? 0n
  return slot === null || height === null ? null : { slot, height, waited }
}

/** As of a block that is sure: what leaves now is in none before it. */
export const takeCheckpoint: ChainActions["takeCheckpoint"] = ({ rpc }) =>
  Effect.map(fetchEpoch(rpc, "confirmed"), ({ height, slot }) => ({ slot: `${slot}`, height: `${height}` }))
