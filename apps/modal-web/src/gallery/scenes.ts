import { ConnectorError } from "@wmodal/chains"
import { bitcoin } from "@wmodal/chains/bitcoin"
import { evm } from "@wmodal/chains/evm"
import { solana } from "@wmodal/chains/solana"
import { EngineError, type Message, OptionsError, RestoreError, type WalletRow } from "@wmodal/core"
import { accountScenes, notReached } from "./accountScenes.ts"
import { chainFlowScenes } from "./chainFlowScenes.ts"
import { chainScenes } from "./chainScenes.ts"
import { emailScenes } from "./emailScenes.ts"
import type { FakeEngineState } from "./fakeEngine.ts"
import { fundingScenes } from "./fundingScenes.ts"
import { listScenes } from "./listScenes.ts"
import { nameScenes } from "./nameScenes.ts"
import { ownNetworkScenes } from "./ownNetworkScenes.ts"
import { phoneScenes } from "./phoneScenes.ts"
import { requestScenes } from "./requestScenes.ts"
import { sendScenes } from "./sendScenes.ts"
import { serverPaymentScenes } from "./serverPaymentScenes.ts"
import { sessionScenes } from "./sessionScenes.ts"
import {
  account,
  base,
  ether,
  ethereum,
  network,
  orange,
  polygon,
  quietFlows,
  sepolia,
  signedIn,
  wallet,
} from "./signedIn.ts"
import { signInScenes } from "./signInScenes.ts"
import { siwxScenes } from "./siwxScenes.ts"
import { swapScenes } from "./swapScenes.ts"

const many: FakeEngineState["configured"] = [
  ethereum,
  polygon,
  base,
  sepolia,
  network(10, "OP Mainnet", "ETH"),
  network(42161, "Arbitrum One", "ETH"),
  network(56, "BNB Smart Chain", "BNB"),
  network(100, "Gnosis", "XDAI"),
  network(42220, "Celo", "CELO"),
  network(7777777, "Zora", "ETH"),
]

const row = (name: string, over: Partial<WalletRow> = {}): WalletRow => ({
  key: name,
  group: "announced",
  name,
  icon: null,
  installed: true,
  recent: false,
  connectors: [{ id: name, namespace: "eip155" }],
  getUrl: null,
  entry: null,
  ...over,
})

const metamask = row("MetaMask", { icon: orange })
const rows = [
  row("Phantom", { recent: true }),
  metamask,
  row("Rabby Wallet"),
  row("Broken picture", { icon: "data:image/png;base64,AAAA" }),
  row("Coinbase Wallet", {
    group: "featured",
    installed: false,
    connectors: [],
    getUrl: "https://example.org/",
  }),
]

const failed = (reason: ConnectorError["reason"]): Partial<FakeEngineState> => ({
  ...connecting,
  states: {
    eip155: { _tag: "Failed", wallet, problem: new ConnectorError({ connectorId: "MetaMask", reason }) },
  },
})
const connecting = {
  history: [{ _tag: "Connect" }, { _tag: "ConnectingExternal", rowKey: "MetaMask" }],
  rows,
} as const
const lost = (reason: RestoreError["reason"]): Partial<FakeEngineState> => ({
  rows,
  states: {
    eip155: {
      _tag: "Disconnected",
      because: new RestoreError({ connectorId: "MetaMask", walletName: "MetaMask", reason }),
    },
  },
})
const toNetwork: Partial<FakeEngineState> = {
  ...signedIn,
  history: [{ _tag: "Account" }, { _tag: "Networks" }, { _tag: "SwitchNetwork", network: "eip155:137" }],
}
const unsupported: Partial<FakeEngineState> = {
  ...signedIn,
  history: [{ _tag: "UnsupportedChain" }],
  shown: { network: network(250, "Unknown Network", ""), known: false },
}
const saying = (id: string): Message => ({ id })

const quiet: FakeEngineState = {
  history: [{ _tag: "Connect" }],
  rows: [],
  connectors: [],
  states: {},
  account: null,
  configured: [ethereum, polygon, base, sepolia],
  shown: { network: ethereum, known: true },
  switching: { _tag: "Idle" },
  late: null,
  alert: null,
  toast: null,
  discovery: "done",
  place: { mobile: false, device: { os: "other", tapOnly: false, telegram: false, framed: false } },
  chains: [evm(), solana(), bitcoin()],
  relay: true,
  link: null,
  preparing: false,
  app: null,
  wallets: { query: "", certified: false, entries: [], count: 0, status: "end" },
  count: null,
  embedded: false,
  theme: { mode: "auto", variables: {} },
  flows: quietFlows,
  signIn: null,
  socials: [],
  connectMethodsOrder: null,
  features: {},
  walletFeaturesOrder: ["onramp", "swaps", "receive", "send"],
  siwx: { _tag: "Off" },
}

