import type { Network } from "@wmodal/protocol"
import { nativeAddress, traded } from "./exchange.ts"
import { type Token, tokens } from "./tokens.ts"

/** What has a price on one network: its native currency, or one of our tokens. */
export interface Asset extends Token {
  readonly network: Network
  /** EIP-55. Of the native currency, the address that stands for it. */
  readonly address: `0x${string}`
}

const listed = (network: Network, some: readonly Token[]): readonly Asset[] =>
  [{ ...network.nativeCurrency, address: nativeAddress } as const, ...some].map(
    ({ name, symbol, decimals, address }) => ({ network, name, symbol, decimals, address }),
  )

/** Everything that has a price on a network, the native currency first. */
export const assetsOn = (network: Network): readonly Asset[] => listed(network, tokens)

/** What of it the exchange trades, and the onramp sells. */
export const tradedOn = (network: Network): readonly Asset[] => listed(network, traded)

export const isNative = ({ address }: Asset): boolean => address === nativeAddress
