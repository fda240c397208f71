import { bech32, bech32m } from "@scure/base"

/** What a segregated-witness address says. */
export interface Witness {
  /** The human-readable part, in lower case: `bc`, `tb`, … */
  readonly prefix: string
  /** 0 to 16. */
  readonly version: number
  /** 2 to 40 bytes; 20 or 32 in version 0. */
  readonly program: Uint8Array
}

/** `"Form"` where it is no such address at all, `"Checksum"` where a character must be wrong. Source: BIP-173, BIP-350. */
export const decodeSegwit = (address: string): Witness | "Form" | "Checksum" => {
  if (!hasForm(address)) return "Form"
  // Version 0, which is written `q`, has the older checksum; every later one has the newer.
  const codec = /1q[^1]*$/i.test(address) ? bech32 : bech32m
  try {
    const { prefix, words } = codec.decode(address, 90)
    const [version = 0, ...groups] = words
    const program = codec.fromWords(groups)
    const { length } = program
    const fits = version === 0 ? length === 20 || length === 32 : length >= 2 && length <= 40
    return version <= 16 && fits ? { prefix, version, program } : "Form"
  } catch (error) {
    return error instanceof Error && /checksum/i.test(error.message) ? "Checksum" : "Form"
  }
}

/** A prefix, the separator, and room for a version, a group and a checksum. */
const hasForm = (text: string): text is `${string}1${string}` =>
  /^[!-~]{1,83}1[02-9ac-hj-np-z]{8,}$/i.test(text)
