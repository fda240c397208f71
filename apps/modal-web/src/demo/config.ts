import { isLoopbackUrl, type Namespace } from "@wmodal/protocol"
import { bitcoinNetworks } from "@wmodal/protocol/networks"
import type { WModalOptions } from "../index.ts"

/** The configuration from the demo's server. */
export interface DemoConfig {
  readonly projectId: string
  readonly endpoints: NonNullable<WModalOptions["endpoints"]>
  /** Node URLs by CAIP-2 id, used before the networks' own. */
  readonly rpc: Readonly<Record<string, readonly string[]>>
  /** Chains that the page offers to connect. */
  readonly chains: readonly Namespace[]
}

const everyChain = ["eip155", "solana", "bip122"] as const satisfies readonly Namespace[]

const none: DemoConfig = { projectId: "demo", endpoints: {}, rpc: {}, chains: everyChain }

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const texts = (value: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(isRecord(value) ? value : {}).flatMap(([key, text]) =>
      typeof text === "string" ? [[key, text]] : [],
    ),
  )

const lists = (value: unknown): DemoConfig["rpc"] =>
  Object.fromEntries(
    Object.entries(isRecord(value) ? value : {}).map(([key, urls]) => [
      key,
      [urls].flat().filter((url) => typeof url === "string"),
    ]),
  )

/** Parses chains from a comma-separated text or a list; returns all when it is absent. */
export const parseChains = (named: unknown): readonly Namespace[] => {
  const wanted = typeof named === "string" ? named.split(",") : named
  return Array.isArray(wanted)
    ? [...everyChain, "polkadot" as const].filter((chain) => wanted.includes(chain))
    : everyChain
}

/** Returns the local mock server; `null` when the endpoints are not its own. */
export const getMockServer = ({ blockchain }: DemoConfig["endpoints"]): string | null =>
  blockchain !== undefined && isLoopbackUrl(blockchain) ? blockchain : null

/**
 * Returns the phone page of a mock server, which accepts pairing links. `null` when the endpoints are not a mock
 * server's.
 */
export const getPhonePage = (
  { endpoints }: DemoConfig,
  projectId: string,
): ((uri: string) => string) | null => {
  const server = getMockServer(endpoints)
  return server === null
    ? null
    : (uri) => `${server}/w/${encodeURIComponent(projectId)}/phone#uri=${encodeURIComponent(uri)}`
}

/** Returns the inbox of a mock server's secure site. `null` when the endpoints are not its own or offer no sign-in. */
export const getInboxPage = ({ endpoints }: DemoConfig, projectId: string): string | null => {
  const server = getMockServer(endpoints)
  return server === null || endpoints.secureSite === undefined
    ? null
    : `${server}/w/${encodeURIComponent(projectId)}/inbox`
}

/**
 * Bitcoin nodes of a mock server: it has no proxy for them, and public nodes must not receive requests about its UTXOs.
 */
const mockNodes = (endpoints: DemoConfig["endpoints"], projectId: string): DemoConfig["rpc"] => {
  const server = getMockServer(endpoints)
  return server === null
    ? {}
    : Object.fromEntries(
        bitcoinNetworks.map(({ caipNetworkId, id }) => [
          caipNetworkId,
          [`${server}/w/${encodeURIComponent(projectId)}/bitcoin/${id}/api`],
        ]),
      )
}

/** Reads `config.json` from the page's own server. Without it the demo still connects wallets. */
export const loadConfig = async (): Promise<DemoConfig> => {
  try {
    const config: unknown = await (await fetch("./config.json", { redirect: "error" })).json()
    if (!isRecord(config)) return none
    const projectId = typeof config["projectId"] === "string" ? config["projectId"] : none.projectId
    const endpoints = texts(config["endpoints"])
    return {
      projectId,
      endpoints,
      rpc: { ...mockNodes(endpoints, projectId), ...lists(config["rpc"]) },
      chains: parseChains(config["chains"]),
    }
  } catch {
    return none
  }
}
