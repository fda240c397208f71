import { Effect } from "effect"

/** The number of requests that wait for the user in the frame. */
export interface PendingApprovals {
  /** @returns the new number */
  readonly change: (by: 1 | -1) => number
  /** Completes when the number is 0. */
  readonly whenNone: Effect.Effect<void>
}

export const makePendingApprovals = (): PendingApprovals => {
  let count = 0
  const waits = new Set<() => void>()
  return {
    change: (by) => {
      count += by
      if (count === 0) {
        const all = [...waits]
        for (const done of all) done()
      }
      return count
    },
    whenNone: Effect.callback((resume) => {
      if (count === 0) return resume(Effect.void)
      const done = () => {
        waits.delete(done)
        resume(Effect.void)
      }
      waits.add(done)
      return Effect.sync(() => waits.delete(done))
    }),
  }
}
