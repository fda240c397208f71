import { makeEstimatedQuote } from "../onramp/onrampDefaults.ts"

const caip = (address: string) => `eip155:1:${address}`
const record = { name: "vera.reown.id", addresses: { "60": { address: "0x2" } }, attributes: null }

/** Valid responses to every call, by the name of its contract. */
export const samples = {
  getWallets: {
    count: 1,
    data: [{ id: "a1", name: "One", rdns: "io.one", chains: ["eip155:1"], image_id: "i", mobile_link: null }],
  },
  image: "<svg/>",
  getAnalyticsConfig: { isAnalyticsEnabled: true },
  postAnalyticsEvent: { status: "OK" },
  getAuthNonce: { nonce: "1", token: "a.b.c" },
  postAuthenticate: { token: "a.b.c" },
  getAuthMe: { address: "0x2", chainId: 1 },
  done: {},
  jsonRpc: { jsonrpc: "2.0", id: 1_234_567, result: "0x1" },
  getSupportedChains: { http: ["eip155:1"], ws: [] },
  getIdentity: { name: "vera.test", avatar: null },
  getHistory: {
    data: [
      {
        id: "t1",
        metadata: {
          operationType: "receive",
          hash: "0xab",
          minedAt: "2026-01-01T00:00:00Z",
          sentFrom: "0x1",
          sentTo: "0x2",
          status: "confirmed",
          nonce: 1,
          chain: "eip155:1",
        },
        transfers: [
          {
            fungible_info: { symbol: "ETH", icon: { url: "" } },
            direction: "in",
            quantity: { numeric: "1" },
          },
          {
            nft_info: { content: null, flags: { is_spam: false } },
            direction: "out",
            quantity: { numeric: "1" },
          },
        ],
      },
    ],
    next: "c",
  },
  getBalance: {
    balances: [
      {
        name: "Ether",
        symbol: "ETH",
        chainId: "eip155:1",
        value: 1,
        price: 1,
        quantity: { decimals: "18", numeric: "1" },
        iconUrl: "",
      },
    ],
  },
  getConvertTokens: {
    tokens: [{ name: "A", symbol: "A", address: caip("0xa"), decimals: 6, logoUri: null, eip2612: true }],
  },
  getConvertQuotes: {
    quotes: [
      {
        id: null,
        fromAmount: "5",
        fromAccount: caip("0xa"),
        toAmount: "17259970548235021",
        toAccount: caip("0xb"),
      },
    ],
  },
  getConvertAllowance: { allowance: `${2n ** 256n - 1n}` },
  getConvertGasPrice: { standard: "60000000128", fast: "150000000128", instant: "195000000166" },
  getBuildApprove: {
    tx: {
      from: caip("0xa"),
      to: caip("0xb"),
      data: "0x095ea7b3",
      value: "0",
      eip155: { gasPrice: "7", gas: 1 },
    },
  },
  postBuildTransaction: {
    tx: {
      from: caip("0x2"),
      to: caip("0xc"),
      data: "0x12",
      amount: "5",
      eip155: { gas: "253421", gasPrice: "7" },
    },
  },
  postFungiblePrice: { fungibles: [{ name: "A", symbol: "A", iconUrl: "", price: 1.01, decimals: 6 }] },
  getNameAccount: record,
  getNameReverse: [record],
  getNameSuggestions: { suggestions: [{ name: "vera1.reown.id", registered: false }] },
  postOnrampUrl: { url: "https://buy.test" },
  getOnrampOptions: {
    paymentCurrencies: [{ id: "EUR", payment_method_limits: [{ id: "card", min: "1.00", max: "2.00" }] }],
    purchaseCurrencies: [
      {
        id: "1",
        name: "Ether",
        symbol: "ETH",
        networks: [{ name: "n", display_name: "N", chain_id: "1", contract_address: "0xa" }],
      },
    ],
  },
  postOnrampQuote: { ...makeEstimatedQuote("50", "EUR"), quoteId: "q" },
  getSessions: {
    pcis: [
      {
        project: { id: "p", name: "App" },
        pci: "pci",
        expiry: 2,
        createdAt: 1,
        permissions: [{ type: "contract-call", data: {} }],
        policies: [],
        context: "c",
      },
    ],
  },
} as const
