import * as z from "zod/mini"
import { type BatchRecord, maxBatchRecords, storedBatchRecord } from "./batch/BatchRecord.ts"
import { type DevNetwork, storedNetwork } from "./DevNetwork.ts"
import { maxOrigins, storedWalletChains, type WalletChainStates } from "./standard/WalletChainStates.ts"
import { address } from "./transaction.ts"

/** What a wallet keeps at most; the oldest are forgotten first. */
export const maxAddedNetworks = 100

const shape = z.object({
  v: z.literal(1),
  locked: z.boolean(),
  account: address,
  chainId: z.int(),
  origins: z.array(z.string().check(z.maxLength(2048))).check(z.maxLength(maxOrigins)),
  added: z.array(storedNetwork).check(z.maxLength(maxAddedNetworks)),
  // Earlier snapshots have none.
  bundles: z._default(z.array(storedBatchRecord).check(z.maxLength(maxBatchRecords)), []),
  sides: z.optional(storedWalletChains),
})

/** All that a dev wallet remembers. It holds no key: a host may store it as JSON anywhere. */
export interface DevWalletSnapshot {
  readonly v: 1
  readonly locked: boolean
  /** The selected account, EIP-55. */
  readonly account: `0x${string}`
  /** The selected network. */
  readonly chainId: number
  /** Who may see the accounts and ask for signatures. */
  readonly origins: readonly string[]
  /** Networks that pages added, on top of those the wallet was made with. */
  readonly added: readonly DevNetwork[]
  /** Batches that were sent, to say what became of them. Oldest first. */
  readonly bundles: readonly BatchRecord[]
  /** By chain beside EVM. Absent until something was shared or chosen there. */
  readonly sides?: WalletChainStates
}

/** @returns `null` for anything that this version did not write. */
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
