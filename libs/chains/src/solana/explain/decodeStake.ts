import { getAddressDecoder, getU32Decoder, getU64Decoder } from "@solana/kit"
import type { Instruction } from "../wire/Instruction.ts"
import type { DecodedInstruction } from "./DecodedInstruction.ts"
import { toAddress } from "./toAddress.ts"

/** The bytes of a lockup: a time, an epoch, and who may change them. */
const lockupStart = 68

const clock = "SysvarC1ock11111111111111111111111111111111"
const rent = "SysvarRent111111111111111111111111111111111"

/**
 * Decodes an instruction of the stake program. Its own library expects changes of authorities without the clock, which
 * requests name, and so takes that for the authority. The program accepts both, at shifted positions: without the
 * clock or the rent, an instruction stays unknown, as does a lockup. Source: Solana, `StakeInstruction`.
 */
export const decodeStake = ({ accounts, data }: Instruction): DecodedInstruction | null => {
  const account = toAddress(accounts[0])
  const authorize = (authority: number, to: string): DecodedInstruction => ({
    _tag: "Authorize",
    account,
    what: "move the stake",
    authority: toAddress(accounts[authority]),
    to,
  })
  const isNamed = (at: number, sysvar: string) => toAddress(accounts[at]) === sysvar
  const readAddress = (offset: number) => getAddressDecoder().decode(data, offset)
  switch (getU32Decoder().decode(data)) {
    case 0:
      return data.slice(lockupStart, lockupStart + 16).every((byte) => byte === 0)
        ? { _tag: "OpenStake", account, staker: readAddress(4), withdrawer: readAddress(36) }
        : null
    case 1:
      return isNamed(1, clock) ? authorize(2, readAddress(4)) : null
    case 2:
      return { _tag: "DelegateStake", account, validator: toAddress(accounts[1]) }
    case 3:
      return {
        _tag: "SplitStake",
        account,
        to: toAddress(accounts[1]),
        amount: getU64Decoder().decode(data, 4),
      }
    case 4:
      return {
        _tag: "WithdrawStake",
        account,
        to: toAddress(accounts[1]),
        amount: getU64Decoder().decode(data, 4),
      }
    case 5:
      return { _tag: "StopStake", account }
    case 7:
      return { _tag: "MergeStake", account: toAddress(accounts[1]), to: account }
    case 8:
      return authorize(1, readAddress(4))
    case 9:
      return isNamed(1, rent)
        ? {
            _tag: "OpenStake",
            account,
            staker: toAddress(accounts[2]),
            withdrawer: toAddress(accounts[3]),
          }
        : null
    case 10:
      return isNamed(1, clock) ? authorize(2, toAddress(accounts[3])) : null
    case 11:
      return isNamed(2, clock) ? authorize(1, toAddress(accounts[3])) : null
    default:
      return null
  }
}
