import type { ListPosition } from "../../ui/LongList.tsx"

export type AccountTab = "tokens" | "collectibles" | "activity"

interface AccountViewState {
  tab: AccountTab
  /** Positions by list, account and network. */
  readonly places: Map<string, ListPosition>
}

const viewStates = new WeakMap<object, AccountViewState>()

/** Returns the last state of the account's views, for when the user returns. One for each engine. */
export const accountViewState = (engine: object): AccountViewState => {
  const found = viewStates.get(engine) ?? { tab: "tokens", places: new Map() }
  viewStates.set(engine, found)
  return found
}
