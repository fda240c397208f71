import type { NamespaceOverride } from "@wmodal/chains/walletconnect"
import { Decoder, decodeNetwork, type Network } from "@wmodal/protocol"
import { accountTypeFields, type DefaultAccountTypes, defaultAccountTypes } from "./accountTypes.ts"
import { getImageHosts, getOwnImages } from "./getImageHosts.ts"
import type { Endpoints, Features, Metadata, Options, ThemeVariables } from "./Options.ts"
import { OptionsError, type OptionsReason } from "./OptionsError.ts"
import * as decoders from "./optionDecoders.ts"

const defaultFeatures: Features = {
  swaps: true,
  onramp: true,
  receive: true,
  send: true,
  email: true,
  socials: true,
  history: true,
  analytics: false,
  allWallets: true,
}

export const defaultConnectorOrder: Options["connectorOrder"] = [
  "walletConnect",
  "recent",
  "injected",
  "featured",
  "custom",
  "external",
  "recommended",
]

const defaultWalletFeaturesOrder: Options["walletFeaturesOrder"] = ["onramp", "swaps", "receive", "send"]

const defaultSocials: Options["socials"] = decoders.socialProviders

/** The metadata outside a page. */
const emptyMetadata: Metadata = { name: "", description: "", url: "", icons: [] }

/** `null` for a value that is not a record, or throws when it is read. */
const toRecord = (input: unknown): ReadonlyMap<string, unknown> | null => {
  try {
    return typeof input === "object" && input !== null && !Array.isArray(input)
      ? new Map(Object.entries(input))
      : null
  } catch {
    return null
  }
}

/** The decoded options, and what is wrong with those that the host passed. */
export interface DecodedOptions {
  readonly options: Options
  readonly errors: readonly OptionsError[]
  /** True when the host passed one of `RareOptions`, which `applyRareOptions` decodes. */
  readonly hasRare: boolean
}

/** The names of `RareOptions` and of the features that go with them. */
const rareName = /enable|Images|tokens|terms|Policy|legal|collapse|Unsupported|addN|paymentH/

/**
 * Decodes the host's options once. Never throws: an invalid option is dropped, or takes its default, and is
 * reported. The errors are sorted for a host to read, blocking ones first. `page`: the metadata that the host left out.
 */
