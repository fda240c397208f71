/**
 * Contracts through which networks offer their native currency as an ERC-20: a balance there is the account's own.
 * No other contract can be at these addresses. Sources: Moonbeam's precompiles, Bor's MRC20, ZKsync's L2BaseToken, the OP
 * Stack's LegacyERC20ETH (Metis, Mantle), Arc's USDC.
 */
const systemContracts = [
  "0x0000000000000000000000000000000000000802",
  "0x0000000000000000000000000000000000001010",
  "0x000000000000000000000000000000000000800a",
  "0xdeaddeaddeaddeaddeaddeaddeaddeaddead0000",
  "0x3600000000000000000000000000000000000000",
]

const goldToken = "0x471ece3750da237f93b8e339c536989b8978a438"

/** Celo's GoldToken, by network: mainnet, Sepolia, Alfajores. Source: Celo's registry. */
const contractsByNetwork: ReadonlyMap<number, string> = new Map([
  [42_220, goldToken],
  [11_142_220, goldToken],
  [44_787, "0xf194afdf50b03e69bd7d057c1aa9e10c9954e4c9"],
])

/** Returns true if the contract is the network's native currency by another name. */
export const isNativeContract = ({ id }: { readonly id: number | string }, address: string): boolean => {
  const contract = address.toLowerCase()
  return systemContracts.includes(contract) || contractsByNetwork.get(Number(id)) === contract
}
