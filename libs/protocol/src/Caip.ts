/** The CAIP-2 namespaces that wmodal supports. */
export const namespaces = ["eip155", "solana", "polkadot", "bip122"] as const

/** One of `namespaces`. */
export type Namespace = (typeof namespaces)[number]

/** Reports that an address of the chain is valid on one network only. Source: BIP-173. */
export const hasAddressPerNetwork = (namespace: Namespace): boolean => namespace === "bip122"

/** A CAIP-2 network id, such as `eip155:1`. */
export type CaipNetworkId = `${string}:${string}`

/** A CAIP-10 account id, such as `eip155:1:0xab16…`. */
export type CaipAddress = `${string}:${string}:${string}`

/** Returns the address of an account. A plain address stays as it is. */
export const toPlainAddress = (account: string): string => account.slice(account.lastIndexOf(":") + 1)

/** Returns the network of an account. */
export const toNetworkId = (account: CaipAddress): CaipNetworkId => {
  const [namespace = "", reference = ""] = account.split(":")
  return `${namespace}:${reference}`
}

/** Returns the namespace of a network, an account or a CAIP-25 key, which may be unsupported. */
export const toNamespace = (id: string): string => id.split(":", 1)[0] ?? ""

/** Returns the reference of a network: a decimal number for EVM. */
export const toReference = (network: string): string => network.slice(network.indexOf(":") + 1)

/** Reports that a name is a supported CAIP-2 namespace. */
export const isNamespace = (name: string): name is Namespace => namespaces.some((known) => known === name)

/** Reports that a value is a CAIP-2 id in a supported namespace. */
export const isCaipNetworkId = (input: unknown): input is CaipNetworkId => {
  const [namespace = "", reference, ...rest] = typeof input === "string" ? input.split(":") : []
  return isNamespace(namespace) && Boolean(reference) && rest.length === 0
}
