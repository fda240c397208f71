import type { AccountState, WalletRow } from "@wmodal/core"
import type { AccountEntry, Holding, Token } from "@wmodal/core/flows"
import type { Namespace, Network } from "@wmodal/protocol"
import {
  bitcoin as bitcoinNetwork,
  bitcoinTestnet,
  solanaDevnet,
  solana as solanaNetwork,
} from "@wmodal/protocol/networks"
import type { FakeEngineState } from "./fakeEngine.ts"
import type { FakeFlowsState } from "./fakeFlows.ts"
import { ethereum, account as ethereumAccount, orange, polygon, quietFlows, svg, wallet } from "./signedIn.ts"

const badge = (colour: string, inside: string) =>
  svg(`<rect width='40' height='40' fill='${colour}'/>${inside}`)

const violet = badge(
  "#534bb1",
  "<path d='M9 24c0-8 5-14 12-14 6 0 10 4 10 9s-4 9-8 9c-3 0-3-2-3-3-2 3-5 5-8 5-2 0-3-2-3-6Z' fill='#fff'/><path d='M21 17v4m5-4v4' stroke='#534bb1' stroke-width='2.600' stroke-linecap='round'/>",
)
const gold = badge(
  "#1f1f24",
  "<path d='M11 29 20 11l9 18' fill='none' stroke='#f0b429' stroke-width='4' stroke-linecap='round' stroke-linejoin='round'/>",
)

const pictured = (network: Network, imageUrl: string): Network => ({
  ...network,
  assets: { ...network.assets, imageUrl },
})

const etherMark = badge("#627eea", "<path d='m20 7 8 13-8 5-8-5zm0 20 8-5-8 11-8-11z' fill='#fff'/>")
const solanaMark = badge(
  "#15111f",
  "<g fill='none' stroke-width='3.400' stroke-linecap='round'><path d='M14 13h14' stroke='#14f195'/><path d='M12 20h14' stroke='#80ecff'/><path d='M14 27h14' stroke='#9945ff'/></g>",
)
const bitcoinMark = badge(
  "#f7931a",
  "<path d='M16 11v18m4-20v2m0 18v2M14 12h8a4 4 0 0 1 0 8h-6 7a4.500 4.500 0 0 1 0 9h-9' fill='none' stroke='#fff' stroke-width='3' stroke-linejoin='round'/>",
)

export const ether = pictured(ethereum, etherMark)
export const solana = pictured(solanaNetwork, solanaMark)
export const bitcoin = pictured(bitcoinNetwork, bitcoinMark)

/** The page's networks when it has passed all three chains. */
export const threeChains: FakeEngineState["configured"] = [
  ether,
  polygon,
  solana,
  solanaDevnet,
  bitcoin,
  bitcoinTestnet,
]

const speaking = (
  name: string,
  icon: string | null,
  namespaces: readonly Namespace[],
  recent = false,
): WalletRow => ({
  key: name,
  group: recent ? "recent" : "announced",
  name,
  icon,
  installed: true,
  recent,
  connectors: namespaces.map((namespace) => ({ id: name, namespace })),
  getUrl: null,
  entry: null,
})

/** One wallet for all three chains, one for two of them, and one for each. */
export const chainRows: readonly WalletRow[] = [
  speaking("Phantom", violet, ["eip155", "solana", "bip122"], true),
  speaking("MetaMask", orange, ["eip155", "solana"]),
  speaking("Rabby Wallet", null, ["eip155"]),
  speaking("Xverse", gold, ["bip122"]),
]

const phantom = { connectorId: "Phantom", name: "Phantom", icon: violet }
const xverse = { connectorId: "Xverse", name: "Xverse", icon: gold }

export const solanaAddress = "DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy"
export const payment = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"
export const ordinals = "bc1p5d7rjq7g6rdk2yhzks9smlaqtedr4dekq08ge8ztwac72sfr9rusxg3297"

const solanaAccount = `${solana.caipNetworkId}:${solanaAddress}` as const
const bitcoinAccount = `${bitcoin.caipNetworkId}:${payment}` as const
const ordinalsAccount = `${bitcoin.caipNetworkId}:${ordinals}` as const

