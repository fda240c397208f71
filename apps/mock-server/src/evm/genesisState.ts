import type { Network } from "@wmodal/protocol"
import { getMarketPrice } from "../blockchain/prices.ts"
import type { ChainTraits } from "./ChainTraits.ts"
import { nativeAddress, poolSideDollars, pools } from "./exchange.ts"
import { state } from "./generated/state.ts"
import { makeTraitAccounts } from "./traitAccounts.ts"

/**
 * Returns a network's genesis state for `anvil --load-state`: the saved accounts and contracts, and pools whose
 * native currency has the value of their tokens.
 */
export const makeGenesisState = (network: Network, traits: ChainTraits = {}): string => {
  const { nativeCurrency } = network
  const cents = BigInt(Math.round(getMarketPrice(nativeCurrency.symbol) * 100))
  const balance = `0x${((poolSideDollars * 100n * 10n ** BigInt(nativeCurrency.decimals)) / cents).toString(16)}`
  const accounts: Readonly<Record<string, object>> = {
    ...state.accounts,
    ...makeTraitAccounts(network, traits),
  }
  const funded = pools
    .filter(({ pair }) => pair[0] === nativeAddress)
    .map(({ address }) => [address.toLowerCase(), { ...accounts[address.toLowerCase()], balance }])
  return JSON.stringify({ ...state, accounts: { ...accounts, ...Object.fromEntries(funded) } })
}
