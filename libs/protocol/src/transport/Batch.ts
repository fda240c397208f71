export type { Ask, NotRead, Question } from "./Question.ts"

/** One logical read on its way into a batch. */
export interface Member {
  readonly method: string
  readonly params: readonly unknown[] | undefined
  /**
   * Takes one request off the budget of the logical call that this is part of, and says whether there was one left.
   * To be called for each attempt that the member travels in; a member whose call has none left leaves the batch.
   */
  readonly charge: () => boolean
}
