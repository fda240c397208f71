import { Effect } from "effect"
import type { Actions } from "../contract/Actions.ts"
import type { Mark } from "../contract/Standing.ts"
import { readEpoch } from "./payment/blockhash.ts"
import { decimal } from "./payment/Terms.ts"

/** Where the network stood, decoded. */
export interface Place {
  readonly slot: bigint
  /** Blocks, which are fewer than slots. */
  readonly height: bigint
  /** Milliseconds that the wallet took afterwards, where that was long. */
  readonly waited: bigint
}

/** @returns `null` for what is no mark of ours: it comes out of storage. */
export const placeIn = (mark: Mark | null): Place | null => {
  const [slot, height] = [decimal(mark?.["slot"]), decimal(mark?.["height"])]
  const waited = decimal(mark?.["waited"]) ?? 0n
  return slot === null || height === null ? null : { slot, height, waited }
}

/** As of a block that is sure: what leaves now is in none before it. */
export const mark: Actions["mark"] = ({ rpc }) =>
  Effect.map(readEpoch(rpc, "confirmed"), ({ height, slot }) => ({ slot: `${slot}`, height: `${height}` }))
