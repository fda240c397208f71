import {
  type FunctionCall,
  listNestedCalls,
  maxNestedCalls,
  toWordOffset,
  wordToAddress,
} from "./FunctionCall.ts"
import { isUnlimitedApproval, type TokenApproval } from "./TokenApproval.ts"

/** The maximum number of approvals of a call; an honest call has fewer. */
const maxApprovals = maxNestedCalls

/**
 * Decodes the approvals of a call and of its nested calls, as a contract does.
 * Source: ERC-20, ERC-721, ERC-777, ERC-1155, ERC-1363, ERC-2612, ERC-6909, DSToken, the Dai stablecoin, Permit2,
 * Aave's debt tokens, Compound III, Morpho Blue, Balancer's vault, Multicall.
 * @returns a list with a `null` if the call has more content than is decoded
 */
export const decodeCallApprovals = (to: string, data: string): readonly (TokenApproval | null)[] =>
  decodeApprovals(to, data.slice(2))

/** @param data digits without 0x */
const decodeApprovals = (to: string, data: string): readonly (TokenApproval | null)[] => {
  const { calls, isComplete } = listNestedCalls(data)
  const found: (TokenApproval | null)[] = []
  for (const { selector, words } of calls) {
    found.push(...(approvalDecoders[selector]?.(words, to) ?? []))
    if (found.length > maxApprovals) return [...found, null]
  }
  return isComplete ? found : [...found, null]
}

/**
 * Finds unlimited approvals anywhere in these bytes, as a Safe, its MultiSend and smart accounts pack calls, each in
 * its own way. The token is unknown, because it depends on the packing. Not for simulated calls: an exchange's
 * internal calls look the same.
 * @returns a list with a `null` if the bytes have more content than is decoded
 */
export const findUnlimitedApprovals = (bytes: string): readonly (TokenApproval | null)[] => {
  const digits = bytes.slice(2).toLowerCase()
  // A selector cannot start at half a byte, and the call itself is decoded separately.
  const places = [...digits.matchAll(selectorLookahead)].filter(({ index }) => index > 0 && index % 2 === 0)
  if (places.length > maxApprovals) return [null]
  const found: (TokenApproval | null)[] = []
  for (const { index } of places) {
    found.push(...decodeApprovals("", digits.slice(index)))
    if (found.length > maxApprovals) return [null]
  }
  return found.filter((approval) => approval === null || isUnlimitedApproval(approval))
}

const decodeUnits =
  (spenderAt: number, amountAt: number) =>
  (words: FunctionCall["words"], token: string): readonly TokenApproval[] => [
    { token, spender: wordToAddress(words(spenderAt)), amount: words(amountAt) },
  ]

/** Returns a decoder for approvals of everything by a flag. */
const decodeAllFlag =
  (spenderAt: number, flagAt: number) =>
  (words: FunctionCall["words"], token: string): readonly TokenApproval[] =>
    words(flagAt) === 0n ? [] : [{ token, spender: wordToAddress(words(spenderAt)), amount: "all" }]

/** Returns a decoder for Permit2, which holds the allowances of all tokens. */
const decodePermit2 =
  (tokenAt: number, spenderAt: number, amountAt: number) =>
  (words: FunctionCall["words"]): readonly TokenApproval[] => [
    {
      token: wordToAddress(words(tokenAt)),
      spender: wordToAddress(words(spenderAt)),
      amount: words(amountAt) & (2n ** 160n - 1n),
    },
  ]

/** `permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)` */
const decodePermit2Batch = (words: FunctionCall["words"]): readonly (TokenApproval | null)[] => {
  const batch = toWordOffset(words(1))
  const details = batch + toWordOffset(words(batch))
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
  Record<string, (words: FunctionCall["words"], to: string) => readonly (TokenApproval | null)[]>
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
