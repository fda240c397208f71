import type { FrameMemory, FrameSurroundings } from "./Frame.ts"

/** What stays between visits. */
export interface Remembered {
  readonly read: () => FrameMemory
  readonly change: (part: Partial<FrameMemory>) => void
  /** Nobody is signed in any more. A person's choice of account stays, and so does when the last mail was sent. */
  readonly forget: () => void
}

export const rememberedIn = ({ read, write }: FrameSurroundings["memory"]): Remembered => {
  const change = (part: Partial<FrameMemory>) => write({ ...read(), ...part })
  return {
    read,
    change,
    forget: () => change({ loginUsed: false, email: null, username: null, lastChain: null }),
  }
}
