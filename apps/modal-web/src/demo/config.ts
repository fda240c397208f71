import { isLoopbackUrl, type Namespace } from "@wmodal/protocol"
import { bitcoinNetworks } from "@wmodal/protocol/networks"
import type { WModalOptions } from "../index.ts"

/** What the server of the demo says about its surroundings. */
export interface DemoConfig {
  readonly projectId: string
  readonly endpoints: NonNullable<WModalOptions["endpoints"]>
  /** Node URLs by CAIP-2 id, asked before the networks' own. */
  readonly rpc: Readonly<Record<string, readonly string[]>>
  /** What the page offers to connect. */
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

/** Those that a comma-separated text or a list names; all where it is absent. */
export const parseChains = (named: unknown): readonly Namespace[] => {
  const wanted = typeof named === "string" ? named.split(",") : named
  return Array.isArray(wanted) ? everyChain.filter((chain) => wanted.includes(chain)) : everyChain
}

/** The mock server of this machine; `null` where the endpoints are others'. */
export const getMockServer = ({ blockchain }: DemoConfig["endpoints"]): string | null =>
  blockchain !== undefined && isLoopbackUrl(blockchain) ? blockchain : null

/** The phone of a mock server: a page that takes up the link to pair by. `null` where the endpoints are others'. */
export const getPhonePage = (
  { endpoints }: DemoConfig,
  projectId: string,
): ((uri: string) => string) | null => {
  const server = getMockServer(endpoints)
  return server === null
    ? null
    : (uri) => `${server}/w/${encodeURIComponent(projectId)}/phone#uri=${encodeURIComponent(uri)}`
}

/** The mails that the secure site of a mock server sends. `null` where the endpoints are others', or sign nobody in. */
export const getInboxPage = ({ endpoints }: DemoConfig, projectId: string): string | null => {
  const server = getMockServer(endpoints)
  return server === null || endpoints.secureSite === undefined
    ? null
    : `${server}/w/${encodeURIComponent(projectId)}/inbox`
}

/** Bitcoin's nodes on a mock server: no proxy speaks for them, and strangers' must not be asked about its coins. */
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

/** Reads `config.json` from the page's own server. Without one the demo still connects wallets. */
export const loadConfig = async (): Promise<DemoConfig> => {
  try {
    const config: unknown = await (await fetch("./config.json")).json()
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
