/** What is done to all frames of a world from outside. */
export interface Frames {
  readonly state: () => { readonly frozen: boolean; readonly revoked: number }
  /** @returns what ends it */
  readonly subscribe: (listener: () => void) => () => void
  readonly freeze: (frozen: boolean) => void
  /** Sessions were ended. */
  readonly revoke: () => void
}

export const makeFrames = (): Frames => {
  const listeners = new Set<() => void>()
  let state = { frozen: false, revoked: 0 }
  const become = (over: Partial<typeof state>) => {
    state = { ...state, ...over }
    for (const listener of listeners) listener()
  }
  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    freeze: (frozen) => become({ frozen }),
    revoke: () => become({ revoked: state.revoked + 1 }),
  }
}
