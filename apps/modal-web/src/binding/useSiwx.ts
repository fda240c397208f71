import { lazyService } from "./lazyService.ts"

/** Signing in with a signature. */
export const { useRoom: useSiwx, isThere: siwxIsThere } = lazyService((engine) => engine.siwx.actions)
