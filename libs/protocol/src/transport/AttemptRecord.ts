/** What is kept of one request that was sent: never its parameters, its body, its query or anything out of the reply. */
export interface AttemptRecord {
  /** When it was sent, in UTC milliseconds. */
  readonly at: number
  /** With its port where it has one; no path. */
  readonly host: string
  /** A JSON-RPC method, or the pattern of an API's path. */
  readonly method: string
  readonly ms: number
  /** `overtaken`: another host answered first. `abandoned`: whoever asked went away. */
  readonly outcome: "ok" | "failed" | "overtaken" | "abandoned"
  /** Empty where there is nothing to say. */
  readonly why: string
}

/** How many are kept; the oldest go first. */
export const maxAttemptRecords = 200

export interface AttemptLog {
  readonly add: (attempt: AttemptRecord) => void
  /** The oldest first. */
  readonly all: () => readonly AttemptRecord[]
  /** Tells of each from now on, until the function that it returns is called. */
  readonly subscribe: (listener: (attempt: AttemptRecord) => void) => () => void
}

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
          // Whoever looks on does not decide what becomes of the call.
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
