import { lazyService } from "./lazyService.ts"

/** Signing in with an email address or a social account. */
export const { useRoom: useSignIn, isThere: signInIsThere } = lazyService((engine) => engine.signIn)
