import { isUnlimitedApproval, type TokenApproval } from "./TokenApproval.ts"

/** More calls inside of calls than any honest one has, and more tokens in one permit. */
const maxApprovals = 200

/**
 * Whom a call lets take what; a call inside of it counts too. Reads as a contract does: what is missing is zero, and of
 * a word that holds an address only its last 20 bytes count.
 * Source: ERC-20, ERC-721, ERC-777, ERC-1155, ERC-1363, ERC-2612, ERC-6909, DSToken, the Dai stablecoin, Permit2, Aave's
 * debt tokens, Compound III, Morpho Blue, Balancer's vault, Multicall.
 * @returns with a `null` where there is more in it than is read
 */
export const decodeCallApprovals = (to: string, data: string): readonly (TokenApproval | null)[] => {
  const found: (TokenApproval | null)[] = []
  const calls = [data]
  for (const call of calls) {
    const selector = call.slice(2, 10).toLowerCase()
    found.push(...(approvalDecoders[selector]?.(readArguments(call), to) ?? []))
    const argument = multicalls[selector]
    const inner = argument === undefined ? [] : decodeBytesList(call.slice(10), argument)
    if (inner === null || calls.length + inner.length > maxApprovals) return [...found, null]
    calls.push(...inner)
  }
  return found
}

/**
 * Whom calls let take all there is that stand anywhere in these bytes, as a Safe, its MultiSend and smart accounts pack
 * them, each in its own way. Of which token, that way alone would tell. Not for what is tried out: the calls that
 * exchanges make of their own look the same.
 * @returns with a `null` where there is more in it than is read
 */
export const findUnlimitedApprovals = (bytes: string): readonly (TokenApproval | null)[] => {
  const digits = bytes.slice(2).toLowerCase()
  // Half a byte is no place for anything, and the call itself is read as one.
  const places = [...digits.matchAll(selectorLookahead)].filter(({ index }) => index > 0 && index % 2 === 0)
  return places.length > maxApprovals
    ? [null]
    : places.flatMap(({ index }) =>
        decodeCallApprovals("", `0x${digits.slice(index)}`).filter(
          (approval) => approval === null || isUnlimitedApproval(approval),
        ),
      )
}

/** The arguments of a call, one word each. */
type ArgumentReader = (at: number) => bigint

const readArguments =
  (data: string): ArgumentReader =>
  (at) =>
    decodeWordAt(data.slice(10), at * 64)

/** @param digits without 0x @param at in digits */
const decodeWordAt = (digits: string, at: number): bigint => {
  const word = digits.slice(at, at + 64)
  return /^[0-9a-f]*$/i.test(word) ? BigInt(`0x${word.padEnd(64, "0")}`) : 0n
}

const wordToAddress = (word: bigint) => `0x${(word & (2n ** 160n - 1n)).toString(16).padStart(40, "0")}`

const decodeUnits =
  (spenderAt: number, amountAt: number) =>
  (words: ArgumentReader, token: string): readonly TokenApproval[] => [
    { token, spender: wordToAddress(words(spenderAt)), amount: words(amountAt) },
  ]

/** Of everything, where a flag says so. */
const decodeAllFlag =
  (spenderAt: number, flagAt: number) =>
  (words: ArgumentReader, token: string): readonly TokenApproval[] =>
    words(flagAt) === 0n ? [] : [{ token, spender: wordToAddress(words(spenderAt)), amount: "all" }]

/** Permit2 holds the allowances of all tokens. */
const decodePermit2 =
  (tokenAt: number, spenderAt: number, amountAt: number) =>
  (words: ArgumentReader): readonly TokenApproval[] => [
    {
      token: wordToAddress(words(tokenAt)),
      spender: wordToAddress(words(spenderAt)),
      amount: words(amountAt) & (2n ** 160n - 1n),
    },
  ]

