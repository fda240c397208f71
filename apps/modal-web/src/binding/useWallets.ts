import { lateRoom } from "./lateRoom.ts"

/** Every wallet there is. */
export const { useRoom: useWallets, isThere: walletsAreThere } = lateRoom((engine) => engine.wallets)
