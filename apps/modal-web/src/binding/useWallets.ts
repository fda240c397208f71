import { lazyService } from "./lazyService.ts"

/** The list of all wallets. */
export const { useRoom: useWallets, isThere: walletsAreThere } = lazyService((engine) => engine.wallets)
