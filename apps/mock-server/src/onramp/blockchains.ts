import type { Network } from "@wmodal/protocol"
import * as known from "@wmodal/protocol/networks"
import { type Asset, isNative } from "../evm/assets.ts"

/** Networks by the names that onramp clients use. Source: the AppKit 1.7.2 wire. */
export const blockchains: ReadonlyMap<string, Network> = new Map([
  ["ethereum", known.mainnet],
  ["arbitrum", known.arbitrum],
  ["polygon", known.polygon],
  ["avalanche-c-chain", known.avalanche],
  ["optimism", known.optimism],
  ["celo", known.celo],
  ["base", known.base],
])

/** Matches an asset by its symbol, or by that of the asset that it imitates. */
export const matchesAssetName = (asset: Asset, name: string): boolean =>
  name === asset.symbol || (!isNative(asset) && `m${name}` === asset.symbol)
