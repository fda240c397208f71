import { canonicalChainId } from "@wmodal/chains/internal"
import { bitcoinStandardNetworks, networksByChain, solanaStandardNetworks } from "@wmodal/dev-wallet"
import type { PhoneNetwork } from "../PhoneState.ts"

/** Polkadot's main network, on which the phone only has an address. */
const polkadotNetwork: PhoneNetwork = {
  chainId: "polkadot:91b171bb158e2d3848fa23a9f1c25182",
  name: "Polkadot",
}

/** The well-known development account `//Alice` in Polkadot's format. Its key is public. */
export const polkadotAddress = "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5"

const standardChains = [...solanaStandardNetworks, ...bitcoinStandardNetworks].map(({ chain, name }) => ({
  chain,
  name,
  chainId: networksByChain[chain].caipNetworkId,
}))

/** The networks in addition to the EVM's. */
export const otherNetworks: readonly PhoneNetwork[] = [
  ...standardChains.map(({ chainId, name }) => ({ chainId, name })),
  polkadotNetwork,
]

/** Returns the Wallet Standard's name of a Solana or Bitcoin network. @param chainId CAIP-2 */
export const toStandardChain = (chainId: string) =>
  standardChains.find((one) => one.chainId === canonicalChainId(chainId))?.chain
