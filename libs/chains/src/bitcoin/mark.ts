import { Effect } from "effect"
import type { Actions } from "../contract/Actions.ts"
import { readHeight } from "./esplora.ts"

/** What is to be found spends the coins that its PSBT names: of the chain nothing but its height is worth noting. */
export const mark: Actions["mark"] = ({ rpc }) =>
  Effect.map(readHeight(rpc), (height) => ({ height: `${height}` }))
