import type { NamespaceOverride } from "@wmodal/chains/walletconnect"
import { type Network, NetworkSchema } from "@wmodal/protocol"
import * as v from "valibot"
import type { Endpoints, Features, Metadata, Options, ThemeVariables } from "./Options.ts"
import { OptionsError, type OptionsReason } from "./OptionsError.ts"
import * as schemas from "./schemas.ts"

export const defaultFeatures: Features = {
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

export const defaultWalletFeaturesOrder: Options["walletFeaturesOrder"] = [
  "onramp",
  "swaps",
  "receive",
  "send",
]

const defaultSocials: Options["socials"] = schemas.SocialProviderSchema.options

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

/**
 * Decodes the host's options once. Never throws: an invalid option is dropped, or takes its default, and is
 * reported. The errors are sorted for a host to read, blocking ones first.
 */
export const decodeOptions = (
  input: unknown,
): { readonly options: Options; readonly errors: readonly OptionsError[] } => {
  const errors: OptionsError[] = []
  const blame = (reason: OptionsReason) => {
    errors.push(new OptionsError({ reason }))
  }
  const invalid = (path: string, detail: string) => blame({ _tag: "Invalid", path, detail })
  const given = toRecord(input) ?? new Map<string, unknown>()

  const decode = <A>(path: string, value: unknown, schema: v.GenericSchema<unknown, A>): A | undefined => {
    try {
      const decoded = v.safeParse(schema, value, { message: describeIssue })
      if (decoded.success) return decoded.output
      const [issue] = decoded.issues
      invalid([path, ...(issue.path ?? []).map(({ key }) => String(key))].join("."), issue.message)
    } catch {
      invalid(path, "throws when read")
    }
    return undefined
  }

  const field = <A>(name: string, schema: v.GenericSchema<unknown, A>, otherwise: A): A => {
    const value = given.get(name)
    return value === undefined ? otherwise : (decode(name, value, schema) ?? otherwise)
  }

  /** Decodes each element by itself: an invalid one does not affect the others. */
  const list = <A>(
    name: string,
    schema: v.GenericSchema<unknown, A>,
    otherwise: readonly A[] = [],
  ): readonly A[] => {
    const value = given.get(name)
    if (value === undefined) return otherwise
    if (!Array.isArray(value)) {
      invalid(name, "expected a list")
      return []
    }
    return value.flatMap((element: unknown, index) => {
      const decoded = decode(`${name}.${index}`, element, schema)
      return decoded === undefined ? [] : [decoded]
    })
  }

  /** Decodes each known key by itself and ignores unknown keys. */
  const fields = <A>(
    name: string,
    schemas: { readonly [K in keyof A]-?: v.GenericSchema<unknown, A[K]> },
  ): Partial<A> => {
    const decoded: Partial<A> = {}
    if (given.get(name) === undefined) return decoded
    const values = toRecord(given.get(name))
    if (values === null) {
      invalid(name, "expected an object")
      return decoded
    }
    for (const key in schemas) {
      const value = values.get(key)
      if (value === undefined) continue
      const good = decode(`${name}.${key}`, value, schemas[key])
      if (good !== undefined) decoded[key] = good
    }
    return decoded
  }

  const endpoints = fields<MutableFields<Endpoints>>("endpoints", schemas.endpointFields)
  const projectId = given.get("projectId")
  const noProjectId = projectId === undefined || projectId === null || projectId === ""
  // The project id identifies the host to its endpoints. Browser wallets need none.
  if (noProjectId && Object.keys(endpoints).length > 0) errors.unshift(missingProjectId)
  const decodedProjectId = noProjectId ? undefined : decode("projectId", projectId, schemas.ProjectId)

  const networks: Network[] = []
  for (const network of list("networks", NetworkSchema)) {
    if (networks.some((one) => one.caipNetworkId === network.caipNetworkId))
      blame({ _tag: "DuplicateNetwork", network: network.caipNetworkId })
    else networks.push(network)
  }
  if (networks.length === 0) blame({ _tag: "NoNetworks" })

  const wanted = field<Network | null>("defaultNetwork", NetworkSchema, null)
  const defaultNetwork = networks.find((network) => network.caipNetworkId === wanted?.caipNetworkId) ?? null
  if (wanted !== null && defaultNetwork === null) invalid("defaultNetwork", "is not one of networks")

  const chains = list("chains", schemas.ChainSchema).filter(({ namespace }, index, all) => {
    const first = all.findIndex((one) => one.namespace === namespace) === index
    if (!first) invalid(`chains.${index}`, `duplicate ${namespace}`)
    return first
  })

  const client = given.get("walletConnect")
  const walletConnect = schemas.isLoadable(client) ? client : null
  // A relay is useless without its client: without one, the option is ignored.
  if (walletConnect === null && endpoints.relay) {
    invalid("walletConnect", "expected walletConnect()")
    delete endpoints.relay
  }

  const options: Options = {
    projectId: decodedProjectId ?? "",
    chains,
    networks,
    defaultNetwork,
    endpoints,
    walletConnect,
    customRpcUrls: field("customRpcUrls", schemas.RpcUrls, {}),
    features: { ...defaultFeatures, ...fields<Features>("features", featureFields) },
    metadata: { ...emptyMetadata, ...fields<Metadata>("metadata", schemas.metadataFields) },
    connectorOrder: field("connectorOrder", schemas.ConnectorOrderSchema, defaultConnectorOrder),
    walletFeaturesOrder: field(
      "walletFeaturesOrder",
      schemas.WalletFeaturesOrderSchema,
      defaultWalletFeaturesOrder,
    ),
    excludedWallets: list("excludedWallets", schemas.WalletName),
    includedWallets: list("includedWallets", schemas.WalletName),
    featuredWallets: list("featuredWallets", schemas.WalletName),
    customWallets: list("customWallets", schemas.CustomWalletSchema),
    namespaceOverride: fields<Required<NamespaceOverride>>("namespaceOverride", schemas.overrideFields),
    theme: {
      mode: field("themeMode", schemas.ThemeMode, "auto"),
      variables: fields<Required<ThemeVariables>>("themeVariables", schemas.themeVariableFields),
    },
    socials:
      given.get("socials") === false
        ? []
        : [...new Set(list("socials", schemas.SocialProviderSchema, defaultSocials))],
    connectMethodsOrder: field<Options["connectMethodsOrder"]>(
      "connectMethodsOrder",
      schemas.ConnectMethodsOrderSchema,
      null,
    ),
    defaultAccountType: field("defaultAccountType", schemas.AccountTypeSchema, "smartAccount"),
    embedded: field("embedded", schemas.Flag, false),
  }
  return { options, errors }
}

/** The message of a value whose schema has none. It never quotes the value, which may be long. */
const describeIssue = ({ expected, received }: v.BaseIssue<unknown>) =>
  received === "undefined" ? "missing" : `expected ${expected}`

type MutableFields<A> = { -readonly [K in keyof A]-?: NonNullable<A[K]> }

const missingProjectId = new OptionsError({ reason: { _tag: "MissingProjectId" } })

const emptyMetadata: Metadata = { name: "", description: "", url: "", icons: [] }

const featureFields = {
  swaps: schemas.Flag,
  onramp: schemas.Flag,
  receive: schemas.Flag,
  send: schemas.Flag,
  email: schemas.Flag,
  socials: schemas.Flag,
  history: schemas.Flag,
  analytics: schemas.Flag,
  allWallets: schemas.AllWalletsFlag,
}

/** Returns the error that blocks the modal until the site's operator has fixed it, or `null`. */
export const findBlockingError = ({
  options,
  errors,
}: ReturnType<typeof decodeOptions>): OptionsError | null =>
  errors.find(({ reason }) => {
    switch (reason._tag) {
      case "MissingProjectId":
      case "NoNetworks":
        return true
      case "DuplicateNetwork":
        return false
      case "Invalid":
        return reason.path === "projectId" || (options.chains.length === 0 && /^chains\b/.test(reason.path))
    }
  }) ?? null
