import { isAddress } from "@solana/kit"
import { solana } from "@wmodal/protocol/networks"
import type { AccountSource } from "../../blockchain/AccountSource.ts"
import { usedSolanaNetworks } from "../solanaChains.ts"
import { accountBalances } from "./accountBalances.ts"
import { accountHistory } from "./accountHistory.ts"

/** The accounts of every Solana network. */
export const solanaAccountSource: AccountSource = {
  isAddress: (address) => isAddress(address),
  networks: async (world) => {
    const used = usedSolanaNetworks(world)
    return used.length === 0 ? [solana] : used
  },
  balances: async (account) => accountBalances(account),
  history: async (account) => accountHistory(account),
}
