/** The CAIP-2 namespaces that wmodal supports. */
export const namespaces = ["eip155", "solana", "polkadot", "bip122"] as const

/** One of `namespaces`. */
export type Namespace = (typeof namespaces)[number]

/** A CAIP-2 network id, such as `eip155:1`. */
export type CaipNetworkId = `${string}:${string}`

/** A CAIP-10 account id, such as `eip155:1:0xab16…`. */
export type CaipAddress = `${string}:${string}:${string}`

/** Reports that a name is a supported CAIP-2 namespace. */
export const isNamespace = (name: string): name is Namespace => namespaces.some((known) => known === name)

/** Reports that a value is a CAIP-2 id in a supported namespace. */
export const isCaipNetworkId = (input: unknown): input is CaipNetworkId => {
  const [namespace = "", reference, ...rest] = typeof input === "string" ? input.split(":") : []
  return isNamespace(namespace) && Boolean(reference) && rest.length === 0
}
