import type { AccountState } from "@wmodal/core"
import type { Holding, Token } from "@wmodal/core/flows"
import type { Network } from "@wmodal/protocol"
import type { FakeEngineState } from "./fakeEngine.ts"
import type { FakeFlowsState } from "./fakeFlows.ts"

export const network = (id: number, name: string, symbol: string, testnet = false): Network => ({
  id,
  caipNetworkId: `eip155:${id}`,
  chainNamespace: "eip155",
  name,
  nativeCurrency: { name: symbol === "ETH" ? "Ether" : symbol, symbol, decimals: 18 },
  rpcUrls: { default: { http: [] } },
  testnet,
})

export const ethereum = network(1, "Ethereum", "ETH")
export const polygon = network(137, "Polygon", "POL")
export const base = network(8453, "Base", "ETH")
export const sepolia = network(11155111, "Sepolia", "ETH", true)

export const svg = (inside: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'>${inside}</svg>`)}`

export const orange = svg(
  "<rect width='40' height='40' fill='#e2761b'/><path d='M10 28V13l10 8 10-8v15' fill='none' stroke='#fff' stroke-width='3.5'/>",
)

export const wallet = { connectorId: "MetaMask", name: "MetaMask", icon: orange }
export const address = "0x52908400098527886E0F7030069857D29c9c0f3a"
export const account: AccountState = {
  caipAddress: `eip155:1:${address}`,
  address,
  network: "eip155:1",
  balance: {
    _tag: "Loaded",
    value: 1204000000000000000n,
    decimals: 18,
    symbol: "ETH",
    text: "1.204",
    stale: false,
  },
  profileName: null,
  profileImage: null,
  explorerUrl: "https://etherscan.io/",
}
const connected = {
  eip155: {
    _tag: "Connected",
    wallet,
    accounts: [account.caipAddress],
    account: account.caipAddress,
    walletNetwork: "eip155:1",
  },
} as const

const dollars = (cents: bigint) => ({ units: cents, decimals: 2 })
const token = (over: Partial<Token>): Token => ({
  network: "eip155:1",
  address: "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
  name: "USD Coin",
  symbol: "USDC",
  decimals: 6,
  icon: svg(
    "<circle cx='20' cy='20' r='20' fill='#2775ca'/><path d='M20 9v22m5-17h-7a3 3 0 0 0 0 6h4a3 3 0 0 1 0 6h-7' fill='none' stroke='#fff' stroke-width='2.6' stroke-linecap='round'/>",
  ),
  ...over,
})

export const ether: Holding = {
  token: token({
    address: null,
    name: "Ether",
    symbol: "ETH",
    decimals: 18,
    icon: svg(
      "<circle cx='20' cy='20' r='20' fill='#627eea'/><path d='m20 7 8 13-8 5-8-5zm0 20 8-5-8 11-8-11z' fill='#fff'/>",
    ),
  }),
  balance: 1204000000000000000n,
  price: dollars(250033n),
  value: dollars(301040n),
}
export const usdCoin: Holding = {
  token: token({}),
  balance: 950000000n,
  price: dollars(100n),
  value: dollars(95000n),
}
export const pol: Holding = {
  token: token({
    address: "0x455e53CBB86018Ac2B8092FdCd39d8444aFFC3F6",
    name: "POL",
    symbol: "POL",
    decimals: 18,
    icon: svg(
      "<circle cx='20' cy='20' r='20' fill='#8247e5'/><path d='m13 17 4-2.500 4 2.500v5l6 3.500 4-2.500v-5l-4-2.500-10 9-4-2.500z' fill='none' stroke='#fff' stroke-width='2.400'/>",
    ),
  }),
  balance: 412090000000000000000n,
  price: dollars(54n),
  value: dollars(22227n),
}
/** A token without a price and an icon. */
export const unpriced: Holding = {
  token: token({
    address: "0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984",
    name: "A token of a very long name that somebody gave it",
    symbol: "LONGNAME",
    decimals: 18,
    icon: null,
  }),
  balance: 123456789012345678901234567890n,
  price: null,
  value: null,
}

/** Idle flows with some tokens and no activity. */
export const quietFlows: FakeFlowsState = {
  entries: [],
  accounts: [
    {
      account: account.caipAddress,
      namespace: "eip155",
      address,
      type: "eoa",
      selected: true,
      name: null,
    },
  ],
  holdings: {
    _tag: "Held",
    holdings: [ether, usdCoin, pol],
    total: dollars(418267n),
    stale: false,
    retryAt: 0,
    source: "api",
  },
  collectibles: { _tag: "Loaded", collectibles: [], more: false },
  activity: { _tag: "Loaded", pending: [], months: [], more: "none" },
  send: {
    _tag: "Editing",
    form: { holding: ether, amount: "", unit: "token", max: false, recipient: "" },
    amount: { units: null, fiat: null },
    recipient: { _tag: "Empty" },
    fee: { _tag: "None" },
    error: null,
    preparing: false,
    ready: false,
  },
  suggestions: [],
}

/** A scene with a connected wallet and the account view open. */
export const signedIn: Partial<FakeEngineState> = {
  history: [{ _tag: "Account" }],
  states: connected,
  account,
}
