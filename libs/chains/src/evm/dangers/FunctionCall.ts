import { hasKey } from "@wmodal/protocol"
import type { AbiParameter } from "viem"
import { parseSignature } from "../explain/data/FunctionSignature.ts"

/** The maximum number of nested calls, and of tokens in one permit; an honest call has fewer. */
export const maxNestedCalls = 200

/** A function that is called. Its arguments are read as a contract reads them: missing bytes are zero. */
export interface FunctionCall {
  /** 8 digits in lower case; fewer if the call is cut. */
  readonly selector: string
  /** The digits of the arguments. */
  readonly digits: string
  /** One word of the arguments. */
  readonly words: (at: number) => bigint
}

/** @param data digits without 0x. A part of other digits is not copied: calls are nested in long ones. */
const parseFunctionCall = (data: string): FunctionCall =>
  toFunctionCall(data.slice(0, 8).toLowerCase(), data.slice(8))

const toFunctionCall = (selector: string, digits: string): FunctionCall => ({
  selector,
  digits,
  words: (at) => decodeWordAt(digits, at * 64),
})

/** Follows the offset at a word, as a contract does: beyond the end everything is zero. */
export const enterStructure = (call: FunctionCall, at: number): FunctionCall =>
  toFunctionCall(call.selector, call.digits.slice(toDigitCount(call.words(at))))

/** @param at in digits */
const decodeWordAt = (digits: string, at: number): bigint => {
  const word = digits.slice(at, at + 64)
  return /^[0-9a-f]*$/i.test(word) ? BigInt(`0x${word.padEnd(64, "0")}`) : 0n
}

/** Of a word that holds an address only the last 20 bytes count. */
export const wordToAddress = (word: bigint) =>
  `0x${(word & (2n ** 160n - 1n)).toString(16).padStart(40, "0")}`

/**
 * Lists a call and the calls that its contract makes to itself, at any depth; incomplete if they are too many.
 * @param data digits without 0x
 */
export const listNestedCalls = (
  data: string,
): { readonly calls: readonly FunctionCall[]; readonly isComplete: boolean } => {
  const calls = [parseFunctionCall(data)]
  for (const { digits, selector } of calls) {
    const argument = multicalls[selector]
    const inner = argument === undefined ? [] : decodeBytesList(digits, argument)
    if (inner === null || calls.length + inner.length > maxNestedCalls) return { calls, isComplete: false }
    calls.push(...inner.map(parseFunctionCall))
  }
  return { calls, isComplete: true }
}

/** The argument index of the list of calls that a contract makes to itself on behalf of the caller. */
const multicalls: Readonly<Record<string, number>> = {
  // multicall(bytes[])
  ac9650d8: 0,
  // multicall(uint256,bytes[])
  "5ae401dc": 1,
  // multicall(bytes32,bytes[])
  "1f0464d1": 1,
}

/**
 * Decodes the elements of a `bytes[]` argument, as far as they are present; `null` if they are too many, or longer than
 * the call: elements at the same bytes would be read over and over.
 */
const decodeBytesList = (digits: string, argument: number): readonly string[] | null => {
  const list = toDigitCount(decodeWordAt(digits, argument * 64))
  const length = decodeWordAt(digits, list)
  const start = list + 64
  if (length > maxNestedCalls) return null
  const elements = Array.from({ length: Number(length) }, (_, at) => {
    const element = start + toDigitCount(decodeWordAt(digits, start + at * 64))
    const from = element + 64
    return digits.slice(from, from + toDigitCount(decodeWordAt(digits, element)))
  })
  const total = elements.reduce((sum, element) => sum + element.length, 0)
  return total > digits.length ? null : elements
}

/** Offsets beyond this exceed all calldata and are invalid. */
const maxOffset = 2n ** 32n
const toDigitCount = (bytes: bigint) => Number(bytes > maxOffset ? maxOffset : bytes) * 2

/** Returns the place of a word from an offset in bytes. */
export const toWordOffset = (bytes: bigint) => toDigitCount(bytes) / 64

/**
 * Indexes functions by selector: the names of their arguments, one for each word. Those of a structure follow each other.
 * @param signatures such as `approve(address spender, uint256 amount)`; only what is read needs a name
 */
export const indexFunctions = (signatures: readonly string[]): ReadonlyMap<string, readonly string[]> =>
  new Map(
    signatures.map((text) => {
      const signature = parseSignature(text)
      if (signature === null) throw new TypeError(`${text} is no signature`)
      return [signature.selector.slice(2), nameWords(signature.inputs)]
    }),
  )

const nameWords = (inputs: readonly AbiParameter[]): readonly string[] =>
  inputs.flatMap((input) =>
    input.type === "tuple" && hasKey(input, "components") ? nameWords(input.components) : [input.name ?? ""],
  )

/** Returns a reader of words by their names; `null` for a name that the function does not have. */
export const readNamed =
  ({ words }: FunctionCall, names: readonly string[]) =>
  (name: string): bigint | null =>
    names.includes(name) ? words(names.indexOf(name)) : null
