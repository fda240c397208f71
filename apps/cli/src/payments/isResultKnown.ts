import { isSettled, type LedgerEntry } from "@wmodal/core/flows"

/** Returns false while another look at the chain may tell more: a node may know the result of one in a block by now. */
export const isResultKnown = ({ state }: Pick<LedgerEntry, "state">): boolean =>
  isSettled(state) && state._tag !== "Mined"
