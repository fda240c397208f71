import { matchesPattern } from "@wmodal/protocol"
import * as z from "zod/mini"
import type { Hex } from "../../Hex.ts"
import type { StructValue } from "./AbiValue.ts"
import { decodeStruct } from "./decodeStruct.ts"
import { encodeType, hashStruct, hashTypedData } from "./hashStruct.ts"

/** An EIP-712 message with its signed fields only: undeclared fields must not reassure the user. */
export interface DecodedTypedData {
  /** The type in the form of descriptors, such as `Permit(address owner,...)`. */
  readonly type: string
  readonly message: StructValue
  readonly domain: StructValue
  readonly domainSeparator: Hex
  /** The signed digest. */
  readonly digest: Hex
}

/** The members of each type by its name. */
export type StructTypes = ReadonlyMap<string, readonly { readonly name: string; readonly type: string }[]>

const nameSchema = z.string().check(matchesPattern(/^[A-Za-z_$][\w$]*$/))
/** Some names have a namespace prefix. */
const typeNameSchema = z.string().check(matchesPattern(/^[A-Za-z_$][\w$:]*$/))

const typedDataSchema = z.object({
  types: z.record(typeNameSchema, z.array(z.object({ name: nameSchema, type: z.string() }))),
  primaryType: typeNameSchema,
  domain: z.record(z.string(), z.unknown()),
  message: z.record(z.string(), z.unknown()),
})

/** Longer texts are rejected without parsing. */
const maxTextLength = 1_000_000
/** The maximum length of the types, in characters: they are hashed again for each structure of the message. */
const maxTypesLength = 10_000

/**
 * Decodes typed data. @param text EIP-712 JSON. @returns `null` if it is invalid, or if wallets might decode it in
 * several ways.
 */
export const decodeTypedData = (text: string): DecodedTypedData | null => {
  const parsed = typedDataSchema.safeParse(text.length > maxTextLength ? null : parseJson(text))
  if (!parsed.success) return null
  const { domain, message, primaryType } = parsed.data
  if (JSON.stringify(parsed.data.types).length > maxTypesLength) return null
  const types = new Map(Object.entries(parsed.data.types))
  if (!types.has("EIP712Domain"))
    types.set(
      "EIP712Domain",
      defaultDomainMembers.filter(({ name }) => name in domain),
    )
  const domainRead = decodeStruct(domain, "EIP712Domain", types)
  const messageRead = decodeStruct(message, primaryType, types)
  if (domainRead === null || messageRead === null || primaryType === "EIP712Domain") return null
  const domainSeparator = hashStruct(domainRead, "EIP712Domain", types)
  return {
    type: encodeType(primaryType, types),
    message: messageRead,
    domain: domainRead,
    domainSeparator,
    digest: hashTypedData(domainSeparator, hashStruct(messageRead, primaryType, types)),
  }
}

/** The domain members if the dApp declares none. */
const defaultDomainMembers = [
  { name: "name", type: "string" },
  { name: "version", type: "string" },
  { name: "chainId", type: "uint256" },
  { name: "verifyingContract", type: "address" },
  { name: "salt", type: "bytes32" },
]

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
