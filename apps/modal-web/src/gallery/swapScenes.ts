import { ConnectorError } from "@wmodal/chains"
import {
  type LedgerEntry,
  SwapError,
  type SwapQuote,
  type SwapReason,
  type SwapReview,
  type SwapState,
  type SwapTokens,
} from "@wmodal/core/flows"
import { RpcError } from "@wmodal/protocol"
import type { FakeEngineState } from "./fakeEngine.ts"
import type { FakeFlowsState } from "./fakeFlows.ts"
import { account, base, polygon, quietFlows, sepolia, signedIn, unpriced } from "./signedIn.ts"
import { approveStep, direct, makeQuote, router, sources, swapStep, twoSteps } from "./swapSamples.ts"

type EditingSwapState = Extract<SwapState, { readonly _tag: "Editing" }>
type ReviewingSwapState = Extract<SwapState, { readonly _tag: "Reviewing" }>

const features = { swaps: true }
const nothing = { approval: null, swap: null }
const approved = { approval: "1", swap: null }

const quoted = (over: Partial<SwapQuote> = {}, how: { stale?: boolean; refreshing?: boolean } = {}) =>
  ({ _tag: "Quoted", quote: makeQuote(over), stale: false, refreshing: false, ...how }) as const

const editing: EditingSwapState = {
  _tag: "Editing",
  form: { source: sources.ether, destination: sources.usdCoin, amount: "0.5", slippage: 1, max: false },
  quote: quoted(),
  error: null,
  preparing: false,
  ready: true,
}

const swapping = (swap: SwapState, flows: Partial<FakeFlowsState> = {}): Partial<FakeEngineState> => ({
  ...signedIn,
  features,
  history: [{ _tag: "Account" }, { _tag: "Swap" }],
  flows: { ...quietFlows, swap, ...flows },
})
const edited = (over: Partial<EditingSwapState> = {}, form: Partial<EditingSwapState["form"]> = {}) =>
  swapping({ ...editing, ...over, form: { ...editing.form, ...form } })
const makeSwapError = (reason: SwapReason) => new SwapError({ reason })
const wrong = (
  reason: SwapReason,
  over: Partial<EditingSwapState> = {},
  form: Partial<EditingSwapState["form"]> = {},
) => edited({ error: makeSwapError(reason), ready: false, ...over }, form)

const notReached = new RpcError({
  method: "convert",
  host: "rpc.example.org",
  reason: { _tag: "Unreachable", detail: "refused" },
})

const previewing = (swap: SwapState): Partial<FakeEngineState> => ({
  ...swapping(swap),
  history: [{ _tag: "Account" }, { _tag: "Swap" }, { _tag: "SwapPreview" }],
})
const reviewing = (review: SwapReview, state: Partial<ReviewingSwapState> = {}) =>
  previewing({
    _tag: "Reviewing",
    form: editing.form,
    review,
    agreed: review,
    worse: null,
    passed: [],
    stale: false,
    refreshing: false,
    confirming: false,
    progress: nothing,
    error: null,
    ...state,
  })
const declined = makeSwapError({
  _tag: "Wallet",
  error: new ConnectorError({ connectorId: "MetaMask", reason: { _tag: "Declined" } }),
})
const noBatch = makeSwapError({
  _tag: "Wallet",
  error: new ConnectorError({
    connectorId: "MetaMask",
    reason: { _tag: "Unsupported", method: "wallet_sendCalls" },
  }),
})
const second: SwapReview = { ...twoSteps, path: { _tag: "Direct" }, steps: [swapStep] }
const batch: SwapReview = {
  ...twoSteps,
  path: { _tag: "Batch" },
  steps: [
    { ...approveStep, fee: null, feeFiat: null, transaction: null },
    { ...swapStep, fee: null, feeFiat: null, transaction: null },
  ],
}
const untold = { fee: null, feeFiat: null, transaction: null }
const resetStep = { ...approveStep, kind: "reset", earlier: 40_000_000n } as const
const threeSteps: SwapReview = {
  ...twoSteps,
  steps: [resetStep, { ...approveStep, transaction: null }, { ...swapStep, transaction: null }],
}
const asking = (over: Partial<Extract<SwapState, { readonly _tag: "Asking" }>>) =>
  previewing({
    _tag: "Asking",
    form: editing.form,
    review: twoSteps,
    step: "approve",
    progress: nothing,
    slow: false,
    ...over,
  })

