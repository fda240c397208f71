import type { DescriptorIndex } from "./DescriptorIndex.ts"
import type { ExplainSources } from "./ExplainSources.ts"

/** What every explanation is made with. */
export interface ExplainContext {
  /** The chain in use. */
  readonly chainId: bigint
  /** Whose wallet is asked. Any case. */
  readonly from: string
  readonly descriptors: DescriptorIndex
  readonly sources: ExplainSources
}
