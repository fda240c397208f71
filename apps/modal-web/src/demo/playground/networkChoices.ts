import type { Endpoints } from "@wmodal/core"
import type { Namespace } from "@wmodal/protocol"

/** The function of each chain, and the names of its networks as a page imports them; the last one is for tests. */
const chainNames = {
  eip155: { chain: "evm", networks: ["mainnet", "polygon", "base", "sepolia"] },
  solana: { chain: "solana", networks: ["solanaMainnet", "solanaDevnet"] },
  bip122: { chain: "bitcoin", networks: ["bitcoinMainnet", "bitcoinTestnet"] },
  polkadot: { chain: "polkadot", networks: ["polkadotMainnet"] },
} as const satisfies Readonly<Record<Namespace, object>>

/** The choices of `chains`, by name in the link. */
export const chainChoices = {
  evm: { text: "Ethereum", namespaces: ["eip155"] },
  solana: { text: "Solana", namespaces: ["solana"] },
  bitcoin: { text: "Bitcoin", namespaces: ["bip122"] },
  polkadot: { text: "Polkadot", namespaces: ["polkadot"] },
  pair: { text: "Ethereum, Solana", namespaces: ["eip155", "solana"] },
} as const satisfies Readonly<
  Record<string, { readonly text: string; readonly namespaces: readonly Namespace[] }>
>

/** The choices of `networks`. */
export const networkChoices = { main: "One of each chain", test: "For tests only" } as const

/** The choices of `defaultNetwork`. */
export const firstChoices = { polygon: "Polygon", base: "Base", solanaMainnet: "Solana" } as const

/** The choices of `endpoints`: the servers that are left out. */
export const serverChoices = {
  relay: { text: "Without a relay", without: ["relay"] },
  secureSite: { text: "Without sign-in", without: ["secureSite"] },
  blockchain: { text: "Without the blockchain API", without: ["blockchain"] },
  directory: { text: "Without the directory", without: ["directory"] },
  none: { text: "None", without: null },
} as const satisfies Readonly<
  Record<string, { readonly text: string; readonly without: readonly (keyof Endpoints)[] | null }>
>

/** `null`: what the page does by itself. */
export interface NetworkSettings {
  readonly chains: keyof typeof chainChoices | null
  readonly networks: keyof typeof networkChoices | null
  readonly first: keyof typeof firstChoices | null
  readonly servers: keyof typeof serverChoices | null
}

export const defaultNetworkSettings: NetworkSettings = {
  chains: null,
  networks: null,
  first: null,
  servers: null,
}

const pick = <K extends string>(choices: Readonly<Record<K, unknown>>, text: string | null): K | null =>
  Object.keys(choices).find((name): name is K => name === text) ?? null

export const parseNetworkSettings = (params: URLSearchParams): NetworkSettings => ({
  chains: pick(chainChoices, params.get("chains")),
  networks: pick(networkChoices, params.get("networks")),
  first: pick(firstChoices, params.get("first")),
  servers: pick(serverChoices, params.get("servers")),
})

/** Returns the names of what the settings choose among the chains of the page. */
export const chooseNetworks = (
  { chains, networks, first }: NetworkSettings,
  ofPage: readonly Namespace[],
): {
  readonly namespaces: readonly Namespace[]
  readonly chains: readonly string[]
  readonly networks: readonly string[]
  /** `null`: the first of them. */
  readonly defaultNetwork: string | null
} => {
  const namespaces = chains === null ? ofPage : chainChoices[chains].namespaces
  const names = namespaces.flatMap((namespace): readonly string[] => {
    const { networks: all } = chainNames[namespace]
    return networks === "main" ? all.slice(0, 1) : networks === "test" ? all.slice(-1) : all
  })
  return {
    namespaces,
    chains: namespaces.map((namespace) => chainNames[namespace].chain),
    networks: names,
    defaultNetwork: first !== null && names.includes(first) ? first : null,
  }
}

/** Leaves out the servers that the settings leave out. */
export const chooseServers = (endpoints: Endpoints, { servers }: NetworkSettings): Endpoints => {
  if (servers === null) return endpoints
  const { without } = serverChoices[servers]
  return without === null
    ? {}
    : Object.fromEntries(
        Object.entries(endpoints).filter(([name]) => !without.some((left: string) => left === name)),
      )
}
