import type { AbiParameter } from "viem"
import { bytesRegex, integerRegex } from "viem/utils"
import { areNamesClear } from "./FunctionSignature.ts"

/** The members of each type by its name. */
export type StructTypes = Readonly<
  Record<string, readonly { readonly name: string; readonly type: string }[]>
>

/**
 * Converts the members of a declared type to those of a tuple. A type may hold itself, and so does its tuple.
 * @returns `null` if a type is not declared, or if wallets would hash it in different ways
 */
export const toComponents = (name: string, types: StructTypes): readonly AbiParameter[] | null => {
  const known = new Map<string, AbiParameter[]>()
  const addType = (name: string): AbiParameter[] | null => {
    const declared = Object.hasOwn(types, name) ? types[name] : undefined
    if (declared === undefined || isElementary(name) || !areNamesClear(declared)) return null
    const components: AbiParameter[] = []
    known.set(name, components)
    for (const member of declared) {
      const [, base = "", lengths = ""] = /^([^[\]]+)((?:\[\d*\])*)$/.exec(member.type) ?? []
      const isValue = isElementary(base) && !Object.hasOwn(types, base)
      const inner = isValue ? undefined : (known.get(base) ?? addType(base))
      // Like MetaMask, viem looks up a type by the word that its name starts with.
      if (inner === null || (inner !== undefined && ![name, base].every(isWord))) return null
      components.push(
        inner === undefined
          ? { name: member.name, type: member.type }
          : { name: member.name, type: `tuple${lengths}`, components: inner },
      )
    }
    return components
  }
  const [word = ""] = /^\w*/.exec(name) ?? []
  return word !== name && Object.hasOwn(types, word) ? null : addType(name)
}

const isWord = (name: string) => /^\w+$/.test(name)

const isElementary = (type: string): boolean =>
  /^(address|bool|string)$/.test(type) || bytesRegex.test(type) || integerRegex.test(type)
