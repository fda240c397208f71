import type { CaipNetworkId, Namespace } from "@wmodal/protocol"
import { useSelected } from "./WModalProvider.ts"

/** The state of the modal itself. */
export interface UseModalStateResult {
  /** Whether the dialog is shown. */
  readonly isOpen: boolean
  /** True while the code of the modal is loading. */
  readonly isLoading: boolean
  /** True once its code has loaded: a click then opens it at once. */
  readonly isReady: boolean
  /** The namespace of the network in use. */
  readonly activeChain: Namespace | undefined
  /** CAIP-2; `undefined` before it is known. */
  readonly selectedNetworkId: CaipNetworkId | undefined
}

/** Returns whether the modal is open and loaded, and which chain is in use. */
export const useModalState = (): UseModalStateResult => {
  const engine = useSelected((state) => state.engine)
  const network = useSelected((state) => state.network?.network)
  return {
    isOpen: useSelected((state) => state.open),
    isLoading: engine === "loading",
    isReady: engine === "ready",
    activeChain: network?.chainNamespace,
    selectedNetworkId: network?.caipNetworkId,
  }
}
