import type { Network } from "@wmodal/protocol"
import { nativeAddress, tradedTokens } from "./exchange.ts"
import { type Token, tokens } from "./tokens.ts"

/** An asset with a price on one network: its native currency, or a known token. */
export interface Asset extends Token {
  readonly network: Network
  /** EIP-55. The placeholder address for the native currency. */
  readonly address: `0x${string}`
}

const listAssets = (network: Network, some: readonly Token[]): readonly Asset[] =>
  [{ ...network.nativeCurrency, address: nativeAddress } as const, ...some].map(
    ({ name, symbol, decimals, address }) => ({ network, name, symbol, decimals, address }),
  )

/** Returns all assets with a price on a network, the native currency first. */
export const getPricedAssets = (network: Network): readonly Asset[] => listAssets(network, tokens)

/** Returns the assets that the exchange trades and the onramp sells. */
export const getTradedAssets = (network: Network): readonly Asset[] => listAssets(network, tradedTokens)

export const isNative = ({ address }: { readonly address: string }): boolean => address === nativeAddress