/** Every view in every state, by name. */
const scenes = {
  connect: { rows },
  "connect-loading": { discovery: "looking" },
  "connect-empty": {},
  "connect-failed": { rows, discovery: "failed" },
  "connect-late": {
    rows,
    late: { namespace: "eip155", wallet, session: { accounts: [account.caipAddress], network: "eip155:1" } },
  },
  "connect-alert": { rows, alert: new OptionsError({ reason: { _tag: "MissingProjectId" } }) },
  "restore-removed": lost({ _tag: "WalletRemoved" }),
  "restore-locked": lost({ _tag: "WalletLocked" }),
  "restore-network-gone": lost({ _tag: "NetworkGone", network: "eip155:250" }),
  "restore-no-answer": lost({ _tag: "NoAnswer" }),
  "connecting-asking": { ...connecting, states: { eip155: { _tag: "Connecting", wallet, slow: false } } },
  "connecting-slow": { ...connecting, states: { eip155: { _tag: "Connecting", wallet, slow: true } } },
  "connecting-declined": failed({ _tag: "Declined" }),
  "connecting-already": failed({ _tag: "RequestPending" }),
  "connecting-locked": failed({ _tag: "Locked" }),
  "connecting-odd": failed({ _tag: "Failed", code: -32000, text: "The vault is on fire" }),
  "connecting-stopped": connecting,
  "connecting-missing": {
    history: [{ _tag: "Connect" }, { _tag: "ConnectingExternal", rowKey: "Coinbase Wallet" }],
    rows,
  },
  "connecting-gone": { history: [{ _tag: "Connect" }, { _tag: "ConnectingExternal", rowKey: "None" }], rows },
  "no-adapter-phone": { history: [{ _tag: "AllWallets" }], chains: [], relay: false },
  "no-adapter": { history: [{ _tag: "ConnectingWalletConnectBasic" }], chains: [], relay: false },
  account: signedIn,
  "account-huge": {
    ...signedIn,
    flows: {
      ...quietFlows,
      holdings: { _tag: "Held", holdings: [ether], total: null, stale: false, retryAt: 0, source: "chain" },
    },
    account: {
      ...account,
      profileName: "a-name-that-is-much-longer-than-any-heading.wmodal.id",
      balance: {
        _tag: "Loaded",
        value: 10n ** 48n,
        decimals: 18,
        symbol: "ETH",
        text: `1${"0".repeat(30)}.123`,
        stale: false,
      },
    },
  },
  "account-unread": {
    ...signedIn,
    flows: {
      ...quietFlows,
      holdings: { _tag: "Unavailable", problem: notReached, holdings: [], retryAt: 0 },
    },
    account: { ...account, explorerUrl: null, balance: { _tag: "Failed", problem: notReached } },
  },
  networks: { ...signedIn, history: [{ _tag: "Account" }, { _tag: "Networks" }] },
  "networks-many": { ...signedIn, history: [{ _tag: "Networks" }], configured: many },
  ...ownNetworkScenes,
  "switch-asking": { ...toNetwork, switching: { _tag: "Switching", network: polygon, slow: false } },
  "switch-slow": { ...toNetwork, switching: { _tag: "Switching", network: polygon, slow: true } },
  "switch-declined": {
    ...toNetwork,
    switching: {
      _tag: "Failed",
      network: polygon,
      problem: new ConnectorError({ connectorId: "MetaMask", reason: { _tag: "Declined" } }),
    },
  },
  "switch-not-supported": {
    ...toNetwork,
    switching: {
      _tag: "Failed",
      network: polygon,
      problem: new EngineError({ reason: { _tag: "ChainNotSupported", network: "Polygon" } }),
    },
  },
  "unsupported-chain": unsupported,
  "toast-error": {
    ...signedIn,
    toast: { id: 1, variant: "error", message: saying("problem.disconnectFailed") },
  },
  embedded: { rows, embedded: true },
  ...accountScenes,
  ...listScenes,
  ...chainScenes,
  ...chainFlowScenes,
  ...emailScenes,
  ...fundingScenes,
  ...nameScenes,
  ...sessionScenes,
  ...phoneScenes,
  ...requestScenes,
  ...siwxScenes,
  ...sendScenes,
  ...serverPaymentScenes,
  ...signInScenes,
  ...swapScenes,
} satisfies Readonly<Record<string, Partial<FakeEngineState>>>

export type SceneName = keyof typeof scenes

export const sceneNames: readonly string[] = Object.keys(scenes)

export const getScene = (name: string | null): FakeEngineState => ({
  ...quiet,
  ...(Object.entries(scenes).find(([key]) => key === name)?.[1] ?? scenes.connect),
})
