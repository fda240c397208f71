import type { Chain } from "@wmodal/chains"
import { Decoder, hasKey, isCaipNetworkId, isWebUrl, namespaces } from "@wmodal/protocol"
import type { SiweConfig, SiwxPlugin } from "./SiwxPlugin.ts"

const text = Decoder.check(
  Decoder.text,
  ({ length }) => length > 0 && length <= 1000,
  "expected 1 to 1000 characters",
)

/** No request could be sent to a URL with a password, and other servers would be asked. */
export const webUrl = Decoder.check(
  Decoder.text,
  isWebUrl,
  "expected an http or https URL without a password",
)

/** A plain image address that a browser does not execute. */
const imageUrl = Decoder.check(
  Decoder.text,
  (value) => /^(https?:|data:image\/|blob:|\/)/i.test(value),
  "expected an https or data:image address",
)

/** A host or `*.` and a domain, with a port where it is no default one. */
export const imageHost = Decoder.map(
  Decoder.check(
    Decoder.text,
    (value) => /^(\*\.)?([\w-]+\.)*[\w-]+(:\d{1,5})?$|^\[[\da-f:.]+\](:\d{1,5})?$/i.test(value),
    'expected a host such as cdn.example.com, or "*.example.com"',
  ),
  (value) => value.toLowerCase(),
)

const caipNetworkId = Decoder.guard(isCaipNetworkId, "expected a CAIP-2 id such as eip155:1")

/** Returns true for a loader from a package: a few bytes that load the rest. */
export const isLoadable = (value: unknown): value is { readonly load: () => Promise<never> } =>
  typeof value === "object" && value !== null && hasKey(value, "load") && typeof value.load === "function"

export const chain = Decoder.guard(
  (value): value is Chain =>
    isLoadable(value) && hasKey(value, "namespace") && namespaces.some((known) => known === value.namespace),
  "expected a chain such as evm()",
)

export const projectId = text

export const endpointFields = {
  directory: webUrl,
  blockchain: webUrl,
  analytics: webUrl,
  relay: Decoder.check(Decoder.text, (value) => /^wss?:\/\//.test(value), "expected a ws or wss URL"),
  secureSite: webUrl,
  prices: webUrl,
}

export const metadataFields = {
  name: Decoder.text,
  description: Decoder.text,
  url: Decoder.text,
  icons: Decoder.list(Decoder.text),
}

export const themeMode = Decoder.choice(["light", "dark", "auto"])

/** A value for a CSS declaration must not be able to end it. */
const cssValue = Decoder.check(
  Decoder.text,
  (value) => /^[^;{}<>]{1,200}$/.test(value),
  "expected a CSS value",
)

export const themeVariableFields = {
  accent: cssValue,
  background: cssValue,
  colorMix: cssValue,
  colorMixStrength: Decoder.check(Decoder.number, (value) => value >= 0 && value <= 50, "expected 0 to 50"),
  fontFamily: cssValue,
  fontSizeMaster: cssValue,
  borderRadiusMaster: cssValue,
  zIndex: Decoder.check(Decoder.number, Number.isSafeInteger, "expected a whole number"),
}

export const connectorOrder = Decoder.list(
  Decoder.choice(["walletConnect", "recent", "injected", "featured", "custom", "external", "recommended"]),
)

export const walletFeaturesOrder = Decoder.list(Decoder.choice(["onramp", "swaps", "receive", "send"]))

export const socialProviders = ["google", "x", "discord", "farcaster", "github", "apple", "facebook"] as const

export const socialProvider = Decoder.choice(socialProviders)

export const connectMethodsOrder = Decoder.list(Decoder.choice(["email", "social", "wallet"]))

export const walletName = text

export const customWallet = Decoder.object({
  id: text,
  name: text,
  homepage: Decoder.exactOptional(webUrl),
  imageUrl: Decoder.exactOptional(imageUrl),
  mobileLink: Decoder.exactOptional(text),
  desktopLink: Decoder.exactOptional(text),
  webappLink: Decoder.exactOptional(text),
  appStore: Decoder.exactOptional(webUrl),
  playStore: Decoder.exactOptional(webUrl),
})

const textsByNamespace = Decoder.record(Decoder.text, Decoder.list(Decoder.text))

export const overrideFields = {
  methods: textsByNamespace,
  chains: textsByNamespace,
  events: textsByNamespace,
}

export const rpcUrls = Decoder.record(caipNetworkId, Decoder.list(webUrl))

/** Makes a decoder of an object with these methods. */
const withMethods = <A extends object>(names: string) =>
  Decoder.guard(
    (value): value is A =>
      typeof value === "object" &&
      value !== null &&
      names.split(", ").every((name) => typeof Reflect.get(value, name) === "function"),
    `expected ${names}`,
  )

export const siwxPlugin = withMethods<SiwxPlugin>(
  "createMessage, addSession, revokeSession, setSessions, getSessions",
)

export const siweConfig = withMethods<SiweConfig>(
  "createMessage, getNonce, getMessageParams, verifyMessage, getSession, signOut",
)

export const swapRouters = Decoder.record(
  caipNetworkId,
  Decoder.list(
    Decoder.check(Decoder.text, (value) => /^0x[\da-fA-F]{40}$/.test(value), "expected a contract's address"),
  ),
)

export const flag = Decoder.flag

export const allWalletsFlag = Decoder.guard(
  (value): value is boolean | "mobile" => typeof value === "boolean" || value === "mobile",
  'expected true, false or "mobile"',
)
