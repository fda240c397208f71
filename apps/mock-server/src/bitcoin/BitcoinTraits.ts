import * as z from "zod/mini"

/** What the Bitcoin nodes of a world are like, where they differ from mempool.space's. */
export const BitcoinTraits = z.strictObject({
  /** `esplora` has no `/v1`, as Blockstream's. */
  server: z._default(z.enum(["mempool", "esplora"]), "mempool"),
  /** Times the usual rates, which may become fractions. */
  feeFactor: z._default(z.number().check(z.minimum(0.1), z.maximum(100)), 1),
  /** The fewest blocks that it has an estimate for; without any when nothing waits, as a node that has just started. */
  estimatesFrom: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(1008))), 1),
  /** Refuses each request of this number with 429. */
  limitEvery: z.optional(z.int().check(z.minimum(2), z.maximum(10_000))),
})
export type BitcoinTraits = z.output<typeof BitcoinTraits>

export const plainBitcoin: BitcoinTraits = { server: "mempool", feeFactor: 1, estimatesFrom: 1 }
