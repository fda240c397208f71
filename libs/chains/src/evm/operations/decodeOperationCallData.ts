import { decodeFunctionData, numberToHex, parseAbi } from "viem"
import type { ExpectedTransaction } from "../AccountTransaction.ts"
import { decodeReturned } from "../contracts/contractAbi.ts"

/** `handleOps` of version 0.6, and of later versions. */
const entryPointAbi = parseAbi([
  "struct UserOperation { address sender; uint256 nonce; bytes initCode; bytes callData; uint256 callGasLimit; uint256 verificationGasLimit; uint256 preVerificationGas; uint256 maxFeePerGas; uint256 maxPriorityFeePerGas; bytes paymasterAndData; bytes signature; }",
  "struct PackedUserOperation { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }",
  "function handleOps(UserOperation[] ops, address beneficiary)",
  "function handleOps(PackedUserOperation[] ops, address beneficiary)",
])

/**
 * Decodes the calldata that an operation sends to its account, from the bundle; `null` if it is undecodable. In lower
 * case.
 * @param input of the bundle's transaction
 */
export const decodeOperationCallData = (
  input: string,
  { nonce, sender }: { readonly nonce: bigint; readonly sender: string },
): string | null =>
  decodeReturned((data) => {
    const [operations] = decodeFunctionData({ abi: entryPointAbi, data }).args
    return (
      operations.find((one) => one.nonce === nonce && one.sender.toLowerCase() === sender)?.callData ?? null
    )
  })(input)

/**
 * Returns true if a smart account is called to do this and nothing else. Accounts of all vendors encode a call as
 * recipient, amount and data, in this order: the data follows immediately, after the length of all three (ERC-7579); or
 * it is behind its offset and length, and some have the kind of the call between those. A second call fits neither
 * before it nor in the zero padding after it.
 */
export const isCallTo = (callData: string, { input, to, value }: ExpectedTransaction): boolean => {
  const whomAndHowMuch = to.slice(2) + toWord(value)
  const start = callData.indexOf(whomAndHowMuch)
  if (start < 0 || start > headLength) return false
  const rest = callData.slice(start + whomAndHowMuch.length)
  const data = input.slice(2)
  const ends = (digits: string, wanted: string) =>
    digits.startsWith(wanted) && /^0*$/.test(digits.slice(wanted.length))
  const counted = toLengthWord(data) + data
  return (
    (callData.slice(0, start).endsWith(toLengthWord(whomAndHowMuch + data)) && ends(rest, data)) ||
    ends(rest.slice(64), counted) ||
    ends(rest.slice(128), counted)
  )
}

const toWord = (value: bigint) => numberToHex(value, { size: 32 }).slice(2)

/** Returns the length as a word. @param digits of hex */
const toLengthWord = (digits: string) => toWord(BigInt(digits.length / 2))

/** The number of digits of a selector and six words. */
const headLength = 2 + 2 * (4 + 6 * 32)
