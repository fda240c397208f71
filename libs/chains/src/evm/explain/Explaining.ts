import type { Descriptors } from "./Descriptors.ts"
import type { Reader } from "./Reader.ts"

/** What every explanation is made with. */
export interface Explaining {
  /** The chain in use. */
  readonly chainId: bigint
  /** Whose wallet is asked. Any case. */
  readonly from: string
  readonly descriptors: Descriptors
  readonly read: Reader
}
