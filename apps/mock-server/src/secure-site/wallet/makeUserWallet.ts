import type { UserWallet, UserWalletOptions } from "./UserWallet.ts"

/** The same user has the same wallet in a world, however often it is made. */
export type MakeUserWallet = (options: UserWalletOptions) => UserWallet
