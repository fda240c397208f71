import { isSolanaAddress } from "@wmodal/protocol"
import { solana } from "@wmodal/protocol/networks"
import type { AccountSource } from "../../blockchain/AccountSource.ts"
import { usedSolanaNetworks } from "../solanaChains.ts"

/** The accounts of every Solana network. */
export const solanaAccountSource: AccountSource = {
  isAddress: isSolanaAddress,
  networks: async (world) => {
    const used = usedSolanaNetworks(world)
    return used.length === 0 ? [solana] : used
  },
  balances: async (account) => (await import("./accountBalances.ts")).accountBalances(account),
  history: async (account) => (await import("./accountHistory.ts")).accountHistory(account),
}
