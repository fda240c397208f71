import type { HostMethods } from "../page/HostMethods.ts"
import { type RequestState, useRequest } from "./useRequest.ts"
import { useProvidedModal } from "./WModalProvider.ts"

/** What `useSend` returns. */
export interface UseSendResult extends RequestState<string | null> {
  /** See `WModal.send`. */
  readonly send: HostMethods["send"]
}

/** Returns a function that opens a payment, filled in, and the state of its newest call. `data`: the transaction's hash. */
export const useSend = (): UseSendResult => {
  const [send, state] = useRequest(useProvidedModal().modal.send)
  return { send, ...state }
}
