import type { ListPosition } from "../../ui/LongList.tsx"

export type AccountTab = "tokens" | "collectibles" | "activity"

interface AccountViewState {
  tab: AccountTab
  /** By list, account and network. */
  readonly places: Map<string, ListPosition>
}

const viewStates = new WeakMap<object, AccountViewState>()

/** How a person left the views of the account: for when they come back. One for each engine. */
export const accountViewState = (engine: object): AccountViewState => {
  const found = viewStates.get(engine) ?? { tab: "tokens", places: new Map() }
  viewStates.set(engine, found)
  return found
}
