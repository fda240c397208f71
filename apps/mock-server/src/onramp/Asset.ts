import type { Network } from "@wmodal/protocol"
import * as known from "@wmodal/protocol/networks"
import { type Token, tokens } from "../evm/tokens.ts"

/** Something that can be bought: the native currency of a network, or one of our tokens on it. */
export interface Asset {
  readonly network: Network
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** `null` for the native currency. */
  readonly token: Token | null
}

/** Networks by the names that buyers' clients use. Source: the AppKit 1.7.2 wire. */
export const blockchains: ReadonlyMap<string, Network> = new Map([
  ["ethereum", known.mainnet],
  ["arbitrum", known.arbitrum],
  ["polygon", known.polygon],
  ["avalanche-c-chain", known.avalanche],
  ["optimism", known.optimism],
  ["celo", known.celo],
  ["base", known.base],
])

/** Everything that can be bought on a network, the native currency first. */
export const assetsOn = (network: Network): readonly Asset[] => [
  { network, ...network.nativeCurrency, token: null },
  ...tokens.map((token) => ({ network, ...token, token })),
]

/** Whether a client means this asset: by its symbol, or by that of what it pretends to be. */
export const isCalled = ({ symbol, token }: Asset, name: string): boolean =>
  name === symbol || (token !== null && `m${name}` === symbol)
