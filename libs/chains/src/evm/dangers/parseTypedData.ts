import * as z from "zod/mini"

/** Lists in lists in lists, deeper than any honest type has them, are read by nobody. */
const maxTypeLength = 256

const fieldSchema = z.object({
  name: z.string(),
  type: z.custom<string>((type) => typeof type === "string" && type.length <= maxTypeLength),
})

const typedDataSchema = z.object({
  types: z.record(z.string(), z.array(fieldSchema)),
  primaryType: z.string(),
  domain: z.record(z.string(), z.unknown()),
  message: z.record(z.string(), z.unknown()),
})

/** EIP-712 typed data whose outline is right; whether values fit their types shows when it is hashed. */
export type UnhashedTypedData = z.infer<typeof typedDataSchema>

/** @returns `null` where the text is none. Never throws. */
export const parseTypedData = (text: string): UnhashedTypedData | null => {
  const parsed = typedDataSchema.safeParse(parseJson(text))
  return parsed.success && Object.hasOwn(parsed.data.types, parsed.data.primaryType) ? parsed.data : null
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
