import type { DescriptorFile } from "./DescriptorFile.ts"

/** Descriptors that were read and hold, ready to be looked through. */
export interface Descriptors {
  readonly files: readonly DescriptorFile[]
}

/** The host's own come before those that come along. `warn` is told what was left out and why. Never throws. */
export const knownDescriptors = (
  own: readonly DescriptorFile[] = [],
  _warn: (text: string) => void = () => {},
): Descriptors => ({ files: own })
