import type { NameSuggestion } from "@wmodal/api"
import { longestLabel, type Name } from "./Name.ts"
import type { Registry } from "./Registry.ts"

/** The exact name among them. */
const limit = 5

/** The name that was asked for, taken or not, then free ones like it: the same ones as long as nobody takes one. */
export const suggestNames = (registry: Pick<Registry, "find">, { label, zone }: Name): NameSuggestion[] => {
  const exact = `${label}.${zone}`
  const suggestions = [{ name: exact, registered: registry.find(exact) !== undefined }]
  for (let n = 1; suggestions.length < limit; n += 1) {
    const name = `${label.slice(0, longestLabel - String(n).length)}${n}.${zone}`
    if (name !== exact && registry.find(name) === undefined) suggestions.push({ name, registered: false })
  }
  return suggestions
}
