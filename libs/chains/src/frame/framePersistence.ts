import type { EmbeddedWalletDeps, FramePersistence } from "./EmbeddedWallet.ts"

/** The stored state of the embedded wallet. */
export interface FrameStore {
  readonly read: () => FramePersistence
  readonly change: (part: Partial<FramePersistence>) => void
  /** Removes the signed-in user. The chosen account type and the time of the last email stay. */
  readonly forget: () => void
}

export const makeFrameStore = ({ read, write }: EmbeddedWalletDeps["memory"]): FrameStore => {
  const change = (part: Partial<FramePersistence>) => write({ ...read(), ...part })
  return {
    read,
    change,
    forget: () => change({ loginUsed: false, email: null, username: null, lastChain: null }),
  }
}
