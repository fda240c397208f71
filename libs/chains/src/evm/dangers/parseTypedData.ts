import * as z from "zod/mini"

/** The maximum length of a type. Honest types have fewer nested lists. */
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

/** EIP-712 typed data with a valid outline; hashing checks that values fit their types. */
export type UnhashedTypedData = z.infer<typeof typedDataSchema>

/** Parses typed data. @returns `null` if the text is not typed data. Never throws. */
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
