import { matchesPattern } from "@wmodal/protocol"
import * as z from "zod/mini"
import type { Hex } from "../../Hex.ts"
import { readStruct } from "./readStruct.ts"
import { encodeType, hashStruct, typedDataDigest } from "./structHash.ts"
import type { Struct } from "./Value.ts"

/** A message of EIP-712, with what it signs and nothing else: fields that no type declares must not reassure. */
export interface TypedData {
  /** As descriptors name it, such as `Permit(address owner,...)`. */
  readonly type: string
  readonly message: Struct
  readonly domain: Struct
  readonly domainSeparator: Hex
  /** What is signed. */
  readonly digest: Hex
}

/** The members of each type, by its name. */
export type StructTypes = ReadonlyMap<string, readonly { readonly name: string; readonly type: string }[]>

const name = z.string().check(matchesPattern(/^[A-Za-z_$][\w$]*$/))
/** Some have a namespace before them. */
const typeName = z.string().check(matchesPattern(/^[A-Za-z_$][\w$:]*$/))

const shape = z.object({
  types: z.record(typeName, z.array(z.object({ name, type: z.string() }))),
  primaryType: typeName,
  domain: z.record(z.string(), z.unknown()),
  message: z.record(z.string(), z.unknown()),
})

/** Longer ones are refused unread. */
const longest = 1_000_000
/** Characters of its types: they are hashed anew for each structure of the message. */
const longestTypes = 10_000

/** @param text EIP-712 JSON. @returns `null` where it is none, or where wallets might read it in several ways. */
export const readTypedData = (text: string): TypedData | null => {
  const parsed = shape.safeParse(text.length > longest ? null : parse(text))
  if (!parsed.success) return null
  const { domain, message, primaryType } = parsed.data
  if (JSON.stringify(parsed.data.types).length > longestTypes) return null
  const types = new Map(Object.entries(parsed.data.types))
  if (!types.has("EIP712Domain"))
    types.set(
      "EIP712Domain",
      domainMembers.filter(({ name }) => name in domain),
    )
  const domainRead = readStruct(domain, "EIP712Domain", types)
  const messageRead = readStruct(message, primaryType, types)
  if (domainRead === null || messageRead === null || primaryType === "EIP712Domain") return null
  const domainSeparator = hashStruct(domainRead, "EIP712Domain", types)
  return {
    type: encodeType(primaryType, types),
    message: messageRead,
    domain: domainRead,
    domainSeparator,
    digest: typedDataDigest(domainSeparator, hashStruct(messageRead, primaryType, types)),
  }
}

/** A domain's, where the page declares none. */
const domainMembers = [
  { name: "name", type: "string" },
  { name: "version", type: "string" },
  { name: "chainId", type: "uint256" },
  { name: "verifyingContract", type: "address" },
  { name: "salt", type: "bytes32" },
]

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
