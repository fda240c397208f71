import type { EmbeddedWalletDeps, FramePersistence } from "./EmbeddedWallet.ts"

/** What stays between visits. */
export interface FrameStore {
  readonly read: () => FramePersistence
  readonly change: (part: Partial<FramePersistence>) => void
  /** Nobody is signed in any more. A person's choice of account stays, and so does when the last mail was sent. */
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
