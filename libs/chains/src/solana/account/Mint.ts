import {
  type Address,
  getAddressDecoder,
  getF64Decoder,
  getI16Decoder,
  getStructDecoder,
  getU16Decoder,
  getU64Decoder,
} from "@solana/kit"
import { AccountState, getMintDecoder } from "@solana-program/token"
import { isTokenProgram } from "../program/programs.ts"
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
  /** `true` if it can never leave the account that it was issued to. */
  readonly isBound: boolean
  /** `true` while its issuer stops all transfers. */
  readonly isPaused: boolean
  /** `true` if a new account of it is frozen until its issuer thaws it. */
  readonly startsFrozen: boolean
  /** `true` if its issuer may move and burn it in every account. */
  readonly isRecallable: boolean
  /** The issuer's program that is called by each transfer; `null` without one. */
  readonly hook: Address | null
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
  if (account === null || !isTokenProgram(account.program) || !isAccountType(account, "mint")) return null
  const { decimals, isInitialized } = getMintDecoder().decode(account.data)
  return !isInitialized || decimals > maxDecimals
    ? null
    : {
        decimals,
        program: account.program,
        fee: decodeTransferFees(account.data),
        isMultiplied: isMultiplied(account.data),
        isBound: findExtension(account.data, extensionTypes.nonTransferable) !== null,
        isPaused: (findExtension(account.data, extensionTypes.pausable)?.[32] ?? 0) !== 0,
        startsFrozen: findExtension(account.data, extensionTypes.defaultState)?.[0] === AccountState.Frozen,
        isRecallable: findAddress(account.data, extensionTypes.permanentDelegate, 0) !== null,
        hook: findAddress(account.data, extensionTypes.transferHook, 32),
      }
}

/**
 * Returns an address in an extension, for which zeros stand for none. Source: spl-token-2022, `TransferHook`, whose
 * authority is before the program, and `PermanentDelegate`.
 */
const findAddress = (data: Uint8Array, extension: number, offset: number): Address | null => {
  const found = findExtension(data, extension)?.slice(offset, offset + 32)
  return found?.length !== 32 || found.every((byte) => byte === 0) ? null : getAddressDecoder().decode(found)
}

/** Source: spl-token-2022, `ScaledUiAmountConfig`, `InterestBearingConfig`. */
const isMultiplied = (data: Uint8Array): boolean => {
  const factors = findExtension(data, extensionTypes.scaledAmount)
  const interest = findExtension(data, extensionTypes.interestBearing)
  const factor = getF64Decoder()
  const rate = getI16Decoder()
  return (
    (factors?.length === 56 && (factor.decode(factors, 32) !== 1 || factor.decode(factors, 48) !== 1)) ||
    (interest?.length === 52 && (rate.decode(interest, 40) !== 0 || rate.decode(interest, 50) !== 0))
  )
}

const feeDecoder = getStructDecoder([
  ["epoch", getU64Decoder()],
  ["most", getU64Decoder()],
  ["points", getU16Decoder()],
])

/** Source: spl-token-2022, `TransferFeeConfig`: two authorities and the withheld amount are before the fees. */
const decodeTransferFees = (data: Uint8Array): TransferFees | null => {
  const bytes = findExtension(data, extensionTypes.transferFee)
  return bytes?.length === 108
    ? { older: feeDecoder.decode(bytes, 72), newer: feeDecoder.decode(bytes, 90) }
    : null
}

/** Returns the fee of this epoch; `null` if the token has none. */
export const getTransferFee = ({ fee }: Mint, epoch: bigint): TransferFee | null =>
  fee === null ? null : epoch >= fee.newer.epoch ? fee.newer : fee.older

/** Returns the token's fee on an amount, in base units. */
export const transferFeeOn = ({ most, points }: Omit<TransferFee, "epoch">, amount: bigint): bigint => {
  const taken = (amount * BigInt(points) + 9_999n) / 10_000n
  return taken < most ? taken : most
}
