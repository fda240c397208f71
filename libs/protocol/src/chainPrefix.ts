import type { CaipNetworkId } from "./Caip.ts"

/**
 * The short names of networks, as wallets write them before an address: `gno:0x…`. Safe does by default, and writes
 * `matic` still. Sources: ERC-3770, ethereum-lists/chains.
 */
const networkByName: ReadonlyMap<string, CaipNetworkId> = new Map([
  ["eth", "eip155:1"],
  ["oeth", "eip155:10"],
  ["rsk", "eip155:30"],
  ["trsk", "eip155:31"],
  ["xdc", "eip155:50"],
  ["bnb", "eip155:56"],
  ["gno", "eip155:100"],
  ["unichain", "eip155:130"],
  ["pol", "eip155:137"],
  ["matic", "eip155:137"],
  ["zksync", "eip155:324"],
  ["zkevm", "eip155:1101"],
  ["sei", "eip155:1329"],
  ["mantle", "eip155:5000"],
  ["kaia-mainnet", "eip155:8217"],
  ["base", "eip155:8453"],
  ["arb1", "eip155:42161"],
  ["celo", "eip155:42220"],
  ["avax", "eip155:43114"],
  ["linea", "eip155:59144"],
  ["basesep", "eip155:84532"],
  ["scr", "eip155:534352"],
  ["sep", "eip155:11155111"],
  ["aurora", "eip155:1313161554"],
])

/** An address with the networks that its text names. */
export interface PrefixedAddress {
  readonly networks: readonly [CaipNetworkId, ...CaipNetworkId[]]
  /** With 0x, and as written. */
  readonly address: string
}

/**
 * Parses an address after the short name of its network (`eth:0x…`), or with the prefix that XDC has in place of 0x.
 * @returns `null` for every other text, also one with an unknown name
 */
export const parsePrefixedAddress = (text: string): PrefixedAddress | null => {
  const [, name, address] = /^(?:([a-z][a-z0-9-]{0,31}):)?(0x[0-9a-f]{40})$/i.exec(text) ?? []
  if (address !== undefined) {
    const network = networkByName.get(name?.toLowerCase() ?? "")
    return network === undefined ? null : { networks: [network], address }
  }
  const digits = /^xdc([0-9a-f]{40})$/i.exec(text)?.[1]
  return digits === undefined ? null : { networks: ["eip155:50", "eip155:51"], address: `0x${digits}` }
}
