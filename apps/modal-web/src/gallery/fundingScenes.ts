import {
  type BuyProgress,
  FundingError,
  type OnrampState,
  type PaymentRequest,
  type ReceiveState,
} from "@wmodal/core/flows"
import { RpcError } from "@wmodal/protocol"
import type { FakeEngineState } from "./fakeEngine.ts"
import { account, address, ether, ethereum, quietFlows, sepolia, signedIn, usdCoin } from "./signedIn.ts"

const request: PaymentRequest = {
  account: account.caipAddress,
  address,
  network: ethereum,
  requested: null,
  uri: address,
  warnings: [{ _tag: "OtherNetworks" }],
}

const receive: Extract<ReceiveState, { readonly _tag: "Ready" }> = {
  _tag: "Ready",
  request,
  form: { token: ether.token, amount: "" },
  invalid: false,
  takesAmount: true,
  arrivals: [],
}

const receiving = (
  over: Partial<typeof receive>,
  scene: Partial<FakeEngineState> = {},
): Partial<FakeEngineState> => ({
  ...signedIn,
  history: [{ _tag: "Account" }, { _tag: "WalletReceive" }],
  features: { receive: true },
  flows: { ...quietFlows, receive: { ...receive, ...over } },
  ...scene,
})

const usd = {
  id: "USD",
  limits: [
    { method: "card", min: { units: 1000n, decimals: 2 }, max: { units: 750_000n, decimals: 2 } },
    {
      method: "ach_bank_account",
      min: { units: 1000n, decimals: 2 },
      max: { units: 2_500_000n, decimals: 2 },
    },
  ],
  icon: null,
  record: { id: "USD", payment_method_limits: [] },
}
const token = (symbol: string, name: string) => ({
  symbol,
  name,
  icon: null,
  record: { id: symbol, name, symbol, networks: [] },
})
const usdc = token("USDC", "USD Coin")
const coinbase = { name: "coinbase", label: "Coinbase", fee: "1-2%" } as const

const choosing: Extract<OnrampState, { readonly _tag: "Choosing" }> = {
  _tag: "Choosing",
  network: ethereum,
  tokens: [usdc, token("ETH", "Ether")],
  currencies: [usd, { ...usd, id: "EUR" }],
  form: { token: usdc, currency: usd, amount: "" },
  quote: { _tag: "None" },
  error: null,
  providers: [coinbase, { name: "meld", label: "Meld.io", fee: "1-2%" }],
  opening: null,
  problem: null,
}
const typed = { ...choosing.form, amount: "100" }

const buying = (
  view: "OnRampProviders" | "OnRampTokenSelect" | "OnRampFiatSelect" | "BuyInProgress" | "WhatIsABuy",
  onramp: OnrampState,
): Partial<FakeEngineState> => ({
  ...signedIn,
  history: [{ _tag: "Account" }, { _tag: view }],
  features: { onramp: true },
  flows: { ...quietFlows, onramp },
})

const visit = (progress: BuyProgress) =>
  buying("BuyInProgress", {
    _tag: "Visiting",
    visit: {
      provider: coinbase,
      url: "https://pay.coinbase.com/buy?sessionToken=1",
      host: "pay.coinbase.com",
      token: usdc,
      currency: usd,
      amount: "100",
      network: ethereum,
      address,
    },
    progress,
  })

const forbidden = new RpcError({ method: "GET", host: "h", reason: { _tag: "Status", status: 401 } })
const unsafe = new FundingError({ reason: { _tag: "UnsafeUrl", provider: "Coinbase" } })

/** Receiving and buying. */
export const fundingScenes = {
  receive: receiving({}),
  "receive-amount": receiving({
    request: {
      ...request,
      requested: { token: usdCoin.token, amount: 25_500_000n },
      uri: `ethereum:${usdCoin.token.address}@1/transfer?address=${address}&uint256=25500000`,
    },
    form: { token: usdCoin.token, amount: "25.5" },
  }),
  "receive-invalid": receiving({ form: { token: usdCoin.token, amount: "1.1234567" }, invalid: true }),
  "receive-arrived": receiving({ arrivals: [{ token: ether.token, amount: 1_500_000_000_000_000_000n }] }),
  "receive-testnet": receiving(
    { request: { ...request, network: sepolia, warnings: [{ _tag: "Testnet" }] } },
    { shown: { network: sepolia, known: true } },
  ),
  "receive-smart-account": receiving({ request: { ...request, warnings: [{ _tag: "SmartAccount" }] } }),
  "receive-ordinals": receiving({
    request: { ...request, warnings: [{ _tag: "Ordinals" }] },
    takesAmount: false,
  }),
  buy: buying("OnRampProviders", choosing),
  "buy-quoted": buying("OnRampProviders", {
    ...choosing,
    form: typed,
    quote: { _tag: "Quoted", amount: "98.5", symbol: "USDC", fees: { units: 150n, decimals: 2 } },
  }),
  "buy-quoting": buying("OnRampProviders", { ...choosing, form: typed, quote: { _tag: "Loading" } }),
  "buy-estimate": buying("OnRampProviders", { ...choosing, form: typed, quote: { _tag: "Estimate" } }),
  "buy-below": buying("OnRampProviders", {
    ...choosing,
    form: { ...typed, amount: "9.99" },
    error: { _tag: "Below", limit: { units: 1000n, decimals: 2 } },
  }),
  "buy-above": buying("OnRampProviders", {
    ...choosing,
    form: { ...typed, amount: "25000.01" },
    error: { _tag: "Above", limit: { units: 2_500_000n, decimals: 2 } },
  }),
  "buy-unsafe": buying("OnRampProviders", { ...choosing, form: typed, problem: unsafe }),
  "buy-region": buying("OnRampProviders", { _tag: "NotOffered", because: "region" }),
  "buy-unread": buying("OnRampProviders", { _tag: "Failed", problem: forbidden }),
  "buy-network": buying("OnRampProviders", { _tag: "NotOffered", because: "network" }),
  "buy-open": {
    ...visit({ _tag: "Waiting" }),
    history: [{ _tag: "Account" }, { _tag: "OnRampProviders" }],
  },
  "buy-token": buying("OnRampTokenSelect", choosing),
  "buy-currency": buying("OnRampFiatSelect", choosing),
  "buy-what": buying("WhatIsABuy", choosing),
  "buy-ready": visit({ _tag: "Ready" }),
  "buy-waiting": visit({ _tag: "Waiting" }),
  "buy-paid": visit({ _tag: "Paid" }),
  "buy-arrived": visit({ _tag: "Arrived", bought: "98.5 USDC" }),
  "buy-failed": visit({ _tag: "Failed" }),
  "buy-late": visit({ _tag: "Late" }),
  "buy-off": { ...buying("OnRampProviders", choosing), features: { onramp: false } },
  "receive-off": receiving({}, { features: { receive: false } }),
} satisfies Readonly<Record<string, Partial<FakeEngineState>>>
