import { useSyncExternalStore } from "react"
import type { WModal, WModalState } from "../page/WModal.ts"
import { useProvidedModal, useSelected } from "./WModalProvider.ts"

/** What `useWModal` returns. */
export interface UseWModalResult {
  /** Opens a view; see `WModal.open`. */
  readonly open: WModal["open"]
  /** Closes the dialog; see `WModal.close`. */
  readonly close: WModal["close"]
  /** Loads the code that the first click would load. */
  readonly preload: WModal["preload"]
  /** Whether this browser has what the modal needs; see `WModal.supported`. */
  readonly supported: boolean
  /** Whether the dialog is shown. */
  readonly isOpen: boolean
  /** The newest failure that the page should handle. */
  readonly error: WModalState["error"]
  /** Errors in the options. */
  readonly optionsErrors: WModalState["optionsErrors"]
}

/** Returns the modal's own functions, and whether it is open. */
export const useWModal = (): UseWModalResult => {
  const { modal } = useProvidedModal()
  return {
    open: modal.open,
    close: modal.close,
    preload: modal.preload,
    // A server cannot tell, and the first render repeats what it rendered.
    supported: useSyncExternalStore(
      modal.subscribe,
      () => modal.supported,
      () => true,
    ),
    isOpen: useSelected((state) => state.open),
    error: useSelected((state) => state.error),
    optionsErrors: useSelected((state) => state.optionsErrors),
  }
}
