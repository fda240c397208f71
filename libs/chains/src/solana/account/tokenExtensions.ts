import { getU16Decoder, type ReadonlyUint8Array } from "@solana/kit"
import { getMintSize, getTokenSize } from "@solana-program/token"
import { programs } from "../program/programs.ts"
import type { SolanaAccount } from "./SolanaAccount.ts"

/** The extensions that spl-token-2022 adds to the accounts of spl-token. Source: spl-token-2022, `ExtensionType`. */
export const extensionTypes = {
  transferFee: 1,
  confidentialAccount: 5,
  defaultState: 6,
  memoRequired: 8,
  nonTransferable: 9,
  interestBearing: 10,
  permanentDelegate: 12,
  transferHook: 14,
  metadataPointer: 18,
  metadata: 19,
  scaledAmount: 25,
  pausable: 26,
} as const

/** The offset of the account type: the length of the longest spl-token account. */
const accountTypeOffset = getTokenSize()

/** The length of a multisig account, which has no account type. */
const multisigLength = 355

const accountKinds = { mint: { size: getMintSize(), kind: 1 }, holding: { size: getTokenSize(), kind: 2 } }

/** Returns `true` if the data is that of a token or of a token account, with or without extensions. */
export const isAccountType = ({ data, program }: SolanaAccount, wanted: keyof typeof accountKinds): boolean =>
  data.length === accountKinds[wanted].size ||
  (program === programs.token2022 &&
    data.length > accountTypeOffset &&
    data.length !== multisigLength &&
    data[accountTypeOffset] === accountKinds[wanted].kind)

/** Returns the bytes of an extension; `null` if the account has none. */
export const findExtension = (data: Uint8Array, wanted: number): ReadonlyUint8Array | null => {
  const u16 = getU16Decoder()
  for (let at = accountTypeOffset + 1; at + 4 <= data.length; ) {
    const [type, length] = [u16.decode(data, at), u16.decode(data, at + 2)]
    at += 4 + length
    if (at > data.length) return null
    if (type === wanted) return data.slice(at - length, at)
  }
  return null
}
