import type { Sleep } from "../../faults/applyFault.ts"
import { ConnectionReset } from "../../faults/ConnectionReset.ts"

/** Something that somebody does elsewhere, and that any number of calls wait for. */
export interface PendingResult<A> {
  /** @returns whether it was not settled before. */
  readonly resolve: (value: A) => boolean
  readonly reject: (error: Error) => void
  readonly isSettled: () => boolean
  /**
   * @param milliseconds after which it is too late
   * @throws ConnectionReset where who waits goes away, or the server ends
   */
  readonly wait: (milliseconds: number, signal: AbortSignal, tooLate: () => Error) => Promise<A>
}

export const makePendingResult = <A>(sleep: Sleep): PendingResult<A> => {
  const { promise, resolve, reject } = Promise.withResolvers<A>()
  // Nobody may be waiting when it fails.
  promise.catch(() => {})
  let isSettled = false
  return {
    resolve: (value) => {
      const isFirst = !isSettled
      isSettled = true
      resolve(value)
      return isFirst
    },
    reject: (error) => {
      isSettled = true
      reject(error)
    },
    isSettled: () => isSettled,
    wait: async (milliseconds, signal, tooLate) => {
      const done = new AbortController()
      const both = AbortSignal.any([signal, done.signal])
      const late = sleep(Math.max(0, milliseconds), both).then(
        () => {
          throw tooLate()
        },
        () => {
          throw new ConnectionReset()
        },
      )
      late.catch(() => {})
      try {
        return await Promise.race([promise, late])
      } finally {
        done.abort()
      }
    },
  }
}
