import type { CaipNetworkId } from "@wmodal/protocol"
import type { PurchaseCurrency } from "./contract.ts"

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

const solana = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"

/** What Meld's page sells on Solana; no other provider sells there. Source: the AppKit 1.7.2 wire. */
export const meldSolana: PurchaseCurrency = {
  id: "SOL",
  name: "Solana",
  symbol: "SOL",
  networks: [
    {
      name: "solana-mainnet",
      display_name: "Solana",
      chain_id: solana.slice("solana:".length),
      contract_address: "",
    },
  ],
}

/** Returns whether Meld's page can name this network: it takes only the symbol of a token. */
export const isMeldNetwork = (network: CaipNetworkId): boolean => network === "eip155:1" || network === solana