/** `permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)` */
const decodePermit2Batch = (words: ArgumentReader): readonly (TokenApproval | null)[] => {
  const batch = toDigitOffset(words(1))
  const details = batch + toDigitOffset(words(batch))
  const spender = wordToAddress(words(batch + 1))
  const length = words(details)
  if (length > maxApprovals) return [null]
  return Array.from({ length: Number(length) }, (_, at) => ({
    token: wordToAddress(words(details + 1 + at * 4)),
    spender,
    amount: words(details + 2 + at * 4) & (2n ** 160n - 1n),
  }))
}

const approvalDecoders: Readonly<
  Record<string, (words: ArgumentReader, to: string) => readonly (TokenApproval | null)[]>
> = {
  // approve(address,uint256)
  "095ea7b3": decodeUnits(0, 1),
  // increaseAllowance(address,uint256)
  "39509351": decodeUnits(0, 1),
  // increaseApproval(address,uint256)
  d73dd623: decodeUnits(0, 1),
  // approveDelegation(address,uint256)
  c04a8a10: decodeUnits(0, 1),
  // delegationWithSig(address,address,uint256,uint256,uint8,bytes32,bytes32)
  "0b52d558": decodeUnits(1, 2),
  // approveAndCall(address,uint256)
  "3177029f": decodeUnits(0, 1),
  // approveAndCall(address,uint256,bytes)
  cae9ca51: decodeUnits(0, 1),
  // permit(address,address,uint256,uint256,uint8,bytes32,bytes32)
  d505accf: decodeUnits(1, 2),
  // permit(address,address,uint256,uint256,bytes)
  "9fd5a6cf": decodeUnits(1, 2),
  // approve(address,uint256,uint256)
  "426a8493": decodeUnits(0, 2),
  // setApprovalForAll(address,bool)
  a22cb465: decodeAllFlag(0, 1),
  // setOperator(address,bool)
  "558a7297": decodeAllFlag(0, 1),
  // allow(address,bool)
  "110496e5": decodeAllFlag(0, 1),
  // allowBySig(address,address,bool,uint256,uint256,uint8,bytes32,bytes32)
  bb24d994: decodeAllFlag(1, 2),
  // setAuthorization(address,bool)
  eecea000: decodeAllFlag(0, 1),
  // setRelayerApproval(address,address,bool)
  fa6e671d: decodeAllFlag(1, 2),
  // authorizeOperator(address), which has no flag
  "959b8c3f": decodeAllFlag(0, 0),
  // approve(address), which has no amount
  daea85c5: decodeAllFlag(0, 0),
  // permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)
  "8fcbaf0c": decodeAllFlag(1, 4),
  // approve(address,address,uint160,uint48)
  "87517c45": decodePermit2(0, 1, 2),
  // permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)
  "2b67b570": decodePermit2(1, 5, 2),
  "2a2d80d1": decodePermit2Batch,
}

const selectorLookahead = new RegExp(`(?=${Object.keys(approvalDecoders).join("|")})`, "g")

/** At which argument the list of calls stands that a contract makes to itself, for whoever calls. */
const multicalls: Readonly<Record<string, number>> = {
  // multicall(bytes[])
  ac9650d8: 0,
  // multicall(uint256,bytes[])
  "5ae401dc": 1,
  // multicall(bytes32,bytes[])
  "1f0464d1": 1,
}

/** The elements of an argument of type `bytes[]`, as far as they are there; `null` where they are too many. */
const decodeBytesList = (digits: string, argument: number): readonly string[] | null => {
  const list = toDigitCount(decodeWordAt(digits, argument * 64))
  const length = decodeWordAt(digits, list)
  const start = list + 64
  return length > maxApprovals
    ? null
    : Array.from({ length: Number(length) }, (_, at) => {
        const element = start + toDigitCount(decodeWordAt(digits, start + at * 64))
        const from = element + 64
        return `0x${digits.slice(from, from + toDigitCount(decodeWordAt(digits, element)))}`
      })
}

/** Offsets that point beyond all calldata point nowhere. */
const maxOffset = 2n ** 32n
const toDigitCount = (bytes: bigint) => Number(bytes > maxOffset ? maxOffset : bytes) * 2
const toDigitOffset = (bytes: bigint) => toDigitCount(bytes) / 64
