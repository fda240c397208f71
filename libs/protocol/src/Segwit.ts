const alphabet = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"

/** What a segregated-witness address says. */
export interface Witness {
  /** The human-readable part, in lower case: `bc`, `tb`, … */
  readonly prefix: string
  /** 0 to 16. */
  readonly version: number
  /** 2 to 40 bytes; 20 or 32 in version 0. */
  readonly program: Uint8Array
}

/** Checksums of bech32, which version 0 has, and bech32m, which every later one has. */
const checksums = { bech32: 1, bech32m: 0x2bc830a3 }

/** `"Form"` where it is no such address at all, `"Checksum"` where a character must be wrong. Source: BIP-173, BIP-350. */
export const decodeSegwit = (address: string): Witness | "Form" | "Checksum" => {
  const text = address.toLowerCase()
  const [, prefix = "", data = ""] = /^([!-~]{1,83})1([02-9ac-hj-np-z]{8,})$/.exec(text) ?? []
  if (data === "" || text.length > 90 || (address !== text && address !== address.toUpperCase()))
    return "Form"
  const digits = Array.from(data, (character) => alphabet.indexOf(character))
  const [version = 0, ...values] = digits.slice(0, -6)
  if (remainder(prefix, digits) !== (version === 0 ? checksums.bech32 : checksums.bech32m)) return "Checksum"
  const program = toBytes(values)
  const length = program?.length ?? 0
  const fits = version === 0 ? length === 20 || length === 32 : length >= 2 && length <= 40
  return program !== null && version <= 16 && fits ? { prefix, version, program } : "Form"
}

const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

const remainder = (prefix: string, digits: readonly number[]): number => {
  const codes = Array.from(prefix, (character) => character.charCodeAt(0))
  const all = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...digits]
  return all.reduce((sum, digit) => {
    const top = sum >>> 25
    return generators.reduce(
      (rest, generator, bit) => ((top >> bit) & 1 ? rest ^ generator : rest),
      ((sum & 0x1ffffff) << 5) ^ digit,
    )
  }, 1)
}

/** Bytes of groups of five bits. `null` where more than four bits are left over, or one of them is set. */
const toBytes = (groups: readonly number[]): Uint8Array | null => {
  const bytes: number[] = []
  let held = 0
  let bits = 0
  for (const group of groups) {
    held = ((held << 5) | group) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >> bits) & 255)
  }
  return bits < 5 && (held & ((1 << bits) - 1)) === 0 ? Uint8Array.from(bytes) : null
}
