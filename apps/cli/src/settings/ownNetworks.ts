import { sanitizeLine } from "@wmodal/chains"
import { chainRules } from "@wmodal/chains/internal"
import {
  type CaipNetworkId,
  isCaipNetworkId,
  isNamespace,
  type Namespace,
  type Network,
  namespaces,
  toNamespace,
  toReference,
} from "@wmodal/protocol"
import * as z from "zod/mini"
import { requireNoneAside } from "../state/keepAside.ts"
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
export const readOwnNetworks = (folder: StateFolder): readonly OwnNetwork[] => {
  requireNoneAside(folder.path, fileName, "It has the networks that you added, and nodes of your own.")
  return folder.read(fileName, schema)?.networks ?? []
}

export const writeOwnNetworks = (folder: StateFolder, networks: readonly OwnNetwork[]): void =>
  folder.write(fileName, schema, { v: 1, networks })

/** Returns the member of a network that cannot be stored, `null` when all can. */
export const findInvalidMember = (network: OwnNetwork): keyof OwnNetwork | null => {
  const checked = z.safeParse(ownNetworkSchema, network)
  const member = checked.error?.issues[0]?.path[0]
  return checked.success ? null : (z.keyof(ownNetworkSchema).safeParse(member).data ?? "network")
}

const getNamespace = (network: CaipNetworkId): Namespace => {
  const namespace = toNamespace(network)
  return isNamespace(namespace) ? namespace : namespaces[0]
}

/** Returns true for a network that its number identifies: any such network can be added. */
export const isNumberedNetwork = (network: CaipNetworkId): boolean => {
  const reference = toReference(network)
  return chainRules[getNamespace(network)].parseNetworkNumber(reference) !== null
}

/** Returns the currency of a network without a known one. */
export const getDefaultCurrency = (network: CaipNetworkId): Pick<OwnNetwork, "symbol" | "decimals"> =>
  chainRules[getNamespace(network)].nativeCurrency

/**
 * Converts to a `Network`. Removes control characters: names may be pasted from a web page. A network's number
 * is a number in a `Network`, all other references are strings.
 */
export const toNetwork = (own: OwnNetwork): Network => {
  const reference = toReference(own.network)
  const chainNamespace = getNamespace(own.network)
  const symbol = sanitizeLine(own.symbol, 16) || "?"
  return {
    id: chainRules[chainNamespace].parseNetworkNumber(reference) ?? reference,
    caipNetworkId: own.network,
    chainNamespace,
    name: sanitizeLine(own.name, 64) || own.network,
    nativeCurrency: { name: symbol, symbol, decimals: own.decimals },
    rpcUrls: { default: { http: [own.url] } },
  }
}
