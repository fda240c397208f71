import { base64nopad, base64urlnopad } from "@scure/base"
import * as z from "zod/mini"
import { groupBy } from "../groupBy.ts"

/** What a ReCap authorizes: abilities such as `request/personal_sign` by the resource that they are for. */
export interface Recap {
  readonly att: Readonly<Record<string, Readonly<Record<string, readonly object[]>>>>
}

/** The beginning of a resource that is a ReCap. Source: ERC-5573. */
export const recapPrefix = "urn:recap:"

/** Names stand between quotes in the statement, so they must not have one. */
const name = z.string().check(z.regex(/^[^'\p{C}]+$/u))
const ability = z.string().check(z.regex(/^[a-zA-Z0-9._+-]+\/[a-zA-Z0-9._+*-]+$/))
const limits = z.array(z.looseObject({})).check(z.minLength(1))
const Recap = z.looseObject({
  att: z
    .record(name, z.record(ability, limits).check(z.refine((abilities) => Object.keys(abilities).length > 0)))
    .check(z.refine((att) => Object.keys(att).length > 0)),
})

/** Parses `urn:recap:…`: JSON in base64 of either alphabet, without padding. Source: ERC-5573; WalletConnect. */
export const parseRecap = (resource: string): Recap | null => {
  if (!resource.startsWith(recapPrefix)) return null
  const encoded = resource.slice(recapPrefix.length)
  try {
    // WalletConnect encodes in base64, ERC-5573 in base64url.
    const bytes = (/[+/]/.test(encoded) ? base64nopad : base64urlnopad).decode(encoded)
    return Recap.parse(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)))
  } catch {
    return null
  }
}

export const recapIntroduction =
  "I further authorize the stated URI to perform the following actions on my behalf: "

/** Describes a ReCap by the sentences that a message's statement has to end with. Source: ERC-5573. */
export const describeRecap = ({ att }: Recap): string => {
  const groups = Object.entries(att).flatMap(([resource, abilities]) => {
    const byNamespace = groupBy(Object.keys(abilities), (ability) => ability.split("/")[0])
    return [...byNamespace].map(([namespace, members]) => {
      const actions = members.map((ability) => `'${ability.slice(ability.indexOf("/") + 1)}'`)
      return `'${namespace}': ${actions.join(", ")} for '${resource}'.`
    })
  })
  return recapIntroduction + groups.map((group, index) => `(${index + 1}) ${group}`).join(" ")
}

/**
 * The same as WalletConnect's clients write it: the abilities of a resource in the order of their actions, whatever their
 * namespace. Source: `@walletconnect/utils` 2.21.8.
 */
export const describeRecapByAction = ({ att }: Recap): string => {
  let count = 0
  const groups = Object.entries(att).map(([resource, abilities]) => {
    const sorted = Object.keys(abilities)
      .map((ability) => ability.split("/"))
      .toSorted(([, one = ""], [, other = ""]) => one.localeCompare(other))
    const byNamespace = groupBy(sorted, ([namespace]) => namespace)
    return [...byNamespace]
      .map(([namespace, members]) => {
        count += 1
        return `(${count}) '${namespace}': '${members.map(([, action]) => action).join("', '")}' for '${resource}'.`
      })
      .join(", ")
      .replace(".,", ".")
  })
  return recapIntroduction + groups.join(" ")
}

/**
 * Returns the resources with a ReCap at their end that authorizes requests by these methods, too. The order of the names
 * is that of WalletConnect's clients.
 */
export const addToRecap = (
  resources: readonly string[],
  resource: string,
  methods: readonly string[],
): readonly string[] => {
  const before = parseRecap(resources.at(-1) ?? "")
  const plain = before === null ? resources : resources.slice(0, -1)
  const abilities = methods.map((method) => [`request/${method}`, [{}]] as const)
  const all = { ...before?.att, [resource]: { ...before?.att[resource], ...Object.fromEntries(abilities) } }
  const sort = <A>(object: Readonly<Record<string, A>>) =>
    Object.fromEntries(Object.entries(object).toSorted(([one], [other]) => one.localeCompare(other)))
  const att = sort(Object.fromEntries(Object.entries(all).map(([name, own]) => [name, sort(own)])))
  const json = new TextEncoder().encode(JSON.stringify({ att }))
  return [...plain, `${recapPrefix}${base64nopad.encode(json)}`]
}
