import { lazyService } from "./lazyService.ts"

/** Having a wallet by an email address or a social account. */
export const { useRoom: useSignIn, isThere: signInIsThere } = lazyService((engine) => engine.signIn)
