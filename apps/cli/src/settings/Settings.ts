import type { Endpoints } from "@wmodal/core"
import type { CaipNetworkId, Namespace, Network } from "@wmodal/protocol"
import {
  bitcoinNetworks,
  evmMainnets,
  evmTestnets,
  polkadotNetworks,
  solanaNetworks,
} from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { configError } from "../failure/CliError.ts"
import type { RpcOverride, SharedOptions } from "../plan/CommandPlan.ts"
import type { SessionState } from "../session/SessionFile.ts"
import type { ProcessFacts } from "../terminal/Terminal.ts"
import { type EndpointsFile, fillProjectId, readEndpoints, toBitcoinNodes } from "./endpoints.ts"
import { getDefaultCurrency, type OwnNetwork, toNetwork } from "./ownNetworks.ts"
import { type NamedServer, requireEncryption, requireNoPassword } from "./requireEncryption.ts"

/** The settings of the engine in this run. */
export interface Settings {
  /** `null` only if no endpoint needs it. */
  readonly projectId: string | null
  readonly endpoints: Endpoints
  /** The user's own contracts that swap, by CAIP-2 id. */
  readonly swapRouters: Readonly<Record<string, readonly string[]>>
  /** Meld's page with the user's public key; `null` without it. */
  readonly meldUrl: string | null
  readonly rpc: readonly RpcOverride[]
  /** The user's nodes by network, which precede all others: overrides of this run, then added networks. */
  readonly nodes: Readonly<Record<string, readonly [string]>>
  readonly networks: readonly [Network, ...Network[]]
  /** The network of `--network`, `null` without it. */
  readonly network: Network | null
}

/** Keeps only the networks of this namespace. Without a namespace, or without such networks, keeps all. */
export const filterByNamespace = (namespace: Namespace | null, settings: Settings): Settings => {
  const [first, ...rest] = settings.networks.filter(({ chainNamespace }) => chainNamespace === namespace)
  return first === undefined ? settings : { ...settings, networks: [first, ...rest] }
}

const replaceNetwork = (networks: readonly Network[], own: Network): readonly Network[] =>
  networks.some(({ caipNetworkId }) => caipNetworkId === own.caipNetworkId)
    ? networks.map((network) => (network.caipNetworkId === own.caipNetworkId ? own : network))
    : [...networks, own]

/** Makes a network that is known only by its node. */
const toUnnamedNetwork = ({ network, url }: RpcOverride): Network =>
  toNetwork({ network, url, name: network, ...getDefaultCurrency(network) })

const withNodeUrl = (network: Network, url: string): Network => ({
  ...network,
  rpcUrls: { default: { http: [url] } },
})

const knownNetworks: readonly Network[] = [
  ...evmMainnets,
  ...evmTestnets,
  ...solanaNetworks,
  ...bitcoinNetworks,
  ...polkadotNetworks,
]

/** Returns true for a test network, also when the user gave it a node or a name. */
export const isKnownTestNetwork = ({ caipNetworkId }: Network): boolean =>
  knownNetworks.some((known) => known.caipNetworkId === caipNetworkId && known.testnet === true)

/** Merges the built-in networks, the user's networks and the overrides of this run. The last one wins. */
export const mergeNetworks = (
  own: readonly OwnNetwork[],
  rpc: readonly RpcOverride[],
): readonly Network[] => {
  const known = own.map(toNetwork).reduce(replaceNetwork, knownNetworks)
  return rpc.reduce((networks, override) => {
    const found = networks.find(({ caipNetworkId }) => caipNetworkId === override.network)
    return replaceNetwork(
      networks,
      found === undefined ? toUnnamedNetwork(override) : withNodeUrl(found, override.url),
    )
  }, known)
}

/** Returns the known network of this id. Fails with a config error if there is none. */
export const requireNetwork = (networks: readonly Network[], id: CaipNetworkId) => {
  const found = networks.find(({ caipNetworkId }) => caipNetworkId === id)
  return found === undefined
    ? Effect.fail(
        configError(
          `The network ${id} is not configured.`,
          `wmodal networks add ${id} --rpc <url>, or --rpc ${id}=<url>`,
        ),
      )
    : Effect.succeed(found)
}

