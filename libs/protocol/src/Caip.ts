/** The namespaces that wmodal knows, by CAIP-2 name. */
export const namespaces = ["eip155", "solana", "polkadot", "bip122"] as const

/** A CAIP-2 namespace that wmodal knows. */
export type Namespace = (typeof namespaces)[number]

/** A CAIP-2 network id, such as `eip155:1`. */
export type CaipNetworkId = `${string}:${string}`

/** A CAIP-10 account id, such as `eip155:1:0xab16…`. */
export type CaipAddress = `${string}:${string}:${string}`
