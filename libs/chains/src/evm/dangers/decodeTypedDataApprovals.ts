import { readMember } from "../../wallet/readMember.ts"
import { decodeCallApprovals, findUnlimitedApprovals } from "./decodeCallApprovals.ts"
import { parseNumber } from "./parseNumber.ts"
import type { UnhashedTypedData } from "./parseTypedData.ts"
import { type TokenApproval, toEnd } from "./TokenApproval.ts"

/** The maximum number of structures; an honest message has fewer. */
const maxStructures = 500
/** The maximum number of approvals; an honest message has fewer. */
const maxApprovals = 500

type TypedDataRecord = Readonly<Record<string, unknown>>

/** A structure of the message, with the fields that its type declares: other fields are not signed. */
interface TypedStructure {
  readonly value: TypedDataRecord
  /** The type of each field by name. */
  readonly fields: ReadonlyMap<string, string>
}

/**
 * Decodes the approvals of a signature. Matches the structure of the types, not their names: a structure that
 * has a spender (or an operator...) with an amount, a flag, or structures that hold a token and an amount each.
 * Nested calls count too: a signature cannot be simulated, so no other check would show them.
 * Source: ERC-2612, ERC-4494, the Dai stablecoin, Permit2, Aave's debt tokens, Compound III, Morpho Blue, Safe, ERC-2771,
 * ERC-4337.
 * @returns a list with a `null` if the message has more content than is decoded
 */
export const decodeTypedDataApprovals = ({
  domain,
  message,
  primaryType,
  types,
}: UnhashedTypedData): readonly (TokenApproval | null)[] => {
  const verifying = readText(readMember(domain, "verifyingContract"))
  const found: (TokenApproval | null)[] = []
  const structures = collectStructures(message, primaryType, types)
  for (const structure of structures) {
    found.push(
      ...decodeStructureApprovals(structure, types, verifying),
      ...decodeNestedCallApprovals(structure, verifying),
    )
    if (found.length > maxApprovals) return [...found, null]
    for (const [name, type] of structure.fields) {
      if (hasMoreBytes(structure.value[name], type)) return [...found, null]
      structures.push(...collectStructures(structure.value[name], type, types))
      if (structures.length > maxStructures) return [...found, null]
    }
  }
  return found
}

/**
 * Decodes a signed call that another account executes for the signer: the owners of a Safe sign it, and users of a gas
 * relayer. Without a recipient field, the call goes to the verifying contract.
 */
const decodeNestedCallApprovals = (
  { fields, value }: TypedStructure,
  verifying: string,
): readonly (TokenApproval | null)[] => {
  const named = [...fields].flatMap(([called, type]) =>
    type === "address" && /^(to|target)$/i.test(called) ? readText(value[called]) : [],
  )
  const recipients = named.length === 0 ? [verifying] : named
  const found: (TokenApproval | null)[] = []
  for (const [called, type] of fields)
    for (const data of /^bytes(\[\d*\])*$/.test(type) ? collectBytes(value[called]) : []) {
      found.push(
        ...recipients.flatMap((to) => decodeCallApprovals(to, data)),
        ...findUnlimitedApprovals(data),
      )
      if (found.length > maxApprovals) return [...found, null]
    }
  return found
}

/** Collects one value, or those of a list of any depth. */
const collectBytes = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.slice(0, maxStructures).flatMap((one) => collectBytes(one)) : [readText(value)]

/** Returns true if a list at any depth has more elements than are collected. */
const hasMoreBytes = (value: unknown, type: string): boolean =>
  Array.isArray(value) &&
  /^bytes(\[\d*\])*$/.test(type) &&
  (value.length > maxStructures || value.some((one) => hasMoreBytes(one, type)))

const spenderFieldPattern = /^_?(spender|operator|delegatee|manager|authorized)$/i

const itemFieldPattern = /^_?(tokenId|nftId|token_id)$/i

const decodeStructureApprovals = (
  { fields, value }: TypedStructure,
  types: UnhashedTypedData["types"],
  verifying: string,
): readonly TokenApproval[] => {
  const [who] = [...fields].find(([name, type]) => type === "address" && spenderFieldPattern.test(name)) ?? []
  if (who === undefined) return []
  const spender = readText(value[who])
  const approvals: TokenApproval[] = []
  const amount = decodeAmount({ fields, value })
  const token = readText(value["token"])
  if (amount !== null)
    approvals.push({ token: fields.get("token") === "address" ? token : verifying, spender, amount })
  for (const [name, type] of fields) {
    // The id of a collectible. Source: ERC-4494.
    if (/^u?int\d*$/.test(type) && itemFieldPattern.test(name))
      approvals.push({ token: verifying, spender, amount: parseNumber(value[name]) ?? "all", isItem: true })
    if (type === "bool" && /^_?(is)?(allowed|approved|authorized)$/i.test(name) && value[name] !== false)
      approvals.push({ token: verifying, spender, amount: "all" })
    for (const inner of collectStructures(value[name], type, types)) {
      const units = decodeAmount(inner)
      if (inner.fields.get("token") === "address" && units !== null)
        approvals.push({
          token: readText(inner.value["token"]),
          spender,
          amount: units,
          ...toEnd(verifying, decodeEnd({ fields, value }, inner)),
        })
    }
  }
  return approvals
}

/**
 * Decodes the end of what Permit2 lets a spender take, in Unix seconds: an allowance's own, and of 0 the block in which
 * the signature is used; of a single transfer the signature's. `null` if there is none. Undeclared members are not signed.
 */
const decodeEnd = (permit: TypedStructure, details: TypedStructure): bigint | null => {
  const read = ({ fields, value }: TypedStructure, name: string) =>
    fields.has(name) ? parseNumber(value[name]) : null
  const expiration = details.fields.has("expiration") ? read(details, "expiration") : 0n
  return expiration === 0n ? (read(permit, "sigDeadline") ?? read(permit, "deadline")) : expiration
}

/** Decodes an amount. An unreadable amount counts as unlimited. */
const decodeAmount = ({ fields, value }: TypedStructure): TokenApproval["amount"] | null => {
  const [name] =
    [...fields].find(
      ([called, type]) => /^u?int\d*$/.test(type) && /^_?(raw)?(value|amount|wad|allowance)$/i.test(called),
    ) ?? []
  return name === undefined ? null : (parseNumber(value[name]) ?? "all")
}

/** Collects one structure, or those of a list of any depth; none if `type` is not a structure. */
const collectStructures = (
  value: unknown,
  type: string,
  types: UnhashedTypedData["types"],
): TypedStructure[] => {
  const element = /^(.*)\[\d*\]$/.exec(type)?.[1]
  if (element !== undefined)
    return Array.isArray(value)
      ? value.slice(0, maxStructures + 1).flatMap((one) => collectStructures(one, element, types))
      : []
  const declared = Object.hasOwn(types, type) ? types[type] : undefined
  return declared === undefined || !isTypedDataRecord(value)
    ? []
    : [{ value, fields: new Map(declared.map((field) => [field.name, field.type])) }]
}

const isTypedDataRecord = (value: unknown): value is TypedDataRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const readText = (value: unknown) => (typeof value === "string" ? value : "")
