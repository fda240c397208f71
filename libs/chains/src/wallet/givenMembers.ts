import { invalidParamsError } from "./ProviderError.ts"
import { readMember } from "./readMember.ts"

/**
 * Reads a member of a dApp's request; `undefined` for one that says nothing, which wallets leave out: `null`, an empty
 * text, and what `isNothing` in its chain.
 */
export const readGiven = (
  request: unknown,
  name: string,
  isNothing: (value: unknown) => boolean = () => false,
): unknown => {
  const value = readMember(request, name)
  return value === null || value === "" || isNothing(value) ? undefined : value
}

/**
 * Returns the first of the members that mean the same; `undefined` if none says anything. Throws a `ProviderError` that
 * names two which contradict each other. `toMeaning` reads a value, and throws if it is none.
 */
export const takeOne = <Value>(
  members: readonly (readonly [name: string, value: Value | undefined])[],
  toMeaning: (value: Value, name: string) => unknown = (value) => value,
): Value | undefined => {
  const [first, ...others] = members.flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value, meaning: toMeaning(value, name) }],
  )
  const other = others.find(({ meaning }) => meaning !== first?.meaning)
  if (other !== undefined) throw invalidParamsError(`${first?.name} and ${other.name} differ.`)
  return first?.value
}
