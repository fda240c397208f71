import type { Sleep } from "../../faults/applyFault.ts"
import { ConnectionReset } from "../../faults/ConnectionReset.ts"

/** The result of a remote action, for which any number of calls can wait. */
export interface PendingResult<A> {
  /** Settles the result. Returns false when it was settled before. */
  readonly resolve: (value: A) => boolean
  readonly reject: (error: Error) => void
  readonly isSettled: () => boolean
  /**
   * @param milliseconds The timeout.
   * @throws ConnectionReset when the caller disconnects or the server closes
   */
  readonly wait: (milliseconds: number, signal: AbortSignal, tooLate: () => Error) => Promise<A>
}

export const makePendingResult = <A>(sleep: Sleep): PendingResult<A> => {
  const { promise, resolve, reject } = Promise.withResolvers<A>()
  // Handles a rejection without a waiting call.
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
