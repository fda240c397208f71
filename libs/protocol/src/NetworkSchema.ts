import * as z from "zod/mini"
import { type CaipNetworkId, namespaces } from "./Caip.ts"
import type { Network } from "./Network.ts"

// Builds every check from one zod kind and avoids `union`, `url` and `int`: each kind adds to the bundle size.
const makeTextSchema = (what: string, valid: (text: string) => boolean) =>
  z.string().check(z.refine(valid, what))
const nonEmptyText = makeTextSchema(
  "empty, or over 100 characters",
  (text) => text.trim() !== "" && text.length <= 100,
)
const httpUrl = makeTextSchema(
  "not an http: or https: URL",
  (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
)
const isReference = (id: unknown) =>
  typeof id === "number"
    ? Number.isSafeInteger(id) && id > 0
    : typeof id === "string" && /^[-_a-zA-Z0-9]{1,32}$/.test(id)

/** The host app's input: a `Network`, or the EVM chain object of another kit, which has no CAIP fields. */
const HostNetwork = z.object({
  id: z.custom<number | string>(isReference, "not the reference of a CAIP-2 id"),
  caipNetworkId: z.optional(z.string()),
  chainNamespace: z.optional(z.enum(namespaces)),
  name: nonEmptyText,
  nativeCurrency: z.object({
    name: z.string(),
    symbol: nonEmptyText,
    decimals: z.number().check(z.refine((n) => Number.isInteger(n) && n >= 0 && n <= 255, "not 0 to 255")),
  }),
  rpcUrls: z.object({ default: z.object({ http: z.array(httpUrl) }) }),
  blockExplorers: z.optional(z.object({ default: z.object({ name: z.string(), url: httpUrl }) })),
  testnet: z.optional(z.boolean()),
  assets: z.optional(z.object({ imageId: z.optional(z.string()), imageUrl: z.optional(z.string()) })),
})

/** Returns the CAIP fields and fills in missing ones, or `null` when they contradict each other. */
const toCaipFields = ({ id, chainNamespace, caipNetworkId }: z.output<typeof HostNetwork>) => {
  const namespace = chainNamespace ?? (typeof id === "number" ? "eip155" : null)
  // Wallets expect an EVM chain id as a number.
  const reference = namespace === "eip155" ? Number(id) : id
  if (namespace === null || !isReference(reference) || String(reference) !== String(id)) return null
  const expected: CaipNetworkId = `${namespace}:${reference}`
  return (caipNetworkId ?? expected) === expected
    ? { id: reference, caipNetworkId: expected, chainNamespace: namespace }
    : null
}

const toNetwork = (host: z.output<typeof HostNetwork>, payload: z.core.ParsePayload): Network => {
  const identity = toCaipFields(host)
  if (identity === null) {
    payload.issues.push({
      code: "custom",
      path: ["caipNetworkId"],
      message: "caipNetworkId, chainNamespace and id do not fit together",
      input: host,
    })
    return z.NEVER
  }
  const { imageId, imageUrl } = host.assets ?? {}
  return {
    ...identity,
    name: host.name,
    nativeCurrency: host.nativeCurrency,
    rpcUrls: host.rpcUrls,
    ...(host.blockExplorers && { blockExplorers: host.blockExplorers }),
    ...(host.testnet && { testnet: true }),
    ...((imageId || imageUrl) && { assets: { ...(imageId && { imageId }), ...(imageUrl && { imageUrl }) } }),
  }
}

/**
 * Decodes a network that a host app passes; unknown fields are dropped.
 * Treats a chain with a numeric id and no CAIP fields as EVM. Fails where `caipNetworkId` contradicts
 * `chainNamespace` and `id`, and where a URL is not `http:` or `https:`.
 */
export const NetworkSchema = z.pipe(HostNetwork, z.transform(toNetwork))
