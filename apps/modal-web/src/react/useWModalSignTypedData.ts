import type { HostMethods } from "../page/HostMethods.ts"
import { type RequestState, useRequest } from "./useRequest.ts"
import { useProvidedModal } from "./WModalProvider.ts"

/** What `useWModalSignTypedData` returns. */
export interface UseWModalSignTypedDataResult extends RequestState<string> {
  /** See `WModal.signTypedData`. */
  readonly signTypedData: HostMethods["signTypedData"]
}

/** Returns a function that describes EIP-712 data to the user and has the wallet sign it. `data`: the signature. */
export const useWModalSignTypedData = (): UseWModalSignTypedDataResult => {
  const [signTypedData, state] = useRequest(useProvidedModal().modal.signTypedData)
  return { signTypedData, ...state }
}
