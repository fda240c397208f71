import { lazyService } from "./lazyService.ts"

/** Every wallet there is. */
export const { useRoom: useWallets, isThere: walletsAreThere } = lazyService((engine) => engine.wallets)
