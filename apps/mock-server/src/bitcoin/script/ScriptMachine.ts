/** The three versions of Script. A tapscript signs the hash of its leaf instead of itself. */
export type ScriptVersion =
  | { readonly _tag: "Legacy" }
  | { readonly _tag: "Witness" }
  /** `budget`: decremented by 50 for each signature check. Source: BIP-342. */
  | { readonly _tag: "Tapscript"; readonly leafHash: Uint8Array; budget: number }

/** The state of a running script. */
export interface ScriptMachine {
  readonly version: ScriptVersion
  readonly stack: Uint8Array[]
  readonly alternate: Uint8Array[]
  /** The execution state of each open OP_IF branch. */
  readonly branches: boolean[]
  /** @throws ScriptFailed when the stack is empty. */
  readonly pop: () => Uint8Array
  readonly popNumber: (bytes?: number) => number
  readonly push: (item: Uint8Array | number | boolean) => void
  readonly count: (operations: number) => void
  readonly checkSignature: (signature: Uint8Array, key: Uint8Array) => boolean
  readonly requireLockTime: (lockTime: number) => void
  readonly requireSequence: (sequence: number) => void
}

/** Returns whether the item is true: anything but zero and negative zero. */
export const isTrue = (item: Uint8Array): boolean =>
  item.some((byte, at) => byte !== 0 && !(byte === 0x80 && at === item.length - 1))
