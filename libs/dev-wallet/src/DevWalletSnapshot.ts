import * as z from "zod/mini"
import { type BatchRecord, maxBatchRecords, storedBatchRecord } from "./batch/BatchRecord.ts"
import { type DevNetwork, storedNetwork } from "./DevNetwork.ts"
import { maxOrigins, storedWalletChains, type WalletChainStates } from "./standard/WalletChainStates.ts"
import { address } from "./transaction.ts"

/** The maximum numbers of stored entries; the oldest are dropped first. */
export const maxAddedNetworks = 100

const shape = z.object({
  v: z.literal(1),
  locked: z.boolean(),
  account: address,
  chainId: z.int(),
  origins: z.array(z.string().check(z.maxLength(2048))).check(z.maxLength(maxOrigins)),
  added: z.array(storedNetwork).check(z.maxLength(maxAddedNetworks)),
  // Absent in snapshots of earlier versions.
  bundles: z._default(z.array(storedBatchRecord).check(z.maxLength(maxBatchRecords)), []),
  sides: z.optional(storedWalletChains),
})

/** The complete state of a dev wallet. It contains no key: a host may store it as JSON anywhere. */
export interface DevWalletSnapshot {
  readonly v: 1
  readonly locked: boolean
  /** The selected account, EIP-55. */
  readonly account: `0x${string}`
  /** The selected network. */
  readonly chainId: number
  /** Origins with permission to see the accounts and request signatures. */
  readonly origins: readonly string[]
  /** Networks added by dApps, in addition to the initial ones. */
  readonly added: readonly DevNetwork[]
  /** Sent batches, for status requests. Oldest first. */
  readonly bundles: readonly BatchRecord[]
  /** By non-EVM chain. Absent until an account was shared or selected there. */
  readonly sides?: WalletChainStates
}

/** Decodes a stored snapshot. Returns `null` for any value that this version did not write. */
export const decodeDevWalletSnapshot = (value: unknown): DevWalletSnapshot | null => {
  const parsed = shape.safeParse(value)
  if (!parsed.success) return null
  const { added, sides, ...rest } = parsed.data
  return {
    ...rest,
    ...(sides && { sides }),
    added: added.map(({ currency, ...network }) => ({ ...network, ...(currency && { currency }) })),
  }
}
