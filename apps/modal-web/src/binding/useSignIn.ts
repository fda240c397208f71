import { lateRoom } from "./lateRoom.ts"

/** Having a wallet by an email address or a social account. */
export const { useRoom: useSignIn, isThere: signInIsThere } = lateRoom((engine) => engine.signIn)
