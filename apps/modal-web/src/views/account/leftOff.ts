import type { ListPlace } from "../../ui/LongList.tsx"

export type AccountTab = "tokens" | "collectibles" | "activity"

interface LeftOff {
  tab: AccountTab
  /** By list, account and network. */
  readonly places: Map<string, ListPlace>
}

const known = new WeakMap<object, LeftOff>()

/** How a person left the views of the account: for when they come back. One for each engine. */
export const leftOff = (engine: object): LeftOff => {
  const found = known.get(engine) ?? { tab: "tokens", places: new Map() }
  known.set(engine, found)
  return found
}
