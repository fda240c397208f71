/** The log entry of one HTTP request. It never contains parameters, the body, the query or parts of the reply. */
export interface AttemptRecord {
  /** The time of sending, in UTC milliseconds. */
  readonly at: number
  /** With its port where it has one, without a path. */
  readonly host: string
  /** A JSON-RPC method, or the pattern of an API's path. */
  readonly method: string
  readonly ms: number
  /** `overtaken`: another host responded first. `abandoned`: the caller was interrupted. */
  readonly outcome: "ok" | "failed" | "overtaken" | "abandoned"
  /** Empty when there is no reason. */
  readonly why: string
}

/** The number of records kept. The oldest are dropped first. */
export const maxAttemptRecords = 200

/** The latest HTTP requests of all reads. */
export interface AttemptLog {
  readonly add: (attempt: AttemptRecord) => void
  /** The oldest first. */
  readonly all: () => readonly AttemptRecord[]
  /** Calls the listener for each new record, until the returned function is called. */
  readonly subscribe: (listener: (attempt: AttemptRecord) => void) => () => void
}

/** Creates an empty log. */
export const makeAttemptLog = (): AttemptLog => {
  let attempts: readonly AttemptRecord[] = []
  const listeners = new Set<(attempt: AttemptRecord) => void>()
  return {
    add: (attempt) => {
      attempts = [...attempts.slice(1 - maxAttemptRecords), attempt]
      for (const listener of listeners) {
        try {
          listener(attempt)
        } catch {
          // A listener that throws must not affect the call.
        }
      }
    },
    all: () => attempts,
    subscribe: (listener) => {
      const own = (attempt: AttemptRecord) => listener(attempt)
      listeners.add(own)
      return () => listeners.delete(own)
    },
  }
}
