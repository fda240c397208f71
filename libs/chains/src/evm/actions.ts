import { Effect } from "effect"
import type { Actions } from "../contract/Actions.ts"
import { balance } from "./balance.ts"

const unbuilt = Effect.die(new Error("not built yet"))

/** What the engine can do on EVM networks. */
export const evmActions: Actions = {
  address: () => null,
  balance,
  tokenBalance: () => unbuilt,
  token: () => unbuilt,
  estimate: () => unbuilt,
  build: () => ({}),
  simulate: () => unbuilt,
  mark: () => unbuilt,
  find: () => unbuilt,
  broadcast: () => unbuilt,
  owned: () => unbuilt,
}
