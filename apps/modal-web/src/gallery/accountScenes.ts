import type { View } from "@wmodal/core"
import type { AccountEntry, ActivityState, EntryState, LedgerEntry } from "@wmodal/core/flows"
import { RpcError } from "@wmodal/protocol"
import {
  approval,
  busy,
  call,
  endless,
  months,
  payment,
  pendingRow,
  signature,
  states,
  swap,
  wei,
} from "./activitySamples.ts"
import type { FakeEngineState } from "./fakeEngine.ts"
import type { FakeFlowsState } from "./fakeFlows.ts"
import { account, address, ether, orange, pol, quietFlows, signedIn, unpriced, usdCoin } from "./signedIn.ts"

export const notReached = new RpcError({
  method: "eth_getBalance",
  host: "rpc.example.org",
  reason: { _tag: "Unreachable", detail: "refused" },
})

const at = (
  view: View,
  flows: Partial<FakeFlowsState>,
  over: Partial<FakeEngineState> = {},
): Partial<FakeEngineState> => ({
  ...signedIn,
  history: [{ _tag: "Account" }, view],
  flows: { ...quietFlows, ...flows },
  ...over,
})

const home = (
  flows: Partial<FakeFlowsState>,
  over: Partial<FakeEngineState> = {},
): Partial<FakeEngineState> => ({
  ...signedIn,
  flows: { ...quietFlows, ...flows },
  ...over,
})

const makeActivityScene = (activity: ActivityState) => at({ _tag: "Transactions" }, { activity })

const receipt = (entry: LedgerEntry) => at({ _tag: "Transaction", key: entry.id }, { entries: [entry] })

const makeEntryScene = (name: string, state: EntryState = states[name] ?? { _tag: "Asked" }) =>
  receipt(payment(state))

const second = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
const accounts: readonly AccountEntry[] = [
  {
    account: account.caipAddress,
    namespace: "eip155",
    address,
    type: "eoa",
    selected: true,
    name: "vera.wmodal.id",
  },
  {
    account: `eip155:1:${second}`,
    namespace: "eip155",
    address: second,
    type: "smartAccount",
    selected: false,
    name: null,
  },
  {
    account: "bip122:000000000019d6689c085ae165831e93:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
    namespace: "bip122",
    address: "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
    type: "payment",
    selected: false,
    name: null,
  },
]

const picture = (hue: number) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'><rect width='100' height='100' fill='hsl(${hue} 60% 62%)'/><circle cx='66' cy='36' r='17' fill='hsl(${hue + 40} 80% 84%)'/><path d='M0 78 30 52l22 20 18-14 30 26v16H0z' fill='hsl(${hue + 190} 36% 32%)'/></svg>`,
  )}`

const collectibles = [200, 24, 130, 280].map((hue, index) => ({
  network: "eip155:1" as const,
  contract: `0x${"9".repeat(36)}${index}abc`,
  tokenId: String(index + 1),
  name: `A quiet morning #${index + 1}`,
  image: index > 1 ? null : picture(hue),
  unnamedImage: index === 3 ? "https://images.quiet-mornings.example/4.png" : null,
}))

const bitcoin = {
  _tag: "Connected",
  wallet: { connectorId: "xverse", name: "Xverse", icon: null },
  accounts: [
    "bip122:000000000019d6689c085ae165831e93:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
    "bip122:000000000019d6689c085ae165831e93:bc1q9zpgru7xfkvy5l643lydnw9re59gtzzwf5mdq0",
  ],
  account: "bip122:000000000019d6689c085ae165831e93:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
  walletNetwork: null,
} as const

const named = { ...account, profileName: "vera.wmodal.id", profileImage: orange }

