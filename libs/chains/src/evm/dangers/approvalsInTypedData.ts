import type { Approval } from "./Approval.ts"
import { approvalsInCall } from "./approvalsInCall.ts"
import { numberFrom } from "./number.ts"
import type { TypedData } from "./typedDataIn.ts"

/** More structures than any honest message has. */
const most = 500

type Value = Readonly<Record<string, unknown>>

/** A structure of the message, by the fields that its type declares: others are not signed. */
interface Structure {
  readonly value: Value
  /** The type of each field, by its name. */
  readonly fields: ReadonlyMap<string, string>
}

/**
 * Whom a signature lets take what. Known by the structure of its types and not by what anything calls itself: whoever
 * names a spender (or an operator) beside an amount, a flag, or structures that hold a token and an amount each.
 * Calls in it count too.
 * Source: ERC-2612, the Dai stablecoin, Permit2.
 * @returns with a `null` where there is more in it than is read
 */
export const approvalsInTypedData = ({
  domain,
  message,
  primaryType,
  types,
}: TypedData): readonly (Approval | null)[] => {
  const verifying = textOf(domain["verifyingContract"])
  const found: (Approval | null)[] = []
  const structures = structuresOf(message, primaryType, types)
  for (const structure of structures) {
    found.push(...approvalsOf(structure, types, verifying), ...approvalsInside(structure))
    for (const [name, type] of structure.fields) {
      structures.push(...structuresOf(structure.value[name], type, types))
      if (structures.length > most) return [...found, null]
    }
  }
  return found
}

/** A call that somebody is to make in one's name, as the owners of a Safe sign it. */
const approvalsInside = ({ fields, value }: Structure): readonly (Approval | null)[] => {
  const named = (type: string, name: RegExp) =>
    [...fields].flatMap(([called, its]) => (its === type && name.test(called) ? textOf(value[called]) : []))
  return named("address", /^(to|target)$/i).flatMap((to) =>
    named("bytes", /^(data|calldata)$/i).flatMap((data) => approvalsInCall(to, data)),
  )
}

const approvalsOf = (
  { fields, value }: Structure,
  types: TypedData["types"],
  verifying: string,
): readonly Approval[] => {
  const [who] =
    [...fields].find(([name, type]) => type === "address" && /^(spender|operator)$/i.test(name)) ?? []
  if (who === undefined) return []
  const spender = textOf(value[who])
  const approvals: Approval[] = []
  const amount = amountIn({ fields, value })
  const token = textOf(value["token"])
  if (amount !== null)
    approvals.push({ token: fields.get("token") === "address" ? token : verifying, spender, amount })
  for (const [name, type] of fields) {
    if (type === "bool" && /^(allowed|approved)$/i.test(name) && value[name] !== false)
      approvals.push({ token: verifying, spender, amount: "all" })
    for (const inner of structuresOf(value[name], type, types)) {
      const units = amountIn(inner)
      if (inner.fields.get("token") === "address" && units !== null)
        approvals.push({ token: textOf(inner.value["token"]), spender, amount: units })
    }
  }
  return approvals
}

/** An amount that nobody can read is any amount. */
const amountIn = ({ fields, value }: Structure): Approval["amount"] | null => {
  const [name] =
    [...fields].find(([called, type]) => /^u?int\d*$/.test(type) && /^(value|amount|wad)$/i.test(called)) ??
    []
  return name === undefined ? null : (numberFrom(value[name]) ?? "all")
}

/** One, or those of a list of any depth; none where `type` is no structure. */
const structuresOf = (value: unknown, type: string, types: TypedData["types"]): Structure[] => {
  const element = /^(.*)\[\d*\]$/.exec(type)?.[1]
  if (element !== undefined)
    return Array.isArray(value)
      ? value.slice(0, most + 1).flatMap((one) => structuresOf(one, element, types))
      : []
  const declared = Object.hasOwn(types, type) ? types[type] : undefined
  return declared === undefined || !isValue(value)
    ? []
    : [{ value, fields: new Map(declared.map((field) => [field.name, field.type])) }]
}

const isValue = (value: unknown): value is Value =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const textOf = (value: unknown) => (typeof value === "string" ? value : "")
