import { parseBitcoinAddress } from "@wmodal/protocol"
import { Result } from "effect"
import type { AccountSource } from "../blockchain/AccountSource.ts"
import { bitcoinNetworks } from "./bitcoinNetworks.ts"

/**
 * The Bitcoin account source. The blockchain API returns nothing for it: a wallet queries the network's own REST.
 * Source: the AppKit 1.7.2 wire.
 */
export const bitcoinAccountSource: AccountSource = {
  isAddress: (address, { caipNetworkId }) => {
    const parsed = parseBitcoinAddress(address)
    return (
      Result.isSuccess(parsed) && parsed.success.network === bitcoinNetworks.get(caipNetworkId)?.addresses
    )
  },
  networks: async () => [...bitcoinNetworks.values()].map(({ network }) => network),
  balances: async () => [],
  history: async () => [],
}
