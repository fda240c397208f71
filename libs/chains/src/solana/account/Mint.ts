import { isTokenProgram } from "../program/programs.ts"
import { makeByteReader } from "../wire/ByteReader.ts"
import type { SolanaAccount } from "./SolanaAccount.ts"
import { extensionTypes, findExtension, isAccountType } from "./tokenExtensions.ts"

/** A token as its program stores it. Source: spl-token, spl-token-2022. */
export interface Mint {
  readonly decimals: number
  /** The token program that owns it. */
  readonly program: string
  /** The token's own fee on each transfer; `null` without one. */
  readonly fee: TransferFees | null
  /** `true` if UIs may scale its amounts by a factor or by interest, and so show different amounts. */
  readonly isMultiplied: boolean
}

interface TransferFees {
  readonly older: TransferFee
  readonly newer: TransferFee
}

export interface TransferFee {
  readonly epoch: bigint
  /** Base units. */
  readonly most: bigint
  /** Basis points. */
  readonly points: number
}

/** The number of digits of 2^256. More decimals are not plausible. */
const maxDecimals = 77

/** @returns `null` if the account is not a token */
export const decodeMint = (account: SolanaAccount | null): Mint | null => {
  if (account === null || !isTokenProgram(account.program) || !isAccountType(account, 82, 1)) return null
  const decimals = account.data[44] ?? 0
  return account.data[45] !== 1 || decimals > maxDecimals
    ? null
    : {
        decimals,
        program: account.program,
        fee: decodeTransferFees(findExtension(account.data, extensionTypes.transferFee)),
        isMultiplied: isMultiplied(account.data),
      }
}

/** Source: spl-token-2022, `ScaledUiAmountConfig`, `InterestBearingConfig`. */
const isMultiplied = (data: Uint8Array): boolean => {
  const [factors, interest] = [extensionTypes.scaledAmount, extensionTypes.interestBearing].map((one) =>
    toDataView(findExtension(data, one)),
  )
  return (
    (factors?.byteLength === 56 &&
      (factors.getFloat64(32, true) !== 1 || factors.getFloat64(48, true) !== 1)) ||
    (interest?.byteLength === 52 && (interest.getInt16(40, true) !== 0 || interest.getInt16(50, true) !== 0))
  )
}

const toDataView = (bytes: Uint8Array | null) =>
  bytes && new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const decodeTransferFees = (bytes: Uint8Array | null): TransferFees | null => {
  if (bytes === null || bytes.length !== 108) return null
  const reader = makeByteReader(bytes)
  // The fee authority, the withdraw authority and the withheld amount.
  reader.bytes(32 + 32 + 8)
  const fee = () => ({ epoch: reader.u64(), most: reader.u64(), points: reader.u16() })
  return { older: fee(), newer: fee() }
}

/** Returns the fee of this epoch; `null` if the token has none. */
export const getTransferFee = ({ fee }: Mint, epoch: bigint): TransferFee | null =>
  fee === null ? null : epoch >= fee.newer.epoch ? fee.newer : fee.older

/** Returns the token's fee on an amount, in base units. */
export const transferFeeOn = ({ most, points }: Omit<TransferFee, "epoch">, amount: bigint): bigint => {
  const taken = (amount * BigInt(points) + 9_999n) / 10_000n
  return taken < most ? taken : most
}
