import * as z from "zod/mini"

/** Lists in lists in lists, deeper than any honest type has them, are read by nobody. */
const longestType = 256

const field = z.object({
  name: z.string(),
  type: z.custom<string>((type) => typeof type === "string" && type.length <= longestType),
})

const shape = z.object({
  types: z.record(z.string(), z.array(field)),
  primaryType: z.string(),
  domain: z.record(z.string(), z.unknown()),
  message: z.record(z.string(), z.unknown()),
})

/** EIP-712 typed data whose outline is right; whether values fit their types shows when it is hashed. */
export type TypedData = z.infer<typeof shape>

/** @returns `null` where the text is none. Never throws. */
export const typedDataIn = (text: string): TypedData | null => {
  const parsed = shape.safeParse(parsedOf(text))
  return parsed.success && Object.hasOwn(parsed.data.types, parsed.data.primaryType) ? parsed.data : null
}

const parsedOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
