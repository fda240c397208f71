import { canonicalChainId } from "@wmodal/chains/internal"
import {
  bitcoinStandardNetworks,
  networksByChain,
  polkadotStandardNetworks,
  solanaStandardNetworks,
} from "@wmodal/dev-wallet"
import type { PhoneNetwork } from "../PhoneState.ts"

const standardChains = [
  ...solanaStandardNetworks,
  ...bitcoinStandardNetworks,
  ...polkadotStandardNetworks,
].map(({ chain, name }) => ({
  chain,
  name,
  chainId: networksByChain[chain].caipNetworkId,
}))

/** The networks in addition to the EVM's. */
export const otherNetworks: readonly PhoneNetwork[] = standardChains.map(({ chainId, name }) => ({
  chainId,
  name,
}))

/** Returns the wallet's name of a network that is not an EVM's. @param chainId CAIP-2 */
export const toStandardChain = (chainId: string) =>
  standardChains.find((one) => one.chainId === canonicalChainId(chainId))?.chain
