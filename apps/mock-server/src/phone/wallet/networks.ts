import { canonicalChainId } from "@wmodal/chains/internal"
import { bitcoinStandardNetworks, networksByChain, solanaStandardNetworks } from "@wmodal/dev-wallet"
import type { PhoneNetwork } from "../PhoneState.ts"

/** Polkadot's own network, of which the phone has an address alone. */
const polkadotNetwork: PhoneNetwork = {
  chainId: "polkadot:91b171bb158e2d3848fa23a9f1c25182",
  name: "Polkadot",
}

/** Of the well-known development account `//Alice`, as Polkadot writes it. Its key is public. */
export const polkadotAddress = "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5"

const standardChains = [...solanaStandardNetworks, ...bitcoinStandardNetworks].map(({ chain, name }) => ({
  chain,
  name,
  chainId: networksByChain[chain].caipNetworkId,
}))

/** Those beside the EVM's. */
export const otherNetworks: readonly PhoneNetwork[] = [
  ...standardChains.map(({ chainId, name }) => ({ chainId, name })),
  polkadotNetwork,
]

/** How the Wallet Standard calls a network of Solana or Bitcoin. @param chainId CAIP-2 */
export const toStandardChain = (chainId: string) =>
  standardChains.find((one) => one.chainId === canonicalChainId(chainId))?.chain
