import type { Chain, Connector } from "@wmodal/chains"
import { isCaipNetworkId, type Network, parseUrl } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import type { DecodedOptions } from "../options/decodeOptions.ts"
import { getImageHosts } from "../options/getImageHosts.ts"
import type { Features, Options, RareOptions } from "../options/Options.ts"
import { OptionsError } from "../options/OptionsError.ts"
import { ownNetworksRecord } from "../storage/ownNetworksRecord.ts"
import type { PersistedState } from "../storage/PersistedState.ts"
import { makeLegal } from "./makeLegal.ts"

const toText = (isGood: (text: string) => boolean, expected: string) =>
  z.string().check(z.refine(isGood, { error: expected }))

/** A page may name a path of its own site. */
const pageUrl = toText(
  (text) => /^https?:$/.test(parseUrl(text, "https://page.invalid")?.protocol ?? ""),
  "expected an http or https URL, or a path",
)

const images = z.record(
  z.string(),
  // A browser executes none of these.
  toText((text) => /^(https?:|data:image\/|blob:|\/)/i.test(text), "expected an https or data:image address"),
)

/** A host that is compared whole, in its normal form: `xn--…` for other letters, without the default port. */
const host = z.pipe(
  toText(
    (text) => !text.includes("*") && parseUrl(`https://${text}`)?.host === text.toLowerCase(),
    "expected a host such as pay.example.com",
  ),
  z.transform((text) => text.toLowerCase()),
)

const flag = z.boolean()

const optionFields = {
  termsConditionsUrl: pageUrl,
  privacyPolicyUrl: pageUrl,
  chainImages: images,
  connectorImages: images,
  tokens: z.record(
    toText(isCaipNetworkId, "expected a CAIP-2 id such as eip155:1"),
    z.object({ address: toText((text) => text !== "", "expected an address") }),
  ),
  enableWallets: flag,
  enableEIP6963: flag,
  enableInjected: flag,
  enableCoinbase: flag,
  allowUnsupportedChain: flag,
  paymentHosts: z.array(host),
}

const featureFields = { legalCheckbox: flag, collapseWallets: flag, addNetworks: flag }

const invalid = (path: string, detail: string) =>
  new OptionsError({ reason: { _tag: "Invalid", path, detail } })

const decode = <A>(schema: z.ZodMiniType<A>, value: unknown) => z.safeParse(schema, value)

/** What a script of the page adds to `Object.prototype` is no option. */
const getOwn = (input: unknown, name: string): unknown =>
  Object.hasOwn(Object(input), name) ? Reflect.get(Object(input), name) : undefined

/** Decodes each known field by itself; an invalid one is left out and reported. */
const decodeFields = <A>(
  input: unknown,
  fields: { readonly [K in keyof A]-?: z.ZodMiniType<A[K]> },
  prefix: string,
) => {
  const values: Partial<A> = Object.create(null)
  const errors: OptionsError[] = []
  for (const name in fields) {
    try {
      const value = getOwn(input, name)
      if (value === undefined || !Object.hasOwn(fields, name)) continue
      const { data, error } = decode(fields[name], value)
      if (error === undefined) values[name] = data
      else
        for (const { path, message } of error.issues.slice(0, 1))
          errors.push(invalid([prefix + name, ...path.map(String)].join("."), message))
    } catch {
      errors.push(invalid(prefix + name, "throws when read"))
    }
  }
  return { values, errors }
}

const getFeatures = (input: unknown): unknown => {
  try {
    return getOwn(input, "features")
  } catch {
    return undefined
  }
}

/** Decodes the features that go with `RareOptions`. */
export const decodeRareFeatures = (
  input: unknown,
): { readonly features: Partial<Features>; readonly errors: readonly OptionsError[] } => {
  const { values, errors } = decodeFields(input, featureFields, "features.")
  return { features: values, errors }
}

const withImage =
  (images: NonNullable<RareOptions["chainImages"]>) =>
  (network: Network): Network => {
    const imageUrl = images[network.caipNetworkId] ?? images[network.id]
    return imageUrl === undefined ? network : { ...network, assets: { ...network.assets, imageUrl } }
  }

