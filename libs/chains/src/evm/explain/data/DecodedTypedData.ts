import { matchesPattern } from "@wmodal/protocol"
import { encodeType } from "ox/TypedData"
import { concatHex, hashStruct, keccak256 } from "viem/utils"
import * as z from "zod/mini"
import { defaultDomainMembers } from "../../guard/signatureRequest.ts"
import type { Hex } from "../../Hex.ts"
import type { AbiValue } from "./AbiValue.ts"
import { decodeStruct } from "./decodeStruct.ts"
import { type StructTypes, toComponents } from "./toComponents.ts"

/** An EIP-712 message with its signed fields only: undeclared fields must not reassure the user. */
export interface DecodedTypedData {
  /** The type in the form of descriptors, such as `Permit(address owner,...)`. */
  readonly type: string
  /** Structures. */
  readonly message: AbiValue
  readonly domain: AbiValue
  readonly domainSeparator: Hex
  /** The signed digest. */
  readonly digest: Hex
}

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
/** The maximum length of the types, in characters. */
const maxTypesLength = 10_000
/** The maximum length of the types of all structures: they are hashed again for each. */
const maxHashedLength = 2_000_000

/**
 * Decodes typed data. @param text EIP-712 JSON. @returns `null` if it is invalid, or if wallets might decode it in
 * several ways.
 */
export const decodeTypedData = (text: string): DecodedTypedData | null => {
  const parsed = typedDataSchema.safeParse(text.length > maxTextLength ? null : parseJson(text))
  if (!parsed.success) return null
  const { domain, message, primaryType } = parsed.data
  const typesLength = JSON.stringify(parsed.data.types).length
  if (typesLength > maxTypesLength) return null
  const types = {
    EIP712Domain: defaultDomainMembers.filter(({ name }) => Object.hasOwn(domain, name)),
    ...parsed.data.types,
  }
  const decode = (json: unknown, name: string) => {
    const components = toComponents(name, types)
    const value = components && decodeStruct(json, components, maxHashedLength / typesLength)
    return components && value && { param: { type: "tuple", components }, value }
  }
  const domainRead = decode(domain, "EIP712Domain")
  const messageRead = decode(message, primaryType)
  if (domainRead === null || messageRead === null || primaryType === "EIP712Domain") return null
  const domainSeparator = hashStruct({ data: domainRead.value, primaryType: "EIP712Domain", types })
  const hash = hashStruct<StructTypes, string>({ data: messageRead.value, primaryType, types })
  return {
    type: encodeType({ primaryType, types }),
    message: messageRead,
    domain: domainRead,
    domainSeparator,
    digest: keccak256(concatHex(["0x1901", domainSeparator, hash])),
  }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
