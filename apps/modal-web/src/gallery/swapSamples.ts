import type { Explanation, Fee } from "@wmodal/chains"
import type { SwapQuote, SwapReview, SwapStep, SwapToken } from "@wmodal/core/flows"
import { account, ether, ethereum, pol, unpriced, usdCoin } from "./signedIn.ts"

const cents = (units: bigint) => ({ units, decimals: 2 })

export const router = "0x6F1D6b2F9C0a8e45b3D7a1C2E4f5069788E43a16"

const swapToken = ({ token, balance, price }: typeof ether, suggested = false): SwapToken => ({
  token,
  balance,
  price,
  suggested,
})

export const sources = {
  ether: swapToken(ether),
  usdCoin: swapToken(usdCoin, true),
  pol: swapToken(pol),
  unpriced: swapToken(unpriced),
}

/** Returns a quote of half an ether for dollars, with overrides. */
export const makeQuote = (over: Partial<SwapQuote> = {}): SwapQuote => ({
  source: ether.token,
  destination: usdCoin.token,
  amount: 500_000_000_000_000_000n,
  amountFiat: cents(123956n),
  received: 1_239_310_000n,
  minimum: 1_226_916_900n,
  maximumSlippage: 12_393_100n,
  impact: 0.02,
  providerFee: 4_250_000_000_000_000n,
  gas: 124_000_000_000_000n,
  gasFiat: cents(31n),
  receivedFiat: cents(123931n),
  at: 0,
  ...over,
})

const fee: Fee = {
  expected: 124_000_000_000_000n,
  most: 186_000_000_000_000n,
  transactionFields: {},
  seconds: 12,
}

const unread: Explanation = {
  intent: null,
  interpolatedIntent: null,
  owner: null,
  contractName: null,
  contract: router,
  value: 0n,
  fields: [],
  digest: `0x${"3e7ac510".repeat(8)}`,
}

const approval: Explanation = {
  ...unread,
  intent: "Approve",
  owner: "Circle",
  contractName: "USD Coin",
  contract: usdCoin.token.address,
  fields: [
    { label: "Spender", text: router, value: { _tag: "Address", address: router, name: null } },
    {
      label: "Amount",
      text: "100 USDC",
      value: {
        _tag: "Amount",
        units: 100_000_000n,
        token: usdCoin.token.address,
        unlimited: false,
      },
    },
  ],
  digest: `0x${"c0ffee12".repeat(8)}`,
}

export const approveStep: SwapStep = {
  kind: "approve",
  call: { to: usdCoin.token.address ?? router, value: 0n, data: "0x095ea7b3" },
  explanation: approval,
  fee: { ...fee, expected: 46_000_000_000_000n },
  feeFiat: cents(12n),
  transaction: {},
}

export const swapStep: SwapStep = {
  kind: "swap",
  call: { to: router, value: 0n, data: "0x5ae401dc" },
  explanation: unread,
  fee,
  feeFiat: cents(31n),
  transaction: {},
}

/** Ether for dollars, in one step. */
export const direct: SwapReview = {
  account: account.caipAddress,
  network: ethereum,
  form: { slippage: 1, max: false },
  quote: makeQuote(),
  router,
  path: { _tag: "Direct" },
  steps: [swapStep],
  trial: {
    _tag: "Simulated",
    changes: [
      { token: null, before: 1_204_000_000_000_000_000n, after: 704_000_000_000_000_000n },
      { token: usdCoin.token.address, before: 950_000_000n, after: 2_189_310_000n },
    ],
  },
  stops: [],
  until: 0,
}

/** Dollars for POL, with an approval first. */
export const twoSteps: SwapReview = {
  ...direct,
  quote: makeQuote({
    source: usdCoin.token,
    destination: pol.token,
    amount: 100_000_000n,
    received: 183_412_000_000_000_000_000n,
    minimum: 181_577_880_000_000_000_000n,
    maximumSlippage: 1_834_120_000_000_000_000n,
    providerFee: 850_000n,
    receivedFiat: cents(9904n),
    impact: 0.11,
  }),
  path: { _tag: "TwoSteps" },
  steps: [approveStep, { ...swapStep, transaction: null }],
  trial: {
    _tag: "Simulated",
    changes: [
      { token: usdCoin.token.address, before: 950_000_000n, after: 850_000_000n },
      {
        token: pol.token.address,
        before: 412_090_000_000_000_000_000n,
        after: 595_502_000_000_000_000_000n,
      },
    ],
  },
}
