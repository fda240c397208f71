import type { WalletEntry, WalletRow, WalletsState } from "@wmodal/core"
import type { FakeEngineState } from "./fakeEngine.ts"
import { everywhere } from "./phoneScenes.ts"
import { svg } from "./signedIn.ts"

const names = [
  "MetaMask",
  "Trust",
  "Rainbow",
  "Phantom",
  "OKX Wallet",
  "Binance Wallet",
  "Uniswap Wallet",
  "SafePal",
  "Bybit Wallet",
  "TokenPocket",
  "Ledger Live",
  "Timeless X",
  "Safe",
  "Zerion",
  "1inch Wallet",
  "Crypto.com | DeFi Wallet",
  "imToken",
  "Kraken Wallet",
  "Ronin",
  "Robinhood",
  "Exodus",
  "Argent",
  "Jupiter",
  "Solflare",
  "Coin98 Super Wallet",
  "Magic Eden",
  "Backpack",
  "Frontier",
  "Xverse",
  "Leather",
  "Bitget",
  "Bitcoin.com Wallet",
  "A wallet of many many words that fit nowhere",
  "مَحفظة",
  "Enkrypt",
  "Coinbase Wallet",
  "MathWallet",
  "Unstoppable Domains",
  "Fireblocks",
  "Omni",
]

const hues = [24, 260, 200, 285, 0, 45, 340, 250, 30, 220]

const entry = (name: string, index: number): WalletEntry => ({
  ...everywhere,
  id: `wallet ${index}`,
  name,
  rdns: name === "MetaMask" ? "io.metamask" : `example.wallet.${index}`,
  certified: index % 3 === 0,
  icon:
    index % 7 === 6
      ? null
      : svg(
          `<rect width='40' height='40' fill='hsl(${hues[index % hues.length]} 65% 48%)'/><g fill='#fff'><circle cx='${12 + (index % 5) * 4}' cy='20' r='${4 + (index % 4)}'/><rect x='10' y='${24 + (index % 3) * 2}' width='20' height='3' rx='1.5'/></g>`,
        ),
})

const entries = names.map(entry)

const listed = (
  over: Partial<WalletsState>,
  held: Partial<FakeEngineState> = {},
): Partial<FakeEngineState> => ({
  history: [{ _tag: "Connect" }, { _tag: "AllWallets" }],
  wallets: { query: "", certified: false, entries, count: 482, status: "ready", ...over },
  ...held,
})

const mobile: FakeEngineState["place"] = {
  mobile: true,
  device: { os: "ios", tapOnly: false, telegram: true, framed: false },
}

const code: WalletRow = {
  key: "walletConnect",
  group: "walletConnect",
  name: "WalletConnect",
  icon: null,
  installed: false,
  recent: false,
  connectors: [{ id: "walletConnect", namespace: "eip155" }],
  getUrl: null,
  entry: null,
}
const elsewhere = (index: number, over: Partial<WalletRow> = {}): WalletRow => {
  const wallet = entry(names[index] ?? "", index)
  return {
    key: `recommended/${wallet.id}`,
    group: "recommended",
    name: wallet.name,
    icon: wallet.icon,
    installed: false,
    recent: false,
    connectors: [],
    getUrl: wallet.stores.homepage,
    entry: wallet,
    ...over,
  }
}
const here = (index: number, over: Partial<WalletRow> = {}): WalletRow =>
  elsewhere(index, {
    group: "announced",
    installed: true,
    connectors: [{ id: names[index] ?? "", namespace: "eip155" }],
    ...over,
  })

const about = (wallet: WalletEntry, held: Partial<FakeEngineState> = {}): Partial<FakeEngineState> => ({
  history: [{ _tag: "Connect" }, { _tag: "Downloads", wallet }],
  ...held,
})

/** Scenes of wallets that are not installed, and how to get them. */
export const listScenes = {
  "connect-elsewhere": {
    rows: [here(0), here(3, { recent: true }), code, elsewhere(2)],
    count: { atLeast: 480, exact: false },
  },
  "connect-elsewhere-few": { rows: [code, elsewhere(1), elsewhere(2)], count: { atLeast: 7, exact: true } },
  "connect-elsewhere-none": { rows: [code] },
  "connect-link-making": {
    rows: [elsewhere(2, { group: "recent", recent: true }), elsewhere(1)],
    count: { atLeast: 480, exact: false },
    preparing: true,
    place: mobile,
  },
  "all-wallets": listed({}),
  "all-wallets-phone": listed({}, { place: mobile }),
  "all-wallets-loading": listed({ entries: [], count: 0, status: "loading" }),
  "all-wallets-more": listed({ entries: entries.slice(0, 7), status: "more" }),
  "all-wallets-end": listed({ entries: entries.slice(0, 5), count: 5, status: "end" }),
  "all-wallets-found": listed({
    query: "wal",
    certified: true,
    entries: entries.filter(({ certified }) => certified),
    count: 14,
    status: "end",
  }),
  "all-wallets-none": listed({ query: "metamsk", entries: [], count: 0, status: "end" }),
  "all-wallets-none-certified": listed({
    query: "omni",
    certified: true,
    entries: [],
    count: 0,
    status: "end",
  }),
  "all-wallets-nothing": listed({ entries: [], count: 0, status: "end" }),
  "all-wallets-offline": listed({ entries: entries.slice(0, 30), count: 30, status: "offline" }),
  "all-wallets-failed": listed({ entries: [], count: 0, status: "failed" }),
  "get-wallet": listed({}, { history: [{ _tag: "Connect" }, { _tag: "GetWallet" }] }),
  "get-wallet-loading": listed(
    { entries: [], count: 0, status: "loading" },
    { history: [{ _tag: "Connect" }, { _tag: "GetWallet" }] },
  ),
  "what-is-a-wallet": listed({}, { history: [{ _tag: "Connect" }, { _tag: "WhatIsAWallet" }] }),
  "what-is-a-network": listed({}, { history: [{ _tag: "Networks" }, { _tag: "WhatIsANetwork" }] }),
  downloads: about({
    ...everywhere,
    stores: { ...everywhere.stores, chromeStore: "https://chromewebstore.google.com/detail/rainbow" },
  }),
  "downloads-phone": about(everywhere, { place: mobile }),
  "downloads-none": about({
    ...everywhere,
    name: "A wallet of many many words that fit nowhere",
    stores: { appStore: null, playStore: null, chromeStore: null, homepage: null },
  }),
} as const satisfies Readonly<Record<string, Partial<FakeEngineState>>>
