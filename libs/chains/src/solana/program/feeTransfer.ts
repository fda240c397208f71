import { getStructCodec, getU8Codec, getU64Codec } from "@solana/kit"

/**
 * The data of a transfer that names the token's own fee. The library of this program needs an older `@solana/kit`, and
 * zero-knowledge proofs. Source: spl-token-2022, `TransferFeeInstruction::TransferCheckedWithFee`.
 */
export const feeTransferCodec = getStructCodec([
  ["discriminator", getU8Codec()],
  ["kind", getU8Codec()],
  ["amount", getU64Codec()],
  ["decimals", getU8Codec()],
  ["fee", getU64Codec()],
])

export const feeTransferKind = { discriminator: 26, kind: 1 } as const
