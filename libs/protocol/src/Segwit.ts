import { bech32, bech32m } from "@scure/base"

/** The decoded parts of a segregated-witness address. */
export interface Witness {
  /** The human-readable part, in lower case: `bc`, `tb`, … */
  readonly prefix: string
  /** 0 to 16. */
  readonly version: number
  /** 2 to 40 bytes; 20 or 32 in version 0. */
  readonly program: Uint8Array
}

/**
 * Decodes a segwit address. Returns `"Form"` when the text is not such an address, and `"Checksum"` when a character
 * is wrong. Source: BIP-173, BIP-350.
 */
export const decodeSegwit = (address: string): Witness | "Form" | "Checksum" => {
  if (!hasForm(address)) return "Form"
  // Version 0, encoded as `q`, uses the bech32 checksum. Later versions use bech32m.
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

/** The pattern counts a prefix, the separator, and at least a version, a group and a checksum. */
const hasForm = (text: string): text is `${string}1${string}` =>
  /^[!-~]{1,83}1[02-9ac-hj-np-z]{8,}$/i.test(text)
