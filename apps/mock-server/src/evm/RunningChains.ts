import type { Sleep } from "../faults/applyFault.ts"

/** The process of one chain, which can be suspended. */
export interface IdleProcess {
  /** Saves the chain and ends its process, unless it is in use or has state that would be lost. */
  readonly rest: () => Promise<void>
}

/** The maximum number of processes, and their idle time limit. */
export interface RunningLimits {
  readonly chains: number
  /** Milliseconds. A chain rests after one to two such intervals without a call. */
  readonly idle: number
}

/** All chains of a server that have a process. */
export interface RunningChains {
  /** Starts the chain. Suspends the least recently used one if the limit is reached. */
  readonly started: (chain: IdleProcess) => Promise<void>
  readonly used: (chain: IdleProcess) => void
  readonly ended: (chain: IdleProcess) => void
  /** Suspends every idle chain. */
  readonly restAll: () => Promise<void>
  readonly count: () => number
  /** Stops the timer. */
  readonly close: () => void
}

export const makeRunningChains = (limits: RunningLimits, sleep: Sleep): RunningChains => {
  /** Least recently used first. */
  const running = new Map<IdleProcess, { used: boolean }>()
  const closing = new AbortController()

  const watch = async (chain: IdleProcess, use: { used: boolean }) => {
    while (running.get(chain) === use) {
      use.used = false
      await sleep(limits.idle, closing.signal)
      if (!use.used && running.get(chain) === use) await chain.rest()
    }
  }

  return {
    started: async (chain) => {
      for (const other of Array.from(running.keys())) {
        if (running.size < limits.chains) break
        await other.rest()
      }
      const use = { used: true }
      running.set(chain, use)
      watch(chain, use).catch(() => {
        // The server stops, and the chain with it.
      })
    },
    used: (chain) => {
      const use = running.get(chain)
      if (use === undefined) return
      use.used = true
      running.delete(chain)
      running.set(chain, use)
    },
    ended: (chain) => {
      running.delete(chain)
    },
    restAll: async () => {
      await Promise.all([...running.keys()].map((chain) => chain.rest()))
    },
    count: () => running.size,
    close: () => closing.abort(),
  }
}
