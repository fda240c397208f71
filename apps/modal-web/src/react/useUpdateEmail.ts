import type { HostMethods } from "../page/HostMethods.ts"
import { type RequestState, useRequest } from "./useRequest.ts"
import { useProvidedModal } from "./WModalProvider.ts"

/** What `useUpdateEmail` returns. */
export interface UseUpdateEmailResult extends RequestState<string> {
  /** See `WModal.updateEmail`. */
  readonly updateEmail: HostMethods["updateEmail"]
}

/** Returns a function that opens the change of the embedded wallet's email. `data`: the new address. */
export const useUpdateEmail = (): UseUpdateEmailResult => {
  const [updateEmail, state] = useRequest(useProvidedModal().modal.updateEmail)
  return { updateEmail, ...state }
}
