import { encodeAbiParameters, encodeFunctionData, type Hex, parseAbi, parseAbiParameters, toHex } from "viem"
import * as z from "zod/mini"

/** A call as the cases write it: `call` is a signature with the names of its parameters. */
export const OutsideCall = z.strictObject({
  to: z.nullable(z.string()),
  call: z.optional(z.string()),
  args: z.optional(z.array(z.unknown())),
  data: z.optional(z.string()),
  value: z.optional(z.string()),
  authorizations: z.optional(
    z.array(z.strictObject({ address: z.string(), chainId: z.number(), nonce: z.number() })),
  ),
})

const InnerCall = z.object({ call: z.string(), args: z.array(z.unknown()) })
const InnerValues = z.object({ types: z.string(), values: z.array(z.unknown()) })
const List = z.array(z.unknown())
const Members = z.record(z.string(), z.unknown())

type NameReader = (text: string) => string

/** Returns a value with its names read, and what it has of calls and encoded values as bytes. */
export const resolveValue = (value: unknown, read: NameReader): unknown => {
  if (typeof value === "string") return read(value)
  const list = List.safeParse(value)
  if (list.success) return list.data.map((one) => resolveValue(one, read))
  const inner = InnerCall.safeParse(value)
  if (inner.success) return encodeCall(inner.data.call, inner.data.args, read)
  const encoded = InnerValues.safeParse(value)
  if (encoded.success) return encodeValues(encoded.data, read)
  const members = Members.safeParse(value)
  if (!members.success) return value
  return Object.fromEntries(Object.entries(members.data).map(([key, one]) => [key, resolveValue(one, read)]))
}

const encodeCall = (call: string, args: readonly unknown[], read: NameReader): Hex => {
  const signatures: readonly string[] = [`function ${call} payable`]
  return encodeFunctionData({ abi: parseAbi(signatures), args: args.map((one) => resolveValue(one, read)) })
}

const encodeValues = ({ types, values }: z.infer<typeof InnerValues>, read: NameReader): Hex =>
  encodeAbiParameters(
    parseAbiParameters(types),
    values.map((one) => resolveValue(one, read)),
  )

/** Returns the members of a transaction or a call of a batch, as a page sends them. */
export const toTransaction = (
  { args, authorizations, call, data, to, value = "0" }: z.infer<typeof OutsideCall>,
  read: NameReader,
): Readonly<Record<string, unknown>> => ({
  ...(to !== null && { to: read(to) }),
  value: toHex(BigInt(value)),
  ...(call !== undefined && { data: encodeCall(call, args ?? [], read) }),
  ...(data !== undefined && { data }),
  ...(authorizations !== undefined && {
    type: "0x4",
    authorizationList: authorizations.map((one) => ({
      address: read(one.address),
      chainId: toHex(one.chainId),
      nonce: toHex(one.nonce),
    })),
  }),
})

const domainTypes = {
  name: "string",
  version: "string",
  chainId: "uint256",
  verifyingContract: "address",
  salt: "bytes32",
}

/** Typed data as the cases write it, without the type of its domain. */
export const OutsideTypedData = z.strictObject({
  domain: Members,
  types: Members,
  primaryType: z.string(),
  message: Members,
})

/** Returns the JSON that a page passes. */
export const toTypedDataText = (
  { domain, message, primaryType, types }: z.infer<typeof OutsideTypedData>,
  read: NameReader,
): string =>
  JSON.stringify({
    types: {
      ...types,
      EIP712Domain: Object.entries(domainTypes)
        .filter(([name]) => name in domain)
        .map(([name, type]) => ({ name, type })),
    },
    domain: resolveValue(domain, read),
    primaryType,
    message: resolveValue(message, read),
  })
