import type { Network } from "@wmodal/protocol"
import * as z from "zod/mini"
import { BitcoinTraits } from "../bitcoin/BitcoinTraits.ts"
import { ArbitrumTraits, makeArbitrumGas } from "./dataGas/arbitrumGas.ts"
import type { DataGas } from "./dataGas/DataGas.ts"
import { type Rollup, RollupTraits } from "./dataGas/dataFee.ts"
import { makeZksyncGas, ZksyncTraits } from "./dataGas/zksyncGas.ts"
import { NodeTraits, plainNode } from "./node/NodeTraits.ts"

/** What the chains of a world are like, where they differ from the plain ones. */
export const ChainTraits = z.strictObject({
  /** The gas of a swap of the native currency, as of a route through several pools. Default: 58,000. */
  routeGas: z.optional(z.int().check(z.minimum(60_000), z.maximum(600_000))),
  /** The fees of its networks of the OP Stack. Default: none. */
  rollup: z.optional(RollupTraits),
  /** The fees of Arbitrum, whose gas has a part for data. Default: none but the EVM's. */
  arbitrum: z.optional(ArbitrumTraits),
  /** The fees of ZKsync Era, and its native currency as a token. Default: none but the EVM's. */
  zksync: z.optional(ZksyncTraits),
  /** True if Celo's native currency is also its token CELO. Default: false. */
  celo: z.optional(z.boolean()),
  /** The nodes of each network: the first at its usual path, each other one by its number. Default: anvil itself. */
  nodes: z.optional(z.array(NodeTraits).check(z.minLength(1), z.maxLength(4))),
  /** What its Bitcoin nodes are like. Default: mempool.space's. */
  bitcoin: z.optional(BitcoinTraits),
})
export type ChainTraits = z.output<typeof ChainTraits>

/** The networks of the OP Stack, and how many units of their currency one of the parent chain is worth. */
const currencyRatios: ReadonlyMap<string, bigint> = new Map([
  ["eip155:10", 1n],
  ["eip155:8453", 1n],
  ["eip155:7777777", 1n],
  // Mantle, whose currency is its own.
  ["eip155:5000", 3_000n],
])

/** Returns the fees of a network; `null` if its world gives it none. */
export const getRollup = ({ rollup }: ChainTraits, { caipNetworkId }: Network): Rollup | null => {
  const currencyRatio = currencyRatios.get(caipNetworkId)
  return rollup === undefined || currencyRatio === undefined ? null : { traits: rollup, currencyRatio }
}

/** Returns how a network charges for data in its gas; `null` if its world does not make it. */
export const getDataGas = ({ arbitrum, zksync }: ChainTraits, { caipNetworkId }: Network): DataGas | null => {
  if (arbitrum !== undefined && caipNetworkId === "eip155:42161") return makeArbitrumGas(arbitrum)
  return zksync !== undefined && caipNetworkId === "eip155:324" ? makeZksyncGas(zksync) : null
}

/** Returns whether a network's native currency is also its token CELO. */
export const hasCeloToken = ({ celo }: ChainTraits, { caipNetworkId }: Network): boolean =>
  celo === true && caipNetworkId === "eip155:42220"

/** Returns what the node of that number is like, from 1; `null` if the world has none of it. */
export const getNode = ({ nodes = [plainNode] }: ChainTraits, node: number): NodeTraits | null =>
  nodes[node - 1] ?? null
