import { Effect } from "effect"
import type { Actions } from "../contract/Actions.ts"

/** Until it stands. */
export const explain: Actions["explain"] = () => Effect.die(new Error("Not here yet"))