const choosing = (swapTokens: SwapTokens): Partial<FakeEngineState> => ({
  ...swapping(editing, { swapTokens }),
  history: [{ _tag: "Account" }, { _tag: "Swap" }, { _tag: "SwapSelectToken", target: "destination" }],
})
const hostile = {
  ...sources.unpriced,
  balance: null,
  token: {
    ...unpriced.token,
    address: `0x${"1".repeat(40)}`,
    name: "USD Coin USD Coin USD Coin",
    symbol: "USDC",
  },
}
const many = Array.from({ length: 300 }, (_, index) => ({
  ...hostile,
  token: {
    ...hostile.token,
    address: `0x${String(index).padStart(40, "0")}`,
    name: `Token ${index}`,
    symbol: `T${index}`,
  },
}))

const lost: LedgerEntry = {
  id: "1",
  at: 0,
  account: account.caipAddress,
  network: "eip155:1",
  connectorId: "MetaMask",
  subject: {
    _tag: "Swap",
    source: sources.ether.token,
    destination: sources.usdCoin.token,
    amount: 500_000_000_000_000_000n,
    minimum: 1_226_916_900n,
    router,
  },
  transaction: {},
  mark: null,
  state: { _tag: "Lost" },
  mine: false,
}

/** Scenes of composing a swap, in every state. */
export const swapScenes = {
  "account-swap": { ...signedIn, features },
  swap: edited(),
  "swap-empty": edited({ quote: { _tag: "None" }, ready: false }, { destination: null }),
  "swap-quoting": edited({ quote: { _tag: "Quoting" }, ready: false }),
  "swap-refreshing": edited({ quote: quoted({}, { refreshing: true }) }),
  "swap-stale": edited({ quote: quoted({}, { stale: true }), ready: false }),
  "swap-huge": edited(
    {
      quote: quoted({
        source: unpriced.token,
        amount: 10n ** 48n,
        received: 123_456_789_012_345_678_901_234_567_890_123_456n,
        minimum: 122_222_222_222_222_222_222_222_222_222_222_222n,
        maximumSlippage: 1_234_567_890_123_456_789_012_345_678_901_234n,
        providerFee: 85n * 10n ** 44n,
        impact: null,
        receivedFiat: null,
        gasFiat: null,
      }),
    },
    { source: sources.unpriced, amount: `1${"0".repeat(30)}` },
  ),
  "swap-slippage-high": edited({}, { slippage: 12.5 }),
  "swap-incorrect": wrong({ _tag: "InvalidAmount" }, { quote: { _tag: "None" } }, { amount: "0" }),
  "swap-insufficient": wrong({ _tag: "Insufficient", of: "token" }, {}, { amount: "500" }),
  "swap-no-gas": wrong({ _tag: "Insufficient", of: "gas" }),
  "swap-no-quote": edited({
    quote: { _tag: "Failed", error: makeSwapError({ _tag: "NoQuote" }) },
    ready: false,
  }),
  "swap-quote-failed": edited({
    quote: { _tag: "Failed", error: makeSwapError({ _tag: "Failed", during: "quote", problem: notReached }) },
    ready: false,
  }),
  "swap-no-price": wrong(
    { _tag: "Failed", during: "price", problem: notReached },
    { quote: quoted({ impact: null, receivedFiat: null, gasFiat: null }) },
  ),
  "swap-no-allowance": wrong({ _tag: "Failed", during: "allowance", problem: notReached }),
  "swap-not-built": wrong({ _tag: "Failed", during: "transaction", problem: notReached }),
  "swap-refused": wrong({ _tag: "Refused", because: "spender" }),
  "swap-twin": wrong({ _tag: "Duplicate", entry: "1" }),
  "swap-preparing": edited({ preparing: true }),
  "swap-lost-answer": swapping(editing, { entries: [lost] }),
  "swap-unsupported": {
    ...swapping({ _tag: "Unsupported", networks: [polygon, base] }),
    shown: { network: sepolia, known: true },
  },
  "swap-unsupported-all": {
    ...swapping({ _tag: "Unsupported", networks: [] }),
    shown: { network: sepolia, known: true },
  },
  "swap-loading": swapping({ _tag: "Initializing" }),
  "swap-off": { ...swapping(editing), features: { swaps: false } },
  "swap-tokens": choosing({
    _tag: "Listed",
    tokens: [
      sources.ether,
      sources.pol,
      { ...sources.usdCoin, balance: 0n, suggested: true },
      hostile,
      ...many,
    ],
  }),
  "swap-tokens-loading": choosing({ _tag: "Loading" }),
  "swap-tokens-none": choosing({ _tag: "Listed", tokens: [] }),
  "swap-tokens-failed": choosing({
    _tag: "Failed",
    error: makeSwapError({ _tag: "Failed", during: "initialize", problem: notReached }),
  }),
  "swap-review": reviewing(direct),
  "swap-review-two-steps": reviewing(twoSteps),
  "swap-review-second": reviewing(second, { progress: approved }),
  "swap-review-batch": reviewing(batch),
  "swap-review-worse": reviewing(direct, {
    agreed: { ...direct, quote: makeQuote({ minimum: 1_239_186_069n }) },
    worse: { _tag: "Minimum", before: 1_239_186_069n },
  }),
  "swap-review-worse-router": reviewing(direct, { worse: { _tag: "Router" } }),
  "swap-review-worse-steps": reviewing(twoSteps, { agreed: direct, worse: { _tag: "Steps" } }),
  "swap-review-worse-fee": reviewing(direct, { worse: { _tag: "Fee" } }),
  "swap-review-worse-impact": reviewing(
    { ...direct, quote: makeQuote({ impact: 23.4 }), stops: [{ _tag: "Impact", percent: 23.4 }] },
    { worse: { _tag: "Stop", stop: { _tag: "Impact", percent: 23.4 } } },
  ),
  "swap-review-three-steps": reviewing(threeSteps),
  "swap-review-after-reset": reviewing(twoSteps, { progress: { ...nothing, reset: "0" } }),
  "swap-review-batch-of-three": reviewing({
    ...batch,
    steps: [{ ...resetStep, ...untold }, ...batch.steps],
  }),
  "swap-review-stale": reviewing(direct, { stale: true, refreshing: true }),
  "swap-review-impact": reviewing({
    ...direct,
    quote: makeQuote({ impact: 23.4 }),
    stops: [{ _tag: "Impact", percent: 23.4 }],
  }),
  "swap-review-unknown": reviewing({
    ...direct,
    quote: makeQuote({ impact: null, receivedFiat: null }),
    trial: { _tag: "Unavailable" },
    stops: [{ _tag: "Impact", percent: null }, { _tag: "Untried" }],
  }),
  "swap-review-second-price": reviewing({ ...direct, stops: [{ _tag: "SecondPrice", percent: 81.1 }] }),
  "swap-review-no-second-price": reviewing({ ...direct, stops: [{ _tag: "SecondPrice", percent: null }] }),
  "swap-review-passed": reviewing({ ...direct, stops: [{ _tag: "Untried" }] }, { passed: ["Untried"] }),
  "swap-review-no-batch": reviewing(twoSteps, {
    agreed: batch,
    worse: { _tag: "Steps" },
    error: noBatch,
  }),
  "swap-review-declined": reviewing(twoSteps, { error: declined }),
  "swap-review-approved-declined": reviewing(second, { progress: approved, error: declined }),
  "swap-review-approval-failed": reviewing(twoSteps, {
    progress: approved,
    error: makeSwapError({ _tag: "ApprovalFailed", entry: "1" }),
  }),
  "swap-review-confirming": reviewing(direct, { confirming: true }),
  "swap-asking": asking({}),
  "swap-asking-reset": asking({ review: threeSteps, step: "reset" }),
  "swap-asking-second": asking({ review: second, step: "swap", progress: approved }),
  "swap-asking-batch": asking({ review: batch }),
  "swap-asking-slow": asking({ review: direct, step: "swap", slow: true }),
  "swap-resetting": previewing({
    _tag: "Approving",
    form: editing.form,
    review: threeSteps,
    progress: { ...nothing, reset: "1" },
  }),
  "swap-approving": previewing({
    _tag: "Approving",
    form: editing.form,
    review: twoSteps,
    progress: approved,
  }),
} satisfies Readonly<Record<string, Partial<FakeEngineState>>>

/** Returns the state of a scene's form. */
export const getEditingState = (name: keyof typeof swapScenes): EditingSwapState => {
  const swap = swapScenes[name].flows?.swap
  return swap?._tag === "Editing" ? swap : editing
}
