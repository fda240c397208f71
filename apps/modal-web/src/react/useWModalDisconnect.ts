import type { WModal } from "../page/WModal.ts"
import { useProvidedModal } from "./WModalProvider.ts"

/** Returns a function that disconnects one namespace, or all. */
export const useWModalDisconnect = (): WModal["disconnect"] => useProvidedModal().modal.disconnect

/** Returns what `useWModalDisconnect` returns. @deprecated wagmi has a hook of this name: use `useWModalDisconnect`. Goes with the next minor version. */
export const useDisconnect = (): WModal["disconnect"] => useWModalDisconnect()
