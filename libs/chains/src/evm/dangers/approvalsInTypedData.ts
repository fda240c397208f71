import type { Approval } from "./Approval.ts"
import { approvalsInCall, unlimitedWithin } from "./approvalsInCall.ts"
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
 * names a spender (or an operator...) beside an amount, a flag, or structures that hold a token and an amount each.
 * Calls in it count too: nothing else would show them, as nobody can try a signature out.
 * Source: ERC-2612, the Dai stablecoin, Permit2, Aave's debt tokens, Compound III, Morpho Blue, Safe, ERC-2771, ERC-4337.
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
    found.push(...approvalsOf(structure, types, verifying), ...approvalsInside(structure, verifying))
    for (const [name, type] of structure.fields) {
      structures.push(...structuresOf(structure.value[name], type, types))
      if (structures.length > most) return [...found, null]
    }
  }
  return found
}

/**
 * A call that somebody is to make in one's name: the owners of a Safe sign it so, and whoever does not pay for gas. Where
 * no recipient stands beside it, it goes to what verifies the signature.
 */
const approvalsInside = ({ fields, value }: Structure, verifying: string): readonly (Approval | null)[] => {
  const named = [...fields].flatMap(([called, type]) =>
    type === "address" && /^(to|target)$/i.test(called) ? textOf(value[called]) : [],
  )
  const recipients = named.length === 0 ? [verifying] : named
  return [...fields]
    .flatMap(([called, type]) => (/^bytes(\[\d*\])*$/.test(type) ? bytesOf(value[called]) : []))
    .flatMap((data) => [...recipients.flatMap((to) => approvalsInCall(to, data)), ...unlimitedWithin(data)])
}

/** One, or those of a list of any depth. */
const bytesOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.slice(0, most).flatMap((one) => bytesOf(one)) : [textOf(value)]

const taking = /^_?(spender|operator|delegatee|manager|authorized)$/i

const approvalsOf = (
  { fields, value }: Structure,
  types: TypedData["types"],
  verifying: string,
): readonly Approval[] => {
  const [who] = [...fields].find(([name, type]) => type === "address" && taking.test(name)) ?? []
  if (who === undefined) return []
  const spender = textOf(value[who])
  const approvals: Approval[] = []
  const amount = amountIn({ fields, value })
  const token = textOf(value["token"])
  if (amount !== null)
    approvals.push({ token: fields.get("token") === "address" ? token : verifying, spender, amount })
  for (const [name, type] of fields) {
    if (type === "bool" && /^_?(is)?(allowed|approved|authorized)$/i.test(name) && value[name] !== false)
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
    [...fields].find(
      ([called, type]) => /^u?int\d*$/.test(type) && /^_?(raw)?(value|amount|wad|allowance)$/i.test(called),
    ) ?? []
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
