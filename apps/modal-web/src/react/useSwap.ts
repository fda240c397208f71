import type { HostMethods } from "../page/HostMethods.ts"
import { type RequestState, useRequest } from "./useRequest.ts"
import { useProvidedModal } from "./WModalProvider.ts"

/** What `useSwap` returns. */
export interface UseSwapResult extends RequestState<string | null> {
  /** See `WModal.swap`. */
  readonly swap: HostMethods["swap"]
}

/** Returns a function that opens a swap, filled in, and the state of its newest call. `data`: the transaction's hash. */
export const useSwap = (): UseSwapResult => {
  const [swap, state] = useRequest(useProvidedModal().modal.swap)
  return { swap, ...state }
}
