import { programs } from "../program/programs.ts"
import { byteReader } from "../wire/ByteReader.ts"
import type { Account } from "./Account.ts"

/** What an account of the newer token program says beside what those of the older one say. Source: spl-token-2022, `ExtensionType`. */
export const extension = {
  transferFee: 1,
  memoRequired: 8,
  interestBearing: 10,
  metadataPointer: 18,
  metadata: 19,
  scaledAmount: 25,
} as const

/** Where the kind of account stands: as far in as the longest account of the older program is long. */
const kindAt = 165

/** As long as an account that several keys own together, which says nothing of its kind. */
const severalKeys = 355

/** `kind`: 1 a mint, 2 a token account. */
export const isOfKind = ({ data, program }: Account, plainLength: number, kind: 1 | 2): boolean =>
  data.length === plainLength ||
  (program === programs.token2022 &&
    data.length > kindAt &&
    data.length !== severalKeys &&
    data[kindAt] === kind)

/** The bytes of an extension; `null` where the account has none such. */
export const extensionIn = (data: Uint8Array, wanted: number): Uint8Array | null => {
  const reader = byteReader(data.slice(kindAt + 1))
  while (reader.left() >= 4) {
    const [type, length] = [reader.u16(), reader.u16()]
    if (length > reader.left()) return null
    const bytes = reader.bytes(length)
    if (type === wanted) return bytes
  }
  return null
}
