import type { Explanation } from "@wmodal/chains"
import type { LedgerEntry, SwapReview, SwapState, SwapStep } from "@wmodal/core/flows"
import { mainnet } from "@wmodal/protocol/networks"
import { makeEntry, makeEtherReview, payer } from "./payments.ts"

const router = "0x111111125421cA6dc452d289314280a0f8842A65"

export const usd = {
  network: "eip155:1",
  address: "0x8bBC3514477d75EC797BBe4e19d7961660Bb849c",
  name: "Mock USD Coin",
  symbol: "mUSDC",
  decimals: 6,
  icon: null,
} as const

export const dai = {
  network: "eip155:1",
  address: "0x5F6BAaEB5b7c97725f84D1569c4abc85135f4716",
  name: "Mock Dai",
  symbol: "mDAI",
  decimals: 18,
  icon: null,
} as const

const million = 10n ** 6n
export const eth = 10n ** 18n

const fee = { expected: 42n * 10n ** 12n, most: 63n * 10n ** 12n, transactionFields: {}, seconds: null }
const feeFiat = { units: 105n, decimals: 3 }

const unexplained: Explanation = {
  intent: null,
  interpolatedIntent: null,
  owner: null,
  contractName: null,
  contract: router,
  value: 0n,
  fields: [],
  digest: `0x${"3e".repeat(32)}`,
}

const approval: Explanation = {
  ...unexplained,
  intent: "Approve",
  contractName: "Mock USD Coin",
  contract: usd.address,
  fields: [{ label: "Spender", text: router, value: { _tag: "Address", address: router, name: null } }],
}

const approveStep: SwapStep = {
  kind: "approve",
  call: { to: usd.address, value: 0n, data: "0x095ea7b3" },
  explanation: approval,
  fee,
  feeFiat,
  transaction: { to: usd.address, value: "0x0", data: "0x095ea7b3" },
}

const swapStep: SwapStep = {
  kind: "swap",
  call: { to: router, value: 0n, data: "0xdeadbeef" },
  explanation: unexplained,
  fee,
  feeFiat,
  transaction: { to: router, value: "0x0", data: "0xdeadbeef" },
}

/** A step before which another one has to be done. */
const laterFee = {
  expected: 150n * 10n ** 12n,
  most: 225n * 10n ** 12n,
  transactionFields: {},
  seconds: null,
}
const laterStep: SwapStep = {
  ...swapStep,
  fee: laterFee,
  feeFiat: { units: 375n, decimals: 3 },
  transaction: null,
}

/** Returns the review of a swap of 100 dollars for about 99. Its quote expires one second after the epoch. */
export const makeSwapReview = (change: Partial<SwapReview> = {}): SwapReview => ({
  account: `eip155:1:${payer}`,
  network: mainnet,
  form: { slippage: 1, max: false },
  quote: {
    source: usd,
    destination: dai,
    amount: 100n * million,
    received: 99n * eth + eth / 8n,
    minimum: 98n * eth + eth / 8n,
    maximumSlippage: eth,
    impact: 0.875,
    providerFee: 850_000n,
    gas: 15n * 10n ** 13n,
    gasFiat: { units: 375n, decimals: 3 },
    amountFiat: { units: 100n, decimals: 0 },
    receivedFiat: { units: 99_125n, decimals: 3 },
    at: 0,
  },
  router,
  path: { _tag: "Direct" },
  steps: [swapStep],
  trial: {
    _tag: "Simulated",
    changes: [
      { token: null, before: 10n * eth, after: 10n * eth },
      { token: usd.address, before: 1000n * million, after: 900n * million },
      { token: dai.address, before: 0n, after: 99n * eth + eth / 8n },
    ],
  },
  stops: [],
  until: 1000,
  ...change,
})

/** Returns the review when the swap requires an approval. */
export const makeTwoStepReview = (change: Partial<SwapReview> = {}): SwapReview =>
  makeSwapReview({ path: { _tag: "TwoSteps" }, steps: [approveStep, laterStep], ...change })

/** Returns the review when an earlier approval must be revoked first. */
export const makeThreeStepReview = (): SwapReview => {
  const reset: SwapStep = { ...approveStep, kind: "reset", earlier: 40n * million }
  return makeTwoStepReview({
    steps: [reset, { ...approveStep, transaction: null }, laterStep],
  })
}

/** Returns the review as one batch transaction. */
export const makeBatchReview = (change: Partial<SwapReview> = {}): SwapReview =>
  makeSwapReview({
    path: { _tag: "Batch" },
    steps: [{ ...approveStep, transaction: null }, laterStep],
    ...change,
  })

export const withMinimum = (minimum: bigint, change: Partial<SwapReview> = {}): SwapReview => {
  const review = makeSwapReview(change)
  return { ...review, quote: { ...review.quote, minimum } }
}

type ReviewingSwap = Extract<SwapState, { readonly _tag: "Reviewing" }>

/** Returns the engine's state while it shows a review. */
export const makeReviewingSwap = (
  review: SwapReview,
  change: Partial<ReviewingSwap> = {},
): ReviewingSwap => ({
  _tag: "Reviewing",
  form: { source: null, destination: null, amount: "100", slippage: 1, max: false },
  review,
  agreed: review,
  worse: null,
  passed: [],
  stale: false,
  refreshing: false,
  confirming: false,
  progress: { approval: null, swap: null },
  error: null,
  ...change,
})

export const makeSwapEntry = (review: SwapReview, state: LedgerEntry["state"]): LedgerEntry => {
  const { amount, destination, minimum, source } = review.quote
  return {
    ...makeEntry(makeEtherReview(), state),
    id: "entry-0002",
    account: review.account,
    network: review.network.caipNetworkId,
    subject: { _tag: "Swap", source, destination, amount, minimum, router: review.router },
  }
}
