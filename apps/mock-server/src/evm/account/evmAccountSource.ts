import { mainnet } from "@wmodal/protocol/networks"
import type { AccountSource } from "../../blockchain/AccountSource.ts"
import { servedEvmNetworks } from "../networks.ts"
import { fetchBalances } from "./accountBalances.ts"
import { fetchHistory } from "./accountHistory.ts"

/** Account reads of every EVM network. */
export const evmAccountSource: AccountSource = {
  isAddress: (address) => /^0x[0-9a-f]{40}$/i.test(address),
  networks: async (world) => {
    const used = (await world.chains()).flatMap(({ chainId }) => servedEvmNetworks.get(chainId) ?? [])
    return used.length === 0 ? [mainnet] : used
  },
  balances: fetchBalances,
  history: fetchHistory,
}
