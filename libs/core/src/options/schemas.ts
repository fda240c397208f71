import type { Chain } from "@wmodal/chains"
import { type CaipNetworkId, type Namespace, type Network, namespaces } from "@wmodal/protocol"
import * as z from "zod/mini"

const text = z.string().check(z.minLength(1), z.maxLength(1000))

const webUrl = z.string().check(
  z.refine((value) => {
    const protocol = URL.parse(value)?.protocol
    return protocol === "https:" || protocol === "http:"
  }, "expected an http or https URL"),
)

/** A plain image address: nothing that a browser would run. */
const imageUrl = z
  .string()
  .check(
    z.refine(
      (value) => /^(https?:|data:image\/|blob:|\/)/i.test(value),
      "expected an https or data:image address",
    ),
  )

export const namespace = z.enum(namespaces)

const caipNetworkId = z.custom<CaipNetworkId>(
  (value) => typeof value === "string" && /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/.test(value),
  "expected a CAIP-2 id such as eip155:1",
)

/** Decoded keys only, in the form that `exactOptionalPropertyTypes` wants: absent is absent. */
const NetworkShape = z
  .object({
    id: z.union([z.number(), text]),
    caipNetworkId,
    chainNamespace: namespace,
    name: text,
    nativeCurrency: z.object({
      name: z.string(),
      symbol: z.string(),
      decimals: z.int().check(z.minimum(0), z.maximum(255)),
    }),
    rpcUrls: z.object({ default: z.object({ http: z.array(webUrl) }) }),
    blockExplorers: z.exactOptional(z.object({ default: z.object({ name: z.string(), url: webUrl }) })),
    testnet: z.exactOptional(z.boolean()),
    assets: z.exactOptional(
      z.object({ imageId: z.exactOptional(z.string()), imageUrl: z.exactOptional(imageUrl) }),
    ),
  })
  .check(
    z.refine(
      ({ id, caipNetworkId, chainNamespace }) => caipNetworkId === `${chainNamespace}:${id}`,
      "expected caipNetworkId to be chainNamespace:id",
    ),
  )

export const NetworkSchema: z.ZodMiniType<Network> = NetworkShape

export const ChainSchema = z.custom<Chain>(
  (value) =>
    typeof value === "object" &&
    value !== null &&
    "namespace" in value &&
    namespaces.some((known: Namespace) => known === value.namespace) &&
    "load" in value &&
    typeof value.load === "function",
  "expected a chain such as evm()",
)

export const ProjectId = text

export const endpointFields = {
  directory: webUrl,
  blockchain: webUrl,
  analytics: webUrl,
  relay: z.string().check(z.regex(/^wss?:\/\//, "expected a ws or wss URL")),
  secureSite: webUrl,
}

export const metadataFields = {
  name: z.string(),
  description: z.string(),
  url: z.string(),
  icons: z.array(z.string()),
}

export const ThemeMode = z.enum(["light", "dark", "auto"])

/** What ends up in a CSS declaration must not be able to end it. */
const cssValue = z.string().check(z.regex(/^[^;{}<>]{1,200}$/, "expected a CSS value"))

export const themeVariableFields = {
  accent: cssValue,
  colorMix: cssValue,
  colorMixStrength: z.number().check(z.minimum(0), z.maximum(50)),
  fontFamily: cssValue,
  fontSizeMaster: cssValue,
  borderRadiusMaster: cssValue,
  zIndex: z.int(),
}

export const ConnectorOrderSchema = z.array(
  z.enum(["walletConnect", "recent", "injected", "featured", "custom", "external", "recommended"]),
)

export const WalletName = text

export const CustomWalletSchema = z.object({
  id: text,
  name: text,
  homepage: z.exactOptional(webUrl),
  imageUrl: z.exactOptional(imageUrl),
})

export const RpcUrls = z.record(caipNetworkId, z.array(webUrl))

export const Flag = z.boolean()
