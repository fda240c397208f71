import type { Endpoints } from "@wmodal/core"
import type { CaipNetworkId, Namespace, Network } from "@wmodal/protocol"
import { bitcoinNetworks, evmMainnets, evmTestnets, solanaNetworks } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { configError } from "../failure/CliError.ts"
import type { RpcOverride, SharedOptions } from "../plan/CommandPlan.ts"
import type { SessionState } from "../session/SessionFile.ts"
import type { ProcessFacts } from "../terminal/Terminal.ts"
import { type EndpointsFile, readEndpoints, toBitcoinNodes } from "./endpoints.ts"
import { getDefaultCurrency, type OwnNetwork, toNetwork } from "./ownNetworks.ts"

/** What the engine of this run is made with. */
export interface Settings {
  /** `null` only where there is no endpoint to be told it. */
  readonly projectId: string | null
  readonly endpoints: Endpoints
  readonly rpc: readonly RpcOverride[]
  /** The person's own nodes by network, which go before all others: what this run overrides, else what they added. */
  readonly nodes: Readonly<Record<string, readonly [string]>>
  readonly networks: readonly [Network, ...Network[]]
  /** The network that this run is about, where the command line names one. */
  readonly network: Network | null
}

/** With the networks of one chain alone, where only that one is asked for. */
export const filterByNamespace = (namespace: Namespace | null, settings: Settings): Settings => {
  const [first, ...rest] = settings.networks.filter(({ chainNamespace }) => chainNamespace === namespace)
  return first === undefined ? settings : { ...settings, networks: [first, ...rest] }
}

const replaceNetwork = (networks: readonly Network[], own: Network): readonly Network[] =>
  networks.some(({ caipNetworkId }) => caipNetworkId === own.caipNetworkId)
    ? networks.map((network) => (network.caipNetworkId === own.caipNetworkId ? own : network))
    : [...networks, own]

/** A network that nobody described, known by its node alone. */
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
]

/** The table, then what the person added, then what this run overrides. */
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

/** The network of that id, among those that are known. */
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

/** The later one for a network wins. */
const mergeOverrides = (
  earlier: readonly RpcOverride[],
  later: readonly RpcOverride[],
): readonly RpcOverride[] => [
  ...earlier.filter((one) => later.every(({ network }) => network !== one.network)),
  ...later,
]

/** What was typed rules, then the environment, then what the session was made with. */
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
    ...fromEndpoints
  }: EndpointsFile = path === null ? (world?.endpoints ?? {}) : yield* readEndpoints(path, input.facts.stdin)
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
  const settings: Settings = {
    projectId,
    endpoints,
    rpc,
    nodes: Object.fromEntries([...input.own, ...rpc].map(({ network, url }) => [network, [url]])),
    networks: [first, ...rest],
    network: shared.network === null ? null : yield* requireNetwork(networks, shared.network),
  }
  return settings
})

/** From the environment, which nobody has decoded. */
export const parseRelayVariable = (text: string | null) =>
  text === null || /^wss?:\/\/[^/]/.test(text)
    ? Effect.succeed(text)
    : Effect.fail(configError("WMODAL_RELAY is not a valid ws: or wss: URL.", "--relay <url>"))