/** Merges overrides: the later one of a network wins. */
const mergeOverrides = (
  earlier: readonly RpcOverride[],
  later: readonly RpcOverride[],
): readonly RpcOverride[] => [
  ...earlier.filter((one) => later.every(({ network }) => network !== one.network)),
  ...later,
]

/** Reads the settings: the command line precedes the environment, which precedes the session. */
export const readSettings = Effect.fnUntraced(function* (input: {
  readonly shared: SharedOptions
  readonly facts: Pick<ProcessFacts, "env" | "stdin">
  readonly world: SessionState["world"]
  readonly own: readonly OwnNetwork[]
}) {
  const { shared, world } = input
  const env = (name: string): string | null => input.facts.env[name] || null
  const path = shared.endpoints ?? env("WMODAL_ENDPOINTS")
  const {
    projectId: fromFile,
    bitcoin,
    meldUrl,
    swapRouters = {},
    ...fromEndpoints
  }: EndpointsFile = path === null
    ? { ...world?.endpoints, ...pickOptions(world) }
    : yield* readEndpoints(path, input.facts.stdin)
  const relay = shared.relay ?? (yield* parseRelayVariable(env("WMODAL_RELAY")))
  const endpoints = { ...fromEndpoints, ...(relay !== null && { relay }) }
  const projectId = shared.projectId ?? env("WMODAL_PROJECT_ID") ?? fromFile ?? world?.projectId ?? null
  if (projectId === null && Object.keys(endpoints).length > 0) {
    return yield* configError("Project ID Not Configured", "--project-id <id>, or WMODAL_PROJECT_ID")
  }
  const rpc = [
    world?.rpc ?? [],
    bitcoin === undefined ? [] : toBitcoinNodes(bitcoin, projectId ?? ""),
    shared.rpc,
  ].reduce(mergeOverrides)
  const networks = mergeNetworks(input.own, rpc)
  const [first, ...rest] = networks
  if (first === undefined) return yield* configError("No network is configured.")
  const servers: readonly NamedServer[] = [
    ...Object.entries({ ...endpoints, ...(meldUrl !== undefined && { meldUrl }) }).map(([key, url]) => ({
      name: `The endpoint ${key}`,
      url,
      hint: key === "relay" && relay !== null ? "--relay <url>" : "--endpoints <file>",
    })),
    ...rpc.map(({ network, url }) => ({
      name: `The node of ${network}`,
      url,
      hint: `--rpc ${network}=<url>`,
    })),
    ...input.own.map(({ network, url }) => ({
      name: `The node of ${network}`,
      url,
      hint: `wmodal networks remove ${network}`,
    })),
  ]
  yield* requireEncryption(servers)
  yield* requireNoPassword(servers)
  const settings: Settings = {
    projectId,
    endpoints,
    swapRouters,
    meldUrl: meldUrl === undefined ? null : fillProjectId(meldUrl, projectId ?? ""),
    rpc,
    nodes: Object.fromEntries([...input.own, ...rpc].map(({ network, url }) => [network, [url]])),
    networks: [first, ...rest],
    network: shared.network === null ? null : yield* requireNetwork(networks, shared.network),
  }
  return settings
})

/** Returns the options of the session that are no endpoints. */
const pickOptions = (world: SessionState["world"]): Pick<EndpointsFile, "swapRouters" | "meldUrl"> => ({
  ...(world?.swapRouters !== undefined && { swapRouters: world.swapRouters }),
  ...(world?.meldUrl !== undefined && { meldUrl: world.meldUrl }),
})

/** Validates the relay URL of the environment. */
export const parseRelayVariable = (text: string | null) =>
  text === null || /^wss?:\/\/[^/]/.test(text)
    ? Effect.succeed(text)
    : Effect.fail(configError("WMODAL_RELAY is not a valid ws: or wss: URL.", "--relay <url>"))