/** Scenes of the account, its holdings and its activity, in every state. */
export const accountScenes = {
  "account-named": home({ accounts }, { account: named }),
  "tokens-loading": home({ holdings: { _tag: "Loading" } }),
  "tokens-many": home({
    holdings: {
      _tag: "Held",
      holdings: [
        ether,
        usdCoin,
        pol,
        unpriced,
        ...Array.from({ length: 60 }, (_, index) => ({
          ...unpriced,
          token: {
            ...unpriced.token,
            address: `0x${String(index).padStart(40, "0")}`,
            name: `Token ${index}`,
            symbol: `T${index}`,
          },
        })),
      ],
      total: { units: 987654321012345n, decimals: 2 },
      stale: true,
      retryAt: Date.now() + 30_000,
      source: "api",
    },
  }),
  "tokens-none": home({
    holdings: {
      _tag: "Held",
      holdings: [{ ...ether, balance: 0n, price: null, value: { units: 0n, decimals: 2 } }],
      total: { units: 0n, decimals: 2 },
      stale: false,
      retryAt: 0,
      source: "api",
    },
  }),
  "tokens-chain-alone": home({
    holdings: {
      _tag: "Held",
      holdings: [{ ...ether, price: null, value: null }],
      total: null,
      stale: false,
      retryAt: 0,
      source: "chain",
      unsupported: true,
    },
  }),
  "tokens-unavailable": home({
    holdings: {
      _tag: "Unavailable",
      problem: notReached,
      holdings: [{ ...ether, price: null, value: null }],
      retryAt: Date.now() + 30_000,
    },
  }),
  collectibles: home({ collectibles: { _tag: "Loaded", collectibles, more: true } }),
  "collectibles-failed": home({ collectibles: { _tag: "Failed", problem: notReached } }),
  "collectibles-unsupported": home({
    collectibles: { _tag: "Loaded", collectibles: [], more: false, unsupported: true },
  }),
  "collectibles-loading": home({ collectibles: { _tag: "Loading" } }),
  "activity-tab": home({ activity: busy }),
  activity: makeActivityScene(busy),
  "activity-loading": makeActivityScene({ _tag: "Loading" }),
  "activity-none": makeActivityScene({ _tag: "Loaded", pending: [], months: [], more: "none" }),
  "activity-unsupported": makeActivityScene({
    _tag: "Loaded",
    pending: [pendingRow],
    months: [],
    more: "none",
    unsupported: true,
  }),
  "activity-failed": makeActivityScene({ _tag: "Failed", problem: notReached, pending: [pendingRow] }),
  "activity-more-failed": makeActivityScene({
    _tag: "Loaded",
    pending: [pendingRow],
    months,
    more: "failed",
  }),
  "activity-10000": makeActivityScene(endless(10_000)),
  profile: at({ _tag: "Profile" }, { accounts }),
  settings: at({ _tag: "AccountSettings" }, {}),
  "settings-two-wallets": at(
    { _tag: "AccountSettings" },
    { accounts },
    { states: { ...signedIn.states, bip122: bitcoin } },
  ),
  "transaction-asked": makeEntryScene("asked"),
  "transaction-declined": makeEntryScene("declined"),
  "transaction-not-sent": makeEntryScene("not-sent"),
  "transaction-signed": makeEntryScene("signed"),
  "transaction-lost": makeEntryScene("lost"),
  "transaction-sent": makeEntryScene("sent"),
  "transaction-taken": receipt(swap({ _tag: "Taken", batch: "0x01" })),
  "transaction-swap": receipt(swap(states["confirmed"] ?? { _tag: "Asked" })),
  "transaction-approval": receipt(approval),
  "transaction-call": receipt(call("Vote")),
  "transaction-call-unknown": receipt(call(null)),
  "transaction-confirmed": makeEntryScene("confirmed"),
  "transaction-reverted": makeEntryScene("reverted"),
  "transaction-replaced": makeEntryScene("replaced"),
  "transaction-cancelled": makeEntryScene("cancelled"),
  "transaction-dropped": makeEntryScene("dropped"),
  "transaction-exact": receipt(wei),
  "transaction-signature": receipt(signature),
  "transaction-history": at({ _tag: "Transaction", key: "trade" }, { activity: busy }),
  "transaction-history-failed": at({ _tag: "Transaction", key: "failed" }, { activity: busy }),
  "transaction-unknown": at({ _tag: "Transaction", key: "nothing" }, {}),
} satisfies Readonly<Record<string, Partial<FakeEngineState>>>
