import { programs } from "../program/programs.ts"
import { makeByteReader } from "../wire/ByteReader.ts"
import type { SolanaAccount } from "./SolanaAccount.ts"

/** The extensions that spl-token-2022 adds to the accounts of spl-token. Source: spl-token-2022, `ExtensionType`. */
export const extensionTypes = {
  transferFee: 1,
  memoRequired: 8,
  interestBearing: 10,
  metadataPointer: 18,
  metadata: 19,
  scaledAmount: 25,
} as const

/** The offset of the account type: the length of the longest spl-token account. */
const accountTypeOffset = 165

/** The length of a multisig account, which has no account type. */
const multisigLength = 355

/** `kind`: 1 a mint, 2 a token account. */
export const isAccountType = ({ data, program }: SolanaAccount, plainLength: number, kind: 1 | 2): boolean =>
  data.length === plainLength ||
  (program === programs.token2022 &&
    data.length > accountTypeOffset &&
    data.length !== multisigLength &&
    data[accountTypeOffset] === kind)

/** Returns the bytes of an extension; `null` if the account has none. */
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
