import type { WalletProfile } from "./WalletProfile.ts"

type Listener = (value: unknown) => void

/** The events of a mock wallet, told when the profile's wallet tells them. */
export interface ProfileEvents {
  readonly on: (event: string, listener: Listener) => void
  readonly off: (event: string, listener: Listener) => void
  readonly emit: (event: string, value: unknown) => void
  /** Runs a request: its own events may come after its answer. */
  readonly during: <A>(request: () => Promise<A>) => Promise<A>
}

export const makeProfileEvents = ({ quirks = {} }: WalletProfile): ProfileEvents => {
  const listeners = new Map<string, Set<Listener>>()
  let open = 0
  let held: (() => void)[] = []

  const tell = (event: string, value: unknown) => {
    for (const listener of new Set(listeners.get(event))) listener(value)
  }
  const release = () => {
    if (open > 0) return
    const told = held
    held = []
    for (const run of told) run()
  }
  return {
    on: (event, listener) => {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    off: (event, listener) => {
      listeners.get(event)?.delete(listener)
    },
    emit: (event, value) => {
      if (quirks.events === "none") return
      if (quirks.events === "after" && open > 0) held.push(() => tell(event, value))
      else tell(event, value)
    },
    during: async (request) => {
      open += 1
      try {
        return await request()
      } finally {
        open -= 1
        // The page has its answer first.
        queueMicrotask(() => queueMicrotask(release))
      }
    },
  }
}
