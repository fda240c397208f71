/** Operations of the control API on all frames of a world. */
export interface Frames {
  readonly state: () => { readonly frozen: boolean; readonly revoked: number }
  /** Returns a function that ends the subscription. */
  readonly subscribe: (listener: () => void) => () => void
  readonly freeze: (frozen: boolean) => void
  /** Notifies the frames that sessions were ended. */
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
