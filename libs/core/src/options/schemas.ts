import type { Chain } from "@wmodal/chains"
import { type CaipNetworkId, isCaipNetworkId, namespaces } from "@wmodal/protocol"
import * as z from "zod/mini"

// Uses `refine` only: each built-in check adds as many bytes to the entry chunk as all of these.
const makeTextSchema = (holds: (value: string) => boolean, otherwise: string) =>
  z.string().check(z.refine(holds, otherwise))
const makeNumberSchema = (holds: (value: number) => boolean, otherwise: string) =>
  z.number().check(z.refine(holds, otherwise))

const text = makeTextSchema(({ length }) => length > 0 && length <= 1000, "expected 1 to 1000 characters")

const webUrl = makeTextSchema((value) => {
  const protocol = URL.parse(value)?.protocol
  return protocol === "https:" || protocol === "http:"
}, "expected an http or https URL")

/** A plain image address that a browser does not execute. */
const imageUrl = makeTextSchema(
  (value) => /^(https?:|data:image\/|blob:|\/)/i.test(value),
  "expected an https or data:image address",
)

const caipNetworkId = z.custom<CaipNetworkId>(isCaipNetworkId, "expected a CAIP-2 id such as eip155:1")

/** Returns true for a loader from a package: a few bytes that load the rest. */
export const isLoadable = (value: unknown): value is { readonly load: () => Promise<never> } =>
  typeof value === "object" && value !== null && "load" in value && typeof value.load === "function"

export const ChainSchema = z.custom<Chain>(
  (value) =>
    isLoadable(value) && "namespace" in value && namespaces.some((known) => known === value.namespace),
  "expected a chain such as evm()",
)

export const ProjectId = text

export const endpointFields = {
  directory: webUrl,
  blockchain: webUrl,
  analytics: webUrl,
  relay: makeTextSchema((value) => /^wss?:\/\//.test(value), "expected a ws or wss URL"),
  secureSite: webUrl,
}

export const metadataFields = {
  name: z.string(),
  description: z.string(),
  url: z.string(),
  icons: z.array(z.string()),
}

export const ThemeMode = z.enum(["light", "dark", "auto"])

/** A value for a CSS declaration must not be able to end it. */
const cssValue = makeTextSchema((value) => /^[^;{}<>]{1,200}$/.test(value), "expected a CSS value")

export const themeVariableFields = {
  accent: cssValue,
  background: cssValue,
  colorMix: cssValue,
  colorMixStrength: makeNumberSchema((value) => value >= 0 && value <= 50, "expected 0 to 50"),
  fontFamily: cssValue,
  fontSizeMaster: cssValue,
  borderRadiusMaster: cssValue,
  zIndex: makeNumberSchema(Number.isSafeInteger, "expected a whole number"),
}

export const ConnectorOrderSchema = z.array(
  z.enum(["walletConnect", "recent", "injected", "featured", "custom", "external", "recommended"]),
)

export const WalletFeaturesOrderSchema = z.array(z.enum(["onramp", "swaps", "receive", "send"]))

export const SocialProviderSchema = z.enum([
  "google",
  "x",
  "discord",
  "farcaster",
  "github",
  "apple",
  "facebook",
])

export const ConnectMethodsOrderSchema = z.array(z.enum(["email", "social", "wallet"]))

export const AccountTypeSchema = z.enum(["eoa", "smartAccount"])

export const WalletName = text

export const CustomWalletSchema = z.object({
  id: text,
  name: text,
  homepage: z.exactOptional(webUrl),
  imageUrl: z.exactOptional(imageUrl),
  mobileLink: z.exactOptional(text),
  desktopLink: z.exactOptional(text),
  webappLink: z.exactOptional(text),
  appStore: z.exactOptional(webUrl),
  playStore: z.exactOptional(webUrl),
})

const TextsByNamespace = z.record(z.string(), z.array(z.string()))

export const overrideFields = {
  methods: TextsByNamespace,
  chains: TextsByNamespace,
  events: TextsByNamespace,
}

export const RpcUrls = z.record(caipNetworkId, z.array(webUrl))

export const Flag = z.boolean()

export const AllWalletsFlag = z.union([Flag, z.literal("mobile")])
