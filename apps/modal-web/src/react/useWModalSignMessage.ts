import type { HostMethods } from "../page/HostMethods.ts"
import { type RequestState, useRequest } from "./useRequest.ts"
import { useProvidedModal } from "./WModalProvider.ts"

/** What `useWModalSignMessage` returns. */
export interface UseWModalSignMessageResult extends RequestState<string> {
  /** See `WModal.signMessage`. */
  readonly signMessage: HostMethods["signMessage"]
}

/** Returns a function that describes a message to the user and has the wallet sign it. `data`: the signature. */
export const useWModalSignMessage = (): UseWModalSignMessageResult => {
  const [signMessage, state] = useRequest(useProvidedModal().modal.signMessage)
  return { signMessage, ...state }
}
