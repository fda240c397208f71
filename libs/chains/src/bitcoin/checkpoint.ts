import { Effect } from "effect"
import type { ChainActions } from "../contract/ChainActions.ts"
import { fetchHeight } from "./esplora.ts"

/** Returns the height only: the search uses the UTXOs that the PSBT spends. */
export const takeCheckpoint: ChainActions["takeCheckpoint"] = ({ rpc }) =>
  Effect.map(fetchHeight(rpc), (height) => ({ height: `${height}` }))
