/** What is kept of one request that was sent: never its parameters, its body, its query or anything out of the reply. */
export interface Attempt {
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
export const attemptsKept = 200

export interface AttemptLog {
  readonly add: (attempt: Attempt) => void
  /** The oldest first. */
  readonly all: () => readonly Attempt[]
  /** Tells of each from now on, until the function that it returns is called. */
  readonly subscribe: (listener: (attempt: Attempt) => void) => () => void
}

export const makeAttemptLog = (): AttemptLog => {
  let attempts: readonly Attempt[] = []
  const listeners = new Set<(attempt: Attempt) => void>()
  return {
    add: (attempt) => {
      attempts = [...attempts.slice(1 - attemptsKept), attempt]
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
      const own = (attempt: Attempt) => listener(attempt)
      listeners.add(own)
      return () => listeners.delete(own)
    },
  }
}
