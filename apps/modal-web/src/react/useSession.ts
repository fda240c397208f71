import type { WModal, WModalSession } from "../page/WModal.ts"
import { useProvidedModal, useSelected } from "./WModalProvider.ts"

/** Returns whether the active account is signed in with a signature, and its session. */
export const useSession = (): WModalSession => useSelected((state) => state.signature)

/** Returns a function that asks the active account to sign in; see `WModal.signIn`. */
export const useSignIn = (): WModal["signIn"] => useProvidedModal().modal.signIn

/** Returns a function that ends the session; see `WModal.signOut`. */
export const useSignOut = (): WModal["signOut"] => useProvidedModal().modal.signOut
