import * as z from "zod/mini"

const field = z.object({ name: z.string(), type: z.string() })

const shape = z.object({
  types: z.record(z.string(), z.array(field)),
  primaryType: z.string(),
  domain: z.record(z.string(), z.unknown()),
  message: z.record(z.string(), z.unknown()),
})

/** EIP-712 typed data whose outline is right; whether values fit their types shows when it is hashed. */
export type TypedData = z.infer<typeof shape>

/** @param value the JSON text, or what it parses to. @returns `null` when it is no typed data. */
export const typedDataFrom = (value: unknown): TypedData | null => {
  const parsed = shape.safeParse(parse(value))
  return parsed.success && Object.hasOwn(parsed.data.types, parsed.data.primaryType) ? parsed.data : null
}

/** Always a copy: a page could change its own object between what is shown and what is signed. */
const parse = (value: unknown): unknown => {
  try {
    return JSON.parse(typeof value === "string" ? value : JSON.stringify(value))
  } catch {
    return null
  }
}
