import * as z from "zod/mini"
import { clientNames } from "./clientWords.ts"

/** Methods that real nodes lack. */
const optionalMethods = ["eth_simulateV1", "eth_feeHistory", "eth_maxPriorityFeePerGas"] as const

/** What one node of the EVM chains of a world is like, where it differs from anvil. */
export const NodeTraits = z.strictObject({
  /** Whose codes and words its errors have. Default: anvil's. */
  client: z.optional(z.enum(clientNames)),
  /** The methods that it does not have. */
  lacks: z._default(z.array(z.enum(optionalMethods)).check(z.maxLength(optionalMethods.length)), []),
  /** False for a node without a pending block: it is `null`, and states of it are those of the latest one. */
  hasPending: z._default(z.boolean(), true),
  /**
   * True for a chain before Byzantium: receipts have a `root` and no `status`, blocks no base fee, and transactions of
   * a type are refused. Source: EIP-658, EIP-1559, EIP-2718.
   */
  isLegacy: z._default(z.boolean(), false),
  /** Seconds of the world's clock by which it knows a block later. */
  lagSeconds: z._default(z.int().check(z.minimum(0), z.maximum(600)), 0),
  /** Refuses each call of this number, as over its limit. */
  limitEvery: z.optional(z.int().check(z.minimum(2), z.maximum(10_000))),
})
export type NodeTraits = z.output<typeof NodeTraits>

export const plainNode: NodeTraits = { lacks: [], hasPending: true, isLegacy: false, lagSeconds: 0 }

/** Returns whether the node has a method. */
export const hasMethod = ({ isLegacy, lacks }: NodeTraits, method: string): boolean =>
  isLegacy ? !optionalMethods.some((one) => one === method) : !lacks.some((one) => one === method)