export const decodeOptions = (input: unknown, page: Metadata | null = null): DecodedOptions => {
  const errors: OptionsError[] = []
  const blame = (reason: OptionsReason) => {
    errors.push(new OptionsError({ reason }))
  }
  const invalid = (path: string, detail: string) => blame({ _tag: "Invalid", path, detail })
  const given = toRecord(input) ?? new Map<string, unknown>()

  const decode = <A>(path: string, value: unknown, decoder: Decoder.Decoder<A>): A | undefined => {
    try {
      const decoded = decoder(value)
      if (!(decoded instanceof Decoder.Issue)) return decoded
      invalid([path, ...decoded.path].join("."), decoded.message)
    } catch {
      invalid(path, "throws when read")
    }
    return undefined
  }

  const field = <A>(name: string, decoder: Decoder.Decoder<A>, otherwise: A): A => {
    const value = given.get(name)
    return value === undefined ? otherwise : (decode(name, value, decoder) ?? otherwise)
  }

  /** Decodes each element by itself: an invalid one does not affect the others. */
  const list = <A>(
    name: string,
    decoder: Decoder.Decoder<A>,
    otherwise: readonly A[] = [],
    value: unknown = given.get(name),
  ): readonly A[] => {
    if (value === undefined) return otherwise
    if (!Array.isArray(value)) {
      invalid(name, "expected a list")
      return []
    }
    return value.flatMap((element: unknown, index) => {
      const decoded = decode(`${name}.${index}`, element, decoder)
      return decoded === undefined ? [] : [decoded]
    })
  }

  /** Decodes each known key by itself and ignores unknown keys. */
  const fields = <A>(
    name: string,
    decoders: { readonly [K in keyof A]-?: Decoder.Decoder<A[K]> },
  ): Partial<A> => {
    const decoded: Partial<A> = {}
    if (given.get(name) === undefined) return decoded
    const values = toRecord(given.get(name))
    if (values === null) {
      invalid(name, "expected an object")
      return decoded
    }
    for (const key in decoders) {
      const value = values.get(key)
      if (value === undefined || !Object.hasOwn(decoders, key)) continue
      const good = decode(`${name}.${key}`, value, decoders[key])
      if (good !== undefined) decoded[key] = good
    }
    return decoded
  }

  const endpoints = fields<MutableFields<Endpoints>>("endpoints", decoders.endpointFields)
  const endpointHosts = toRecord(given.get("endpoints"))?.get("imageHosts")
  const projectId = given.get("projectId")
  const noProjectId = projectId === undefined || projectId === null || projectId === ""
  // The project id identifies the host to its endpoints. Browser wallets need none.
  if (noProjectId && Object.keys(endpoints).length > 0) errors.unshift(missingProjectId)
  const decodedProjectId = noProjectId ? undefined : decode("projectId", projectId, decoders.projectId)

  const networks: Network[] = []
  for (const network of list("networks", decodeNetwork)) {
    if (networks.some((one) => one.caipNetworkId === network.caipNetworkId))
      blame({ _tag: "DuplicateNetwork", network: network.caipNetworkId })
    else networks.push(network)
  }
  if (networks.length === 0) blame({ _tag: "NoNetworks" })

  const wanted = field<Network | null>("defaultNetwork", decodeNetwork, null)
  const defaultNetwork = networks.find((network) => network.caipNetworkId === wanted?.caipNetworkId) ?? null
  if (wanted !== null && defaultNetwork === null) invalid("defaultNetwork", "is not one of networks")

  const chains = list("chains", decoders.chain).filter(({ namespace }, index, all) => {
    const first = all.findIndex((one) => one.namespace === namespace) === index
    if (!first) invalid(`chains.${index}`, `duplicate ${namespace}`)
    return first
  })

  const client = given.get("walletConnect")
  const walletConnect = decoders.isLoadable(client) ? client : null
  // A relay is useless without its client: without one, the option is ignored.
  if (walletConnect === null && endpoints.relay) {
    invalid("walletConnect", "expected walletConnect()")
    delete endpoints.relay
  }

  const siwx = field("siwx", decoders.siwxPlugin, null)
  const siweConfig = field("siweConfig", decoders.siweConfig, null)
  const isAmbiguous = siwx !== null && siweConfig !== null
  if (isAmbiguous) blame({ _tag: "TwoSignIns" })

  const customWallets = list("customWallets", decoders.customWallet)
  const imageHosts = [
    ...list("imageHosts", decoders.imageHost),
    ...list("endpoints.imageHosts", decoders.imageHost, [], endpointHosts),
    ...getImageHosts([endpoints.directory, ...getOwnImages(networks, customWallets)]),
  ]

  const options: Options = {
    projectId: decodedProjectId ?? "",
    chains,
    networks,
    defaultNetwork,
    endpoints,
    imageHosts: [...new Set(imageHosts)],
    walletConnect,
    customRpcUrls: field("customRpcUrls", decoders.rpcUrls, {}),
    swapRouters: field("swapRouters", decoders.swapRouters, {}),
    features: { ...defaultFeatures, ...fields<CommonFeatures>("features", featureFields) },
    metadata: { ...(page ?? emptyMetadata), ...fields<Metadata>("metadata", decoders.metadataFields) },
    connectorOrder: field("connectorOrder", decoders.connectorOrder, defaultConnectorOrder),
    walletFeaturesOrder: field(
      "walletFeaturesOrder",
      decoders.walletFeaturesOrder,
      defaultWalletFeaturesOrder,
    ),
    meldUrl: field<Options["meldUrl"]>("meldUrl", decoders.webUrl, null),
    restrictedTimeZones: list("restrictedTimeZones", decoders.walletName),
    excludedWallets: list("excludedWallets", decoders.walletName),
    includedWallets: list("includedWallets", decoders.walletName),
    featuredWallets: list("featuredWallets", decoders.walletName),
    customWallets,
    namespaceOverride: fields<Required<NamespaceOverride>>("namespaceOverride", decoders.overrideFields),
    theme: {
      mode: field("themeMode", decoders.themeMode, "auto"),
      variables: fields<Required<ThemeVariables>>("themeVariables", decoders.themeVariableFields),
    },
    socials:
      given.get("socials") === false
        ? []
        : [...new Set(list("socials", decoders.socialProvider, defaultSocials))],
    connectMethodsOrder: field<Options["connectMethodsOrder"]>(
      "connectMethodsOrder",
      decoders.connectMethodsOrder,
      null,
    ),
    defaultAccountTypes: {
      ...defaultAccountTypes,
      ...fields<DefaultAccountTypes>("defaultAccountTypes", accountTypeFields),
    },
    siwx: isAmbiguous ? null : siwx,
    siweConfig: isAmbiguous ? null : siweConfig,
    embedded: field("embedded", decoders.flag, false),
  }
  return {
    options,
    errors,
    hasRare: rareName.test(`${[...given.keys()]},${Object.keys(Object(given.get("features")))}`),
  }
}

type CommonFeatures = Omit<Features, "legalCheckbox" | "collapseWallets" | "addNetworks">

type MutableFields<A> = { -readonly [K in keyof A]-?: NonNullable<A[K]> }

const missingProjectId = new OptionsError({ reason: { _tag: "MissingProjectId" } })

const featureFields = {
  swaps: decoders.flag,
  onramp: decoders.flag,
  receive: decoders.flag,
  send: decoders.flag,
  email: decoders.flag,
  socials: decoders.flag,
  history: decoders.flag,
  analytics: decoders.flag,
  allWallets: decoders.allWalletsFlag,
}

/** Returns the error that blocks the modal until the site's operator has fixed it, or `null`. */
export const findBlockingError = ({
  options,
  errors,
}: Pick<DecodedOptions, "options" | "errors">): OptionsError | null =>
  errors.find(({ reason }) => {
    switch (reason._tag) {
      case "MissingProjectId":
      case "NoNetworks":
      case "TwoSignIns":
        return true
      case "DuplicateNetwork":
        return false
      case "Invalid":
        return reason.path === "projectId" || (options.chains.length === 0 && /^chains\b/.test(reason.path))
    }
  }) ?? null
