import { Effect } from "effect"
import type { ChainActions } from "../contract/ChainActions.ts"
import { fetchHeight } from "./esplora.ts"

/** What is to be found spends the coins that its PSBT names: of the chain nothing but its height is worth noting. */
export const takeCheckpoint: ChainActions["takeCheckpoint"] = ({ rpc }) =>
  Effect.map(fetchHeight(rpc), (height) => ({ height: `${height}` }))
