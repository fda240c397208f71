import type { CaipNetworkId } from "@wmodal/protocol"

/** Networks by the names that Coinbase's page knows. Source: the AppKit 1.7.2 wire. */
const blockchains: ReadonlyMap<string, string> = new Map([
  ["eip155:1", "ethereum"],
  ["eip155:42161", "arbitrum"],
  ["eip155:137", "polygon"],
  ["eip155:80094", "berachain"],
  ["eip155:43114", "avalanche-c-chain"],
  ["eip155:10", "optimism"],
  ["eip155:42220", "celo"],
  ["eip155:8453", "base"],
])

/** Returns the name of a network for the provider's page; `null` if nothing is sold there. */
export const getOnrampBlockchain = (network: CaipNetworkId): string | null => blockchains.get(network) ?? null

/** Returns whether Meld's page can name this network: it takes only the symbol of a token. */
export const isMeldNetwork = (network: CaipNetworkId): boolean => network === "eip155:1"
