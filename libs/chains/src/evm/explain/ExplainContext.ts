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
}
