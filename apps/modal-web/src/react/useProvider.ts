import type { Namespace } from "@wmodal/protocol"
import type { Providers } from "../page/Providers.ts"
import { getConnection, useProvidedModal, useSelected } from "./WModalProvider.ts"

/**
 * Returns the provider of the wallet that is connected on a namespace, or `null`; see `WModal.getProvider`. For
 * `eip155` viem's `custom()` and ethers' `BrowserProvider` take it as it is.
 */
export const useProvider = <N extends Namespace>(namespace: N): Providers[N] | null => {
  const { modal } = useProvidedModal()
  useSelected((state) => getConnection(state, namespace).wallet)
  return modal.getProvider(namespace)
}
