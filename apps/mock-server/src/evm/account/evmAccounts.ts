import { mainnet } from "@wmodal/protocol/networks"
import type { AccountSource } from "../../blockchain/AccountSource.ts"
import { servedNetworks } from "../networks.ts"
import { readBalances } from "./accountBalances.ts"
import { readHistory } from "./accountHistory.ts"

/** The accounts of every EVM network. */
export const evmAccounts: AccountSource = {
  isAddress: (address) => /^0x[0-9a-f]{40}$/i.test(address),
  networks: async (world) => {
    const used = (await world.chains()).flatMap(({ chainId }) => servedNetworks.get(chainId) ?? [])
    return used.length === 0 ? [mainnet] : used
  },
  balances: readBalances,
  history: readHistory,
}
