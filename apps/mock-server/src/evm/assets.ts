import type { Network } from "@wmodal/protocol"
import { nativeAddress } from "./exchange.ts"
import { type Token, tokens } from "./tokens.ts"

/** What has a price on one network: its native currency, or one of our tokens. */
export interface Asset extends Token {
  readonly network: Network
  /** EIP-55. Of the native currency, the address that stands for it. */
  readonly address: `0x${string}`
}

/** Everything that is traded on a network, the native currency first. */
export const assetsOn = (network: Network): readonly Asset[] =>
  [{ ...network.nativeCurrency, address: nativeAddress } as const, ...tokens].map(
    ({ name, symbol, decimals, address }) => ({ network, name, symbol, decimals, address }),
  )

export const isNative = ({ address }: Asset): boolean => address === nativeAddress