/** All three chains, connected by three wallets. */
export const connected = {
  eip155: {
    _tag: "Connected",
    wallet,
    accounts: [ethereumAccount.caipAddress],
    account: ethereumAccount.caipAddress,
    walletNetwork: "eip155:1",
  },
  solana: {
    _tag: "Connected",
    wallet: phantom,
    accounts: [solanaAccount],
    account: solanaAccount,
    walletNetwork: null,
  },
  bip122: {
    _tag: "Connected",
    wallet: xverse,
    accounts: [bitcoinAccount, ordinalsAccount],
    account: bitcoinAccount,
    walletNetwork: null,
  },
} as const satisfies FakeEngineState["states"]

const chainAccounts: readonly AccountEntry[] = [
  {
    account: ethereumAccount.caipAddress,
    namespace: "eip155",
    address: ethereumAccount.address,
    type: "eoa",
    selected: true,
    name: "vera.wmodal.id",
  },
  {
    account: solanaAccount,
    namespace: "solana",
    address: solanaAddress,
    type: "eoa",
    selected: true,
    name: null,
  },
  {
    account: bitcoinAccount,
    namespace: "bip122",
    address: payment,
    type: "payment",
    selected: true,
    name: null,
  },
  {
    account: ordinalsAccount,
    namespace: "bip122",
    address: ordinals,
    type: "ordinal",
    selected: false,
    name: null,
  },
]

const holds = (network: Network, icon: string, balance: bigint, dollars: bigint, cents: bigint): Holding => ({
  token: { network: network.caipNetworkId, address: null, ...network.nativeCurrency, icon },
  balance,
  price: { units: dollars, decimals: 2 },
  value: { units: cents, decimals: 2 },
})

export const sol = holds(solana, solanaMark, 12_481_200_000n, 14_210n, 177_358n)
export const btc = holds(bitcoin, bitcoinMark, 4_821_377n, 8_421_000n, 406_008n)

/** A Solana token. */
export const bonk: Token = {
  network: solana.caipNetworkId,
  address: "DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263",
  name: "Bonk",
  symbol: "BONK",
  decimals: 5,
  icon: null,
}
export const heldBonk: Holding = {
  token: bonk,
  balance: 4_120_000_00000n,
  price: { units: 2n, decimals: 5 },
  value: { units: 8_240n, decimals: 2 },
}

const makeAccountState = (network: Network, address: string, value: bigint, text: string): AccountState => ({
  caipAddress: `${network.caipNetworkId}:${address}`,
  address,
  network: network.caipNetworkId,
  balance: { _tag: "Loaded", value, ...network.nativeCurrency, text, stale: false },
  profileName: null,
  profileImage: null,
  explorerUrl: "https://example.org/",
})

const holding = (...holdings: readonly [Holding, ...Holding[]]): FakeFlowsState["holdings"] => ({
  _tag: "Held",
  holdings,
  total: { units: holdings.reduce((sum, { value }) => sum + (value?.units ?? 0n), 0n), decimals: 2 },
  stale: false,
  retryAt: 0,
  source: "api",
})

const home: Partial<FakeEngineState> = {
  history: [{ _tag: "Account" }],
  configured: threeChains,
  rows: chainRows,
  states: connected,
}

/** The account view on Solana, with all three chains connected. */
export const onSolana: Partial<FakeEngineState> = {
  ...home,
  account: makeAccountState(solana, solanaAddress, sol.balance, "12.481"),
  shown: { network: solana, known: true },
  flows: { ...quietFlows, accounts: chainAccounts, holdings: holding(sol, heldBonk) },
}

/** The account view on Bitcoin, with all three chains connected. */
export const onBitcoin: Partial<FakeEngineState> = {
  ...home,
  account: makeAccountState(bitcoin, payment, btc.balance, "0.048"),
  shown: { network: bitcoin, known: true },
  flows: {
    ...quietFlows,
    swapOffered: false,
    accounts: chainAccounts,
    holdings: holding(btc),
    collectibles: { _tag: "Hidden" },
  },
}
