import { programs } from "../program/programs.ts"
import { makeByteReader } from "../wire/ByteReader.ts"
import type { SolanaAccount } from "./SolanaAccount.ts"

/** What an account of the newer token program says beside what those of the older one say. Source: spl-token-2022, `ExtensionType`. */
export const extensionTypes = {
  transferFee: 1,
  memoRequired: 8,
  interestBearing: 10,
  metadataPointer: 18,
  metadata: 19,
  scaledAmount: 25,
} as const

/** Where the kind of account stands: as far in as the longest account of the older program is long. */
const accountTypeOffset = 165

/** As long as an account that several keys own together, which says nothing of its kind. */
const multisigLength = 355

/** `kind`: 1 a mint, 2 a token account. */
export const isAccountType = ({ data, program }: SolanaAccount, plainLength: number, kind: 1 | 2): boolean =>
  data.length === plainLength ||
  (program === programs.token2022 &&
    data.length > accountTypeOffset &&
    data.length !== multisigLength &&
    data[accountTypeOffset] === kind)

/** The bytes of an extension; `null` where the account has none such. */
export const findExtension = (data: Uint8Array, wanted: number): Uint8Array | null => {
  const reader = makeByteReader(data.slice(accountTypeOffset + 1))
  while (reader.remaining() >= 4) {
    const [type, length] = [reader.u16(), reader.u16()]
    if (length > reader.remaining()) return null
    const bytes = reader.bytes(length)
    if (type === wanted) return bytes
  }
  return null
}
