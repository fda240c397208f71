import { type ApprovalRequest, type RequestInWords, requestInWords } from "@wmodal/chains/dev"
import * as z from "zod/mini"

const outline = z.object({
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  primaryType: z.string(),
  domain: z.record(z.string(), z.unknown()),
  message: z.unknown(),
})

type Types = z.output<typeof outline>["types"]

/** What EIP-712 hashes of a value: fields that its type does not declare are not signed, and must not reassure. */
const declared = (value: unknown, type: string, types: Types): unknown => {
  const element = /^(.*)\[\d*\]$/.exec(type)?.[1]
  if (element !== undefined && Array.isArray(value)) return value.map((one) => declared(one, element, types))
  const fields = Object.hasOwn(types, type) ? types[type] : undefined
  if (fields === undefined || typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    fields.map((field) => [field.name, declared(Reflect.get(value, field.name), field.type, types)]),
  )
}

/** Without the table of types: a screen has room for what is said, not for how it is encoded. */
const briefly = (typedData: string): string => {
  const parsed = outline.safeParse(JSON.parse(typedData))
  if (!parsed.success) return typedData
  const { domain, message, primaryType, types } = parsed.data
  return JSON.stringify({ [primaryType]: declared(message, primaryType, types), domain })
}

/** The wallet's words, said for a terminal: nobody is on a site here. */
export const inWords = (request: ApprovalRequest): RequestInWords => {
  switch (request._tag) {
    case "Connect":
      return { ...requestInWords(request), title: "Connect the dev wallet" }
    case "SignTypedData":
      return requestInWords({ ...request, typedData: briefly(request.typedData) })
    case "SignMessage":
    case "SendTransaction":
    case "SwitchNetwork":
    case "AddNetwork":
      return requestInWords(request)
  }
}
