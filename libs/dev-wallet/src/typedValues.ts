import type { Hex } from "@wmodal/chains/internal"
import { concatHex, encodePacked, keccak256, parseAbiParameters } from "viem"
import * as z from "zod/mini"

const typedValues = z
  .array(z.object({ type: z.string(), name: z.string(), value: z.unknown() }))
  .check(z.minLength(1), z.maxLength(1000))

/** The values of MetaMask's first version of typed data, which names no site and no network. */
export interface TypedValue {
  readonly type: string
  readonly name: string
  /** A text or a number as text; `true` and `false` for `bool`. */
  readonly value: string | boolean
}

/** Copies a list of typed values. @returns `null` if it is none, or cannot be hashed. */
export const decodeTypedValues = (given: unknown): readonly TypedValue[] | null => {
  const parsed = typedValues.safeParse(given)
  if (!parsed.success) return null
  const values = parsed.data.map(({ name, type, value }) => ({
    name,
    type,
    value: typeof value === "boolean" ? value : String(value),
  }))
  try {
    hashTypedValues(values)
    return values
  } catch {
    return null
  }
}

/** Hashes the names and types, and the packed values. Source: `typedSignatureHash` of @metamask/eth-sig-util. */
export const hashTypedValues = (values: readonly TypedValue[]): Hex =>
  keccak256(
    concatHex([
      keccak256(
        encodePacked(
          values.map(() => "string"),
          values.map(({ name, type }) => `${type} ${name}`),
        ),
      ),
      keccak256(
        encodePacked(
          values.map(({ type }) => type),
          values.map(toAbiValue),
        ),
      ),
    ]),
  )

const toAbiValue = ({ type, value }: TypedValue): unknown => {
  if (parseAbiParameters(type)[0]?.type.includes("[")) throw new Error("A list is not supported.")
  return /^u?int/.test(type) && typeof value === "string" ? BigInt(value) : value
}
