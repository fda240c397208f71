import { type CaipNetworkId, namespaces } from "./Caip.ts"
import * as Decoder from "./Decoder.ts"
import type { Network } from "./Network.ts"
import { isWebUrl } from "./parseUrl.ts"

const nonEmptyText = Decoder.check(
  Decoder.text,
  (text) => text.trim() !== "" && text.length <= 100,
  "empty, or over 100 characters",
)
const httpUrl = Decoder.check(Decoder.text, isWebUrl, "not an http: or https: URL without a password")
const isReference = (id: unknown): id is number | string =>
  typeof id === "number"
    ? Number.isSafeInteger(id) && id > 0
    : typeof id === "string" && /^[-_a-zA-Z0-9]{1,32}$/.test(id)

/** The host app's input: a `Network`, or the EVM chain object of another kit, which has no CAIP fields. */
const decodeHostNetwork = Decoder.object({
  id: Decoder.guard(isReference, "not the reference of a CAIP-2 id"),
  caipNetworkId: Decoder.optional(Decoder.text),
  chainNamespace: Decoder.optional(Decoder.choice(namespaces)),
  name: nonEmptyText,
  nativeCurrency: Decoder.object({
    name: Decoder.text,
    symbol: nonEmptyText,
    decimals: Decoder.check(Decoder.number, (n) => Number.isInteger(n) && n >= 0 && n <= 255, "not 0 to 255"),
  }),
  rpcUrls: Decoder.object({ default: Decoder.object({ http: Decoder.list(httpUrl) }) }),
  blockExplorers: Decoder.optional(
    Decoder.object({ default: Decoder.object({ name: Decoder.text, url: httpUrl }) }),
  ),
  testnet: Decoder.optional(Decoder.flag),
  assets: Decoder.optional(
    Decoder.object({
      imageId: Decoder.optional(Decoder.text),
      imageUrl: Decoder.optional(Decoder.text),
    }),
  ),
})
type HostNetwork = Decoder.Decoded<typeof decodeHostNetwork>

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

/**
 * Decodes a network that a host app passes; unknown fields are dropped.
 * Treats a chain with a numeric id and no CAIP fields as EVM. Returns an issue where `caipNetworkId` contradicts
 * `chainNamespace` and `id`, and where a URL is not `http:` or `https:`.
 */
export const decodeNetwork: Decoder.Decoder<Network> = Decoder.map(decodeHostNetwork, (host) => {
  const identity = toCaipFields(host)
  if (identity === null)
    return new Decoder.Issue("caipNetworkId, chainNamespace and id do not fit together", ["caipNetworkId"])
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
})
