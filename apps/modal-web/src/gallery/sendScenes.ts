import { ConnectorError, type Fee } from "@wmodal/chains"
import {
  type LedgerEntry,
  type Recipient,
  RecipientError,
  type RecipientWarning,
  SendError,
  type SendReview,
  type SendState,
} from "@wmodal/core/flows"
import type { FakeEngineState } from "./fakeEngine.ts"
import type { FakeFlowsState } from "./fakeFlows.ts"
import {
  account,
  ether,
  ethereum,
  pol,
  quietFlows,
  sepolia,
  signedIn,
  unpriced,
  usdCoin,
} from "./signedIn.ts"

type EditingSendState = Extract<SendState, { readonly _tag: "Editing" }>

const nina: Recipient = {
  address: "0x7c12B45f9aD23c6814eF0bA9d8C7a65e4341D2b8",
  name: "nina.eth",
  image: null,
}
const known = "0x7c12B45f9aD23c6814Ef4471d8C7a65e4341D2b8"
const plain: Recipient = { ...nina, name: null }
const linked: Recipient = {
  ...nina,
  link: {
    namespace: "eip155",
    network: null,
    recipient: nina.address,
    token: usdCoin.token.address,
    amount: { _tag: "Units", units: 25000000n },
    label: "Tea shop\u202e",
    message: "Two cups",
    memo: "order 7",
    references: [known],
    unused: ["gasPrice"],
  },
}
const someone: Recipient = { address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", name: null, image: null }
const burnt: Recipient = { address: "0x0000000000000000000000000000000000000000", name: null, image: null }

const cents = (units: bigint) => ({ units, decimals: 2 })
const fee: Fee = { expected: 16200000000000n, most: 24300000000000n, transactionFields: {}, seconds: 12 }

const first: RecipientWarning = { _tag: "FirstTime", address: nina.address }
const alike: RecipientWarning = { _tag: "LookAlike", address: nina.address, known }
const burns: RecipientWarning = { _tag: "Burns", address: burnt.address }

const empty: EditingSendState = {
  _tag: "Editing",
  form: { holding: usdCoin, amount: "", unit: "token", max: false, recipient: "" },
  amount: { units: null, fiat: null },
  recipient: { _tag: "Empty" },
  fee: { _tag: "None" },
  error: null,
  preparing: false,
  ready: false,
}
const typed: EditingSendState = {
  ...empty,
  form: { ...empty.form, amount: "25", recipient: "nina.eth" },
  amount: { units: 25000000n, fiat: cents(2500n) },
  recipient: { _tag: "Resolved", recipient: nina, stops: [] },
  fee: { _tag: "Estimated", fee, fiat: cents(4n) },
  ready: true,
}

const sending = (send: SendState, flows: Partial<FakeFlowsState> = {}): Partial<FakeEngineState> => ({
  ...signedIn,
  history: [{ _tag: "Account" }, { _tag: "WalletSend" }],
  flows: { ...quietFlows, send, ...flows },
})
const editing = (over: Partial<EditingSendState>, form: Partial<EditingSendState["form"]> = {}) =>
  sending({ ...typed, ready: false, ...over, form: { ...typed.form, ...form } })
const wrong = (
  error: SendError["reason"],
  over: Partial<EditingSendState> = {},
  form: Partial<EditingSendState["form"]> = {},
) => editing({ error: new SendError({ reason: error }), ...over }, form)
const lost = (text: string, reason: RecipientError["reason"]) =>
  editing(
    { recipient: { _tag: "Failed", error: new RecipientError({ text, reason }) }, fee: { _tag: "None" } },
    { recipient: text },
  )

const review: SendReview = {
  account: account.caipAddress,
  network: ethereum,
  holding: usdCoin,
  amount: 25000000n,
  fiat: cents(2500n),
  to: nina,
  native: 10n ** 18n,
  sponsored: false,
  fee,
  feeFiat: cents(4n),
  simulation: {
    _tag: "Simulated",
    sender: [{ token: usdCoin.token.address, before: 950000000n, after: 925000000n }],
    recipient: [{ token: usdCoin.token.address, before: 0n, after: 25000000n }],
  },
  stops: [],
  transaction: {},
}
type ReviewingSendState = Extract<SendState, { readonly _tag: "Reviewing" }>
const previewing = (send: SendState): Partial<FakeEngineState> => ({
  ...sending(send),
  history: [{ _tag: "Account" }, { _tag: "WalletSend" }, { _tag: "WalletSendPreview" }],
})
const reviewing = (over: Partial<SendReview> = {}, state: Partial<ReviewingSendState> = {}) =>
  previewing({
    _tag: "Reviewing",
    form: typed.form,
    review: { ...review, ...over },
    passed: [],
    confirming: false,
    error: null,
    ...state,
  })
const asking = (slow: boolean) => previewing({ _tag: "Asking", form: typed.form, review, entry: "1", slow })

const askedEntry: LedgerEntry = {
  id: "1",
  at: 0,
  account: account.caipAddress,
  network: "eip155:1",
  connectorId: "MetaMask",
  subject: { _tag: "Transfer", token: usdCoin.token, amount: 25000000n, to: nina.address, toName: nina.name },
  transaction: {},
  mark: null,
  state: { _tag: "Asked" },
  mine: true,
}

const choosing = (
  holdings: FakeFlowsState["holdings"],
  over: Partial<FakeEngineState> = {},
): Partial<FakeEngineState> => ({
  ...sending(empty, { holdings }),
  history: [{ _tag: "Account" }, { _tag: "WalletSend" }, { _tag: "WalletSendSelectToken" }],
  ...over,
})
const held = (...holdings: Extract<FakeFlowsState["holdings"], { _tag: "Held" }>["holdings"]) =>
  ({ _tag: "Held", holdings, total: null, stale: false, retryAt: 0, source: "api" }) as const

/** Scenes of composing a payment, in every state. */
export const sendScenes = {
  send: sending(empty),
  "send-suggestions": sending(empty, { suggestions: [nina, someone] }),
  "send-no-token": sending({ ...empty, form: { ...empty.form, holding: null } }),
  "send-typed": sending(typed),
  "send-typed-address": sending({
    ...typed,
    form: { ...typed.form, recipient: plain.address },
    recipient: { _tag: "Resolved", recipient: plain, stops: [] },
  }),
  "send-fiat": sending({
    ...typed,
    form: { ...typed.form, holding: ether, amount: "1250", unit: "fiat" },
    amount: { units: 499934008718929101n, fiat: cents(125000n) },
  }),
  "send-max": sending({
    ...typed,
    form: { ...typed.form, holding: ether, amount: "1.2039757", max: true },
    amount: { units: 1203975700000000000n, fiat: cents(301033n) },
  }),
  "send-huge": sending({
    ...typed,
    form: { ...typed.form, holding: unpriced, amount: `1${"0".repeat(30)}` },
    amount: { units: 10n ** 48n, fiat: null },
  }),
  "send-estimating": editing({ fee: { _tag: "Estimating" } }),
  "send-insufficient": wrong({ _tag: "Insufficient", of: "token" }, {}, { amount: "2500" }),
  "send-no-gas": wrong({ _tag: "Insufficient", of: "gas" }),
  "send-incorrect": wrong({ _tag: "InvalidAmount" }, { fee: { _tag: "None" } }, { amount: "0" }),
  "send-reverts": wrong({ _tag: "Reverts", text: "ERC20: transfer to a blocked account" }),
  "send-twin": wrong({ _tag: "Duplicate", entry: "1" }),
  "send-resolving": editing(
    { recipient: { _tag: "Resolving" }, fee: { _tag: "None" } },
    { recipient: "nina.et" },
  ),
  "send-link": editing(
    { recipient: { _tag: "Resolved", recipient: linked, stops: [] }, ready: true },
    { recipient: `ethereum:${nina.address}?value=25` },
  ),
  "send-link-refused": lost("bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?req-pj=1", {
    _tag: "Link",
    problem: { _tag: "Required", name: "req-pj" },
  }),
  "send-link-contradiction": wrong({
    _tag: "Recipient",
    error: new RecipientError({
      text: "",
      reason: { _tag: "Contradiction", requested: "5 mUSDC", entered: "5 SOL" },
    }),
  }),
  "send-unknown-name": lost("nobody.eth", { _tag: "UnknownName" }),
  "send-other-chain": lost("7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv", {
    _tag: "OtherChain",
    chain: "Solana",
  }),
  "send-checksum": lost("0x7c12B45f9aD23c6814ef0ba9d8C7a65e4341D2b8", { _tag: "WrongChecksum" }),
  "send-first-time": editing({
    recipient: { _tag: "Resolved", recipient: nina, stops: [first] },
    ready: true,
  }),
  "send-look-alike": editing(
    { recipient: { _tag: "Resolved", recipient: plain, stops: [first, alike] }, ready: true },
    { recipient: plain.address },
  ),
  "send-burns": editing(
    { recipient: { _tag: "Resolved", recipient: burnt, stops: [burns] }, ready: true },
    { recipient: burnt.address },
  ),
  "send-preparing": editing({ preparing: true }),
  "send-open-question": sending(empty, { entries: [askedEntry] }),
  "send-lost-answer": sending(empty, { entries: [{ ...askedEntry, state: { _tag: "Lost" }, mine: false }] }),
  "send-off": { ...sending(empty), features: { send: false } },
  "send-testnet": {
    ...sending({
      ...typed,
      form: { ...typed.form, holding: { ...ether, price: null, value: null }, amount: "0.5" },
      amount: { units: 5n * 10n ** 17n, fiat: null },
      fee: { _tag: "Estimated", fee, fiat: null },
    }),
    shown: { network: sepolia, known: true },
  },
  "send-tokens": choosing(held(ether, usdCoin, pol, unpriced)),
  "send-tokens-empty": choosing(held({ ...ether, balance: 0n })),
  "send-tokens-loading": choosing({ _tag: "Loading" }),
  review: reviewing(),
  "review-address": reviewing({ to: plain }),
  "review-link": reviewing({ to: linked }),
  "review-ether": reviewing({
    holding: ether,
    amount: 500000000000000000n,
    fiat: cents(125016n),
    simulation: {
      _tag: "Simulated",
      sender: [{ token: null, before: 1204000000000000000n, after: 704000000000000000n }],
      recipient: [{ token: null, before: 0n, after: 500000000000000000n }],
    },
  }),
  "review-fee-token": reviewing({
    simulation: {
      _tag: "Simulated",
      sender: [{ token: usdCoin.token.address, before: 950000000n, after: 925000000n }],
      recipient: [{ token: usdCoin.token.address, before: 0n, after: 24750000n }],
    },
  }),
  "review-no-simulation": reviewing({ simulation: { _tag: "Unavailable" }, stops: [{ _tag: "Untried" }] }),
  "review-keyless": reviewing({ stops: [{ _tag: "Keyless" }] }),
  "review-undelivered": reviewing({
    simulation: {
      _tag: "Simulated",
      sender: [{ token: usdCoin.token.address, before: 950000000n, after: 925000000n }],
      recipient: [{ token: usdCoin.token.address, before: 0n, after: 0n }],
    },
    stops: [{ _tag: "Undelivered", received: 0n }],
  }),
  "review-huge": reviewing({ holding: unpriced, amount: 123456789012345678901234567890n, fiat: null }),
  "review-stops": reviewing({ to: plain, stops: [first, alike] }),
  "review-alike-name": reviewing({
    stops: [{ _tag: "LookAlikeName", address: nina.address, name: "nína.eth", reads: "nina.eth" }],
  }),
  "review-burns": reviewing({ to: burnt, stops: [burns] }),
  "review-passed": reviewing({ stops: [first] }, { passed: ["FirstTime"] }),
  "review-declined": reviewing(
    {},
    {
      error: new SendError({
        reason: {
          _tag: "Wallet",
          error: new ConnectorError({ connectorId: "MetaMask", reason: { _tag: "Declined" } }),
        },
      }),
    },
  ),
  "review-failed": reviewing(
    {},
    {
      error: new SendError({
        reason: {
          _tag: "Wallet",
          error: new ConnectorError({
            connectorId: "MetaMask",
            reason: { _tag: "Failed", code: -32603, text: "Internal error" },
          }),
        },
      }),
    },
  ),
  "review-confirming": reviewing({}, { confirming: true }),
  "review-asking": asking(false),
  "review-slow": asking(true),
} satisfies Readonly<Record<string, Partial<FakeEngineState>>>
