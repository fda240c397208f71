import { useFlows } from "../../binding/useFlows.ts"
import { useRunning } from "../../binding/useRunning.ts"

/** Keeps quotes fresh while a view of the swap is mounted. */
export const useWatch = (): void => useRunning(useFlows().swap.watch)
