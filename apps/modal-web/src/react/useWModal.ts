import { useProvidedModal, useSelected } from "./WModalProvider.ts"

/** Returns the modal's own functions, and whether it is open. */
export const useWModal = () => {
  const { modal } = useProvidedModal()
  return {
    open: modal.open,
    close: modal.close,
    preload: modal.preload,
    isOpen: useSelected((state) => state.open),
    error: useSelected((state) => state.error),
    optionsErrors: useSelected((state) => state.optionsErrors),
  }
}
