import { sanitizeLine } from "@wmodal/chains"
import {
  type CaipNetworkId,
  isCaipNetworkId,
  isNamespace,
  type Namespace,
  type Network,
} from "@wmodal/protocol"
import * as z from "zod/mini"
import type { StateFolder } from "../state/StateFolder.ts"

const fileName = "networks.json"

const ownNetworkSchema = z.strictObject({
  network: z.custom<CaipNetworkId>(isCaipNetworkId),
  url: z.url({ protocol: /^https?$/ }),
  name: z.string().check(z.minLength(1), z.maxLength(64)),
  symbol: z.string().check(z.minLength(1), z.maxLength(16)),
  decimals: z.int().check(z.minimum(0), z.maximum(36)),
})

const schema = z.strictObject({ v: z.literal(1), networks: z.array(ownNetworkSchema) })

/** A network that the user added. */
export type OwnNetwork = z.output<typeof ownNetworkSchema>

/** Reads the networks in the order added. Throws the errors of the file system. */
export const readOwnNetworks = (folder: StateFolder): readonly OwnNetwork[] =>
  folder.read(fileName, schema)?.networks ?? []

export const writeOwnNetworks = (folder: StateFolder, networks: readonly OwnNetwork[]): void =>
  folder.write(fileName, { v: 1, networks })

const defaultCurrencies: Readonly<Record<Namespace, Pick<OwnNetwork, "symbol" | "decimals">>> = {
  eip155: { symbol: "ETH", decimals: 18 },
  solana: { symbol: "SOL", decimals: 9 },
  bip122: { symbol: "BTC", decimals: 8 },
  polkadot: { symbol: "DOT", decimals: 10 },
}

const getNamespace = (network: CaipNetworkId): Namespace => {
  const [namespace = ""] = network.split(":")
  return isNamespace(namespace) ? namespace : "eip155"
}

/** Returns the currency of a network without a known one. */
export const getDefaultCurrency = (network: CaipNetworkId): Pick<OwnNetwork, "symbol" | "decimals"> =>
  defaultCurrencies[getNamespace(network)]

/**
 * Converts to a `Network`. Removes control characters: names may be pasted from a web page. An EVM reference is a
 * number in a `Network`, all others are strings.
 */
export const toNetwork = (own: OwnNetwork): Network => {
  const [, reference = ""] = own.network.split(":")
  const chainNamespace = getNamespace(own.network)
  const symbol = sanitizeLine(own.symbol, 16) || "?"
  return {
    id: chainNamespace === "eip155" && /^\d+$/.test(reference) ? Number(reference) : reference,
    caipNetworkId: own.network,
    chainNamespace,
    name: sanitizeLine(own.name, 64) || own.network,
    nativeCurrency: { name: symbol, symbol, decimals: own.decimals },
    rpcUrls: { default: { http: [own.url] } },
  }
}
