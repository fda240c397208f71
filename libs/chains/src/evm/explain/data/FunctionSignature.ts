import { hasKey } from "@wmodal/protocol"
import type { AbiParameter } from "viem"
import { parseAbiItem, toFunctionSelector } from "viem/utils"
import type { Hex } from "../../Hex.ts"

/** A function in the form of a descriptor's format key: with the names of its parameters. */
export interface FunctionSignature {
  /** 0x and 8 digits. */
  readonly selector: Hex
  readonly inputs: readonly AbiParameter[]
}

/** The maximum length of a signature. It bounds the parsing time; real functions are shorter. */
const maxSignatureLength = 4000

/** Parses `swap(address executor, (address token, uint256 amount)[] parts)`; `null` if it is not a signature. */
export const parseSignature = (text: string): FunctionSignature | null => {
  if (text.length > maxSignatureLength) return null
  // viem accepts no space around brackets, and no word before those of a tuple.
  const spaced = text.replace(/\s+/g, " ").replace(/ (?=[(),[])|(?<=[(,]) /g, "")
  const signature = `function ${spaced.trim().replace(/(?<=[(,])tuple(?=\()/g, "")}`
  try {
    const item = parseAbiItem(signature)
    if (item.type !== "function" || !areParametersClear(item.inputs, 0)) return null
    return { selector: toFunctionSelector(item), inputs: item.inputs }
  } catch {
    return null
  }
}

/**
 * Returns true if each member has a name of its own. viem keeps one value for two members of a name, and a structure is
 * an object, whose prototype is no member.
 */
export const areNamesClear = (members: readonly { readonly name?: string | undefined }[]): boolean => {
  const names = members.flatMap(({ name }) => name ?? [])
  return new Set(names).size === names.length && !names.includes("__proto__")
}

/** A length of 0 or with leading zeros, one beyond all calldata, and more lists in lists than any function has. */
const unclearLists = /\[0|\[\d{6}|(\[\d*\]){9}/

const maxTupleDepth = 16

const areParametersClear = (inputs: readonly AbiParameter[], depth: number): boolean =>
  depth <= maxTupleDepth &&
  areNamesClear(inputs) &&
  inputs.every(
    (input) =>
      !unclearLists.test(input.type) &&
      (!hasKey(input, "components") || areParametersClear(input.components, depth + 1)),
  )
