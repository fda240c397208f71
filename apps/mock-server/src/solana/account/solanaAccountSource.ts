import { isSolanaAddress } from "@wmodal/protocol"
import { solana } from "@wmodal/protocol/networks"
import type { AccountSource } from "../../blockchain/AccountSource.ts"
import { getUsedSolanaNetworks } from "../solanaChains.ts"

/** Account reads of every Solana network. */
export const solanaAccountSource: AccountSource = {
  isAddress: isSolanaAddress,
  networks: async (world) => {
    const used = getUsedSolanaNetworks(world)
    return used.length === 0 ? [solana] : used
  },
  balances: async (account) => (await import("./accountBalances.ts")).getAccountBalances(account),
  history: async (account) => (await import("./accountHistory.ts")).getAccountHistory(account),
}
