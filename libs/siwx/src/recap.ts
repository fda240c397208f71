import { base64nopad, base64urlnopad } from "@scure/base"
import * as z from "zod/mini"

/** What a ReCap authorizes: abilities such as `request/personal_sign` by the resource that they are for. */
export interface Recap {
  readonly att: Readonly<Record<string, Readonly<Record<string, readonly object[]>>>>
}

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

const introduction = "I further authorize the stated URI to perform the following actions on my behalf: "

/** Describes a ReCap by the sentences that a message's statement has to end with. Source: ERC-5573. */
export const describeRecap = ({ att }: Recap): string => {
  const groups = Object.entries(att).flatMap(([resource, abilities]) => {
    const byNamespace = Map.groupBy(Object.keys(abilities), (ability) => ability.split("/")[0])
    return [...byNamespace].map(([namespace, members]) => {
      const actions = members.map((ability) => `'${ability.slice(ability.indexOf("/") + 1)}'`)
      return `'${namespace}': ${actions.join(", ")} for '${resource}'.`
    })
  })
  return introduction + groups.map((group, index) => `(${index + 1}) ${group}`).join(" ")
}
