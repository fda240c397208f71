import type { Chain } from "@wmodal/chains"
import { type CaipNetworkId, isCaipNetworkId, namespaces } from "@wmodal/protocol"
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

const caipNetworkId = z.custom<CaipNetworkId>(isCaipNetworkId, "expected a CAIP-2 id such as eip155:1")

export const ChainSchema = z.custom<Chain>(
  (value) =>
    typeof value === "object" &&
    value !== null &&
    "namespace" in value &&
    namespaces.some((known) => known === value.namespace) &&
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
