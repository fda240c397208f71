import { Effect } from "effect"
import type { ChainActions } from "../contract/ChainActions.ts"
import type { SendCheckpoint } from "../contract/TransactionStatus.ts"
import { fetchEpoch } from "./payment/blockhash.ts"
import { parseDecimal } from "./payment/TransferPlan.ts"

/** The decoded position of the network. */
export interface SolanaCheckpoint {
  readonly slot: bigint
  /** Blocks, which are fewer than slots. */
  readonly height: bigint
  /** Milliseconds until the wallet responded, if that was long. */
  readonly waited: bigint
}

/** @returns `null` if the stored checkpoint is invalid */
export const decodeCheckpoint = (mark: SendCheckpoint | null): SolanaCheckpoint | null => {
  const [slot, height] = [parseDecimal(mark?.["slot"]), parseDecimal(mark?.["height"])]
  const waited = parseDecimal(mark?.["waited"]) ?? 0n
  return slot === null || height === null ? null : { slot, height, waited }
}

/** Takes the position of a confirmed block: a later transaction cannot be in an earlier one. */
export const takeCheckpoint: ChainActions["takeCheckpoint"] = ({ rpc }) =>
  Effect.map(fetchEpoch(rpc, "confirmed"), ({ height, slot }) => ({ slot: `${slot}`, height: `${height}` }))
