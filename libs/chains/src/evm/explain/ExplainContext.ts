import type { DescriptorIndex } from "./DescriptorIndex.ts"
import type { ExplainSources } from "./ExplainSources.ts"

/** The inputs of every explanation. */
export interface ExplainContext {
  /** The chain in use. */
  readonly chainId: bigint
  /** The account of the requested wallet. Any case. */
  readonly from: string
  readonly descriptors: DescriptorIndex
  readonly sources: ExplainSources
  /**
   * How many rows are still formatted, over all calls; absent for a call alone. With more the request is refused: they
   * only count.
   */
  readonly left?: { rows: number }
}
