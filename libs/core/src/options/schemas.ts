import type { Chain } from "@wmodal/chains"
import { isCaipNetworkId, namespaces } from "@wmodal/protocol"
import * as v from "valibot"

// Uses `check` only: each built-in check adds as many bytes to the entry chunk as all of these.
const makeTextSchema = (holds: (value: string) => boolean, otherwise: string) =>
  v.pipe(v.string(), v.check(holds, otherwise))
const makeNumberSchema = (holds: (value: number) => boolean, otherwise: string) =>
  v.pipe(v.number(), v.check(holds, otherwise))

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

const caipNetworkId = v.custom<string>(isCaipNetworkId, "expected a CAIP-2 id such as eip155:1")

/** Returns true for a loader from a package: a few bytes that load the rest. */
export const isLoadable = (value: unknown): value is { readonly load: () => Promise<never> } =>
  typeof value === "object" && value !== null && "load" in value && typeof value.load === "function"

export const ChainSchema = v.custom<Chain>(
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
  name: v.string(),
  description: v.string(),
  url: v.string(),
  icons: v.array(v.string()),
}

export const ThemeMode = v.picklist(["light", "dark", "auto"])

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

export const ConnectorOrderSchema = v.array(
  v.picklist(["walletConnect", "recent", "injected", "featured", "custom", "external", "recommended"]),
)

export const WalletFeaturesOrderSchema = v.array(v.picklist(["onramp", "swaps", "receive", "send"]))

export const SocialProviderSchema = v.picklist([
  "google",
  "x",
  "discord",
  "farcaster",
  "github",
  "apple",
  "facebook",
])

export const ConnectMethodsOrderSchema = v.array(v.picklist(["email", "social", "wallet"]))

export const AccountTypeSchema = v.picklist(["eoa", "smartAccount"])

export const WalletName = text

export const CustomWalletSchema = v.object({
  id: text,
  name: text,
  homepage: v.exactOptional(webUrl),
  imageUrl: v.exactOptional(imageUrl),
  mobileLink: v.exactOptional(text),
  desktopLink: v.exactOptional(text),
  webappLink: v.exactOptional(text),
  appStore: v.exactOptional(webUrl),
  playStore: v.exactOptional(webUrl),
})

/** valibot accepts lists, maps and other objects as records. */
const plainObject = v.custom<Record<string, unknown>>((value) => {
  if (typeof value !== "object" || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}, "expected an object")

const TextsByNamespace = v.pipe(plainObject, v.record(v.string(), v.array(v.string())))

export const overrideFields = {
  methods: TextsByNamespace,
  chains: TextsByNamespace,
  events: TextsByNamespace,
}

export const RpcUrls = v.pipe(plainObject, v.record(caipNetworkId, v.array(webUrl)))

export const Flag = v.boolean()

export const AllWalletsFlag = v.custom<boolean | "mobile">(
  (value) => typeof value === "boolean" || value === "mobile",
  'expected true, false or "mobile"',
)
