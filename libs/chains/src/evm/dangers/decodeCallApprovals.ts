import {
  type FunctionCall,
  indexFunctions,
  listNestedCalls,
  maxNestedCalls,
  readNamed,
  toWordOffset,
  wordToAddress,
} from "./FunctionCall.ts"
import { isUnlimitedApproval, type TokenApproval, toEnd } from "./TokenApproval.ts"

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

/** Returns whether a call only allows what it names: it moves nothing. */
export const onlyAllows = (to: string, data: string): boolean => {
  const [call, ...inner] = listNestedCalls(data.slice(2)).calls
  return call !== undefined && inner.length === 0 && decodeOwnApprovals(call, to).length > 0
}

/** @param data digits without 0x */
const decodeApprovals = (to: string, data: string): readonly (TokenApproval | null)[] => {
  const { calls, isComplete } = listNestedCalls(data)
  const found: (TokenApproval | null)[] = []
  for (const call of calls) {
    found.push(...decodeOwnApprovals(call, to))
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

const decodeOwnApprovals = (call: FunctionCall, to: string): readonly (TokenApproval | null)[] => {
  if (call.selector === permit2Batch) return decodePermit2Batch(call.words, to)
  const names = approvals.get(call.selector)
  if (names === undefined) return []
  const word = readNamed(call, names)
  const spender = wordToAddress(word("spender") ?? 0n)
  const [amount, token] = [word("amount"), word("token")]
  // Without an amount and a flag, it is the spender who has to be none.
  if (amount === null)
    return (word("all") ?? word("spender")) === 0n ? [] : [{ token: to, spender, amount: "all" }]
  // Permit2 holds the allowances of all tokens, in 160 bits each.
  return token === null
    ? [{ token: to, spender, amount }]
    : [
        {
          token: wordToAddress(token),
          spender,
          amount: BigInt.asUintN(160, amount),
          ...toEnd(to, decodeExpiration(word("expiration"))),
        },
      ]
}

/** `permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)` */
const permit2Batch = "2a2d80d1"

const decodePermit2Batch = (words: FunctionCall["words"], to: string): readonly (TokenApproval | null)[] => {
  const batch = toWordOffset(words(1))
  const details = batch + toWordOffset(words(batch))
  const spender = wordToAddress(words(batch + 1))
  const length = words(details)
  if (length > maxApprovals) return [null]
  return Array.from({ length: Number(length) }, (_, at) => ({
    token: wordToAddress(words(details + 1 + at * 4)),
    spender,
    amount: BigInt.asUintN(160, words(details + 2 + at * 4)),
    ...toEnd(to, decodeExpiration(words(details + 3 + at * 4))),
  }))
}

/** Permit2 keeps 48 bits. */
const decodeExpiration = (word: bigint | null) => (word === null ? null : BigInt.asUintN(48, word))

const approvals = indexFunctions([
  "approve(address spender, uint256 amount)",
  "increaseAllowance(address spender, uint256 amount)",
  "increaseApproval(address spender, uint256 amount)",
  "approveDelegation(address spender, uint256 amount)",
  "delegationWithSig(address, address spender, uint256 amount, uint256, uint8, bytes32, bytes32)",
  "approveAndCall(address spender, uint256 amount)",
  "approveAndCall(address spender, uint256 amount, bytes)",
  "permit(address, address spender, uint256 amount, uint256, uint8, bytes32, bytes32)",
  "permit(address, address spender, uint256 amount, uint256, bytes)",
  "approve(address spender, uint256, uint256 amount)",
  "setApprovalForAll(address spender, bool all)",
  "setOperator(address spender, bool all)",
  "allow(address spender, bool all)",
  "allowBySig(address, address spender, bool all, uint256, uint256, uint8, bytes32, bytes32)",
  "setAuthorization(address spender, bool all)",
  "setRelayerApproval(address, address spender, bool all)",
  "authorizeOperator(address spender)",
  "approve(address spender)",
  "permit(address, address spender, uint256, uint256, bool all, uint8, bytes32, bytes32)",
  "approve(address token, address spender, uint160 amount, uint48 expiration)",
  "permit(address, ((address token, uint160 amount, uint48 expiration, uint48), address spender, uint256), bytes)",
])

const selectorLookahead = new RegExp(`(?=${[...approvals.keys(), permit2Batch].join("|")})`, "g")
