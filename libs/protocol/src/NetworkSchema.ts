import * as v from "valibot"
import { type CaipNetworkId, namespaces } from "./Caip.ts"
import type { Network } from "./Network.ts"

// Builds every check from `check` and avoids `union`, `url` and `integer`: each kind adds to the bundle size.
const makeTextSchema = (what: string, valid: (text: string) => boolean) =>
  v.pipe(v.string(), v.check(valid, what))
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
const HostNetwork = v.object({
  id: v.custom<number | string>(isReference, "not the reference of a CAIP-2 id"),
  caipNetworkId: v.optional(v.string()),
  chainNamespace: v.optional(v.picklist(namespaces)),
  name: nonEmptyText,
  nativeCurrency: v.object({
    name: v.string(),
    symbol: nonEmptyText,
    decimals: v.pipe(
      v.number(),
      v.check((n) => Number.isInteger(n) && n >= 0 && n <= 255, "not 0 to 255"),
    ),
  }),
  rpcUrls: v.object({ default: v.object({ http: v.array(httpUrl) }) }),
  blockExplorers: v.optional(v.object({ default: v.object({ name: v.string(), url: httpUrl }) })),
  testnet: v.optional(v.boolean()),
  assets: v.optional(v.object({ imageId: v.optional(v.string()), imageUrl: v.optional(v.string()) })),
})
type HostNetwork = v.InferOutput<typeof HostNetwork>

/** Returns the CAIP fields and fills in missing ones, or `null` when they contradict each other. */
const toCaipFields = ({ id, chainNamespace, caipNetworkId }: HostNetwork) => {
  const namespace = chainNamespace ?? (typeof id === "number" ? "eip155" : null)
  // Wallets expect an EVM chain id as a number.
  const reference = namespace === "eip155" ? Number(id) : id
  if (namespace === null || !isReference(reference) || String(reference) !== String(id)) return null
  const expected: CaipNetworkId = `${namespace}:${reference}`
  return (caipNetworkId ?? expected) === expected
    ? { id: reference, caipNetworkId: expected, chainNamespace: namespace }
    : null
}

const toNetwork = ({
  dataset: { value: host },
  addIssue,
  NEVER,
}: v.RawTransformContext<HostNetwork>): Network => {
  const identity = toCaipFields(host)
  if (identity === null) {
    const key = "caipNetworkId"
    addIssue({
      message: "caipNetworkId, chainNamespace and id do not fit together",
      path: [{ type: "object", origin: "value", input: host, key, value: host[key] }],
    })
    return NEVER
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
export const NetworkSchema: v.GenericSchema<unknown, Network> = v.pipe(HostNetwork, v.rawTransform(toNetwork))