/** Returns the chain with the connectors that `change` keeps. Each connector changes once, so that it stays the same. */
const withConnectors = (chain: Chain, change: (connector: Connector) => Connector | null): Chain => {
  const changed = new Map<Connector, Connector | null>()
  const get = (connector: Connector) => {
    if (!changed.has(connector)) changed.set(connector, change(connector))
    return changed.get(connector) ?? []
  }
  return {
    ...chain,
    load: async () => {
      const module = await chain.load()
      return { ...module, discover: (where, use) => module.discover(where, (all) => use(all.flatMap(get))) }
    },
  }
}

/** Returns what the user has added on earlier visits. The page's own networks come first: none of them is replaced. */
const readOwnNetworks = (memory: PersistedState, { chains, networks }: Options): readonly Network[] =>
  (memory.read(ownNetworksRecord) ?? []).filter(
    ({ caipNetworkId, chainNamespace }) =>
      networks.every((network) => network.caipNetworkId !== caipNetworkId) &&
      chains.some(({ namespace }) => namespace === chainNamespace),
  )

/**
 * Decodes `RareOptions` and applies them to the other options. Never throws: an invalid one is left out and reported.
 */
export const applyRareOptions = (
  input: unknown,
  common: DecodedOptions,
  memory: PersistedState,
): Effect.Effect<DecodedOptions> => {
  const rare = decodeFields(input, optionFields, "")
  const { features, errors } = decodeRareFeatures(getFeatures(input))
  const given = rare.values
  const { chainImages = {}, connectorImages = {} } = given
  const { chains, connectMethodsOrder, defaultNetwork, networks } = common.options
  const illustrated = networks.map(withImage(chainImages))
  const { termsConditionsUrl: termsUrl = null, privacyPolicyUrl: privacyUrl = null } = given
  const hasLinks = (termsUrl ?? privacyUrl) !== null

  /** Only wallets of EIP-6963 have an rdns. The wallet in whose frame the page runs announces itself otherwise. */
  const isUnwanted = ({ id, type, rdns, isEmbedder }: Connector) =>
    (given.enableCoinbase === false && id === "coinbaseWalletSDK") ||
    (given.enableInjected === false && type === "INJECTED") ||
    (given.enableEIP6963 === false && type === "ANNOUNCED" && rdns !== null && isEmbedder !== true)
  const change = (connector: Connector): Connector | null => {
    if (isUnwanted(connector)) return null
    const icon = getOwn(connectorImages, connector.id)
    return typeof icon === "string" ? { ...connector, icon } : connector
  }

  const options: Options = {
    ...common.options,
    features: { ...common.options.features, ...features },
    networks: illustrated,
    imageHosts: [
      ...common.options.imageHosts,
      ...getImageHosts([...Object.values(chainImages), ...Object.values(connectorImages)]),
    ],
    defaultNetwork: defaultNetwork && (illustrated[networks.indexOf(defaultNetwork)] ?? null),
    chains: chains.map((chain) => withConnectors(chain, change)),
    ...(given.enableWallets === false && {
      connectMethodsOrder: (connectMethodsOrder ?? ["email", "social"]).filter((way) => way !== "wallet"),
    }),
    ...(given.tokens && { tokens: given.tokens }),
    ...(given.paymentHosts && { paymentHosts: given.paymentHosts }),
    ...(given.allowUnsupportedChain && { allowUnsupportedChain: true }),
    ...(features.addNetworks && { ownNetworks: readOwnNetworks(memory, common.options) }),
  }
  const noLinks =
    features.legalCheckbox === true && !hasLinks
      ? [invalid("features.legalCheckbox", "needs termsConditionsUrl or privacyPolicyUrl")]
      : []
  const decoded = { ...common, options, errors: [...common.errors, ...rare.errors, ...errors, ...noLinks] }
  if (!hasLinks) return Effect.succeed(decoded)
  const isRequired = () => options.features.legalCheckbox === true
  return Effect.map(makeLegal({ memory, termsUrl, privacyUrl, isRequired }), (legal) => {
    // The same object: `isRequired` reads it, and changes are made in it.
    Object.assign(options, { legal })
    return decoded
  })
}
