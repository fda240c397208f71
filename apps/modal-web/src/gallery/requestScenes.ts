import {
  drawText,
  type ExplainedField,
  type Explanation,
  RequestTooLong,
  type RequestWarning,
  type ReviewedRequest,
  type WalletRequest,
} from "@wmodal/chains"
import { limitReview } from "@wmodal/chains/internal"
import type { QueuedRequest, RequestQueueState } from "@wmodal/core/flows"
import { Effect } from "effect"
import type { FakeEngineState } from "./fakeEngine.ts"
import { account, ethereum, quietFlows, signedIn, usdCoin } from "./signedIn.ts"

const router = "0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D"
const spender = "0x000000000022D473030F116dDEE9F6B43aC78BA3"
const nina = "0x7c12B45f9aD23c6814eF0bA9d8C7a65e4341D2b8"
const usdc = usdCoin.token.address ?? ""
const digest = `0x${"9b1f4d3c".repeat(8)}`

export const explanation = (over: Partial<Explanation> = {}): Explanation => ({
  intent: null,
  interpolatedIntent: null,
  owner: null,
  contractName: null,
  contract: router,
  value: 0n,
  fields: [],
  digest,
  ...over,
})
const field = (label: string, text: string, value: ExplainedField["value"] = { _tag: "Text" }) => ({
  label,
  text,
  value,
})
const amount = (label: string, text: string, units: bigint, token: string | null = usdc, unlimited = false) =>
  field(label, text, { _tag: "Amount", units, token, unlimited })
const to = (label: string, address: string, name: string | null = null) =>
  field(label, address, { _tag: "Address", address, name })

const inside = (call: Explanation) => field("Call", call.intent ?? "", { _tag: "Call", call })

const swap = explanation({
  intent: "Swap",
  interpolatedIntent: "Swap 250 USDC for at least 0.0981 ETH",
  owner: "Nimbus",
  contractName: "Nimbus Router",
  fields: [
    amount("Amount to send", "250 USDC", 250_000_000n),
    amount("Minimum to receive", "0.0981 ETH", 98_100_000_000_000_000n, null),
    to("Beneficiary", account.address, "Savings"),
    field("Deadline", "Nov 21, 2026, 9:15 PM"),
  ],
})
const approve = (unlimited: boolean) =>
  explanation({
    intent: "Approve",
    contract: usdc,
    contractName: "USD Coin",
    owner: "Circle",
    fields: [
      to("Spender", spender),
      unlimited
        ? amount("Amount", "Unlimited USDC", 2n ** 256n - 1n, usdc, true)
        : amount("Amount", "250 USDC", 250_000_000n),
    ],
  })

const transaction: WalletRequest = {
  _tag: "Transaction",
  transaction: { to: router, value: "0x0", data: "0x38ed1739" },
}
const calls: WalletRequest = {
  _tag: "Calls",
  calls: [
    { to: usdc, value: 0n, data: "0x095ea7b3" },
    { to: router, value: 0n, data: "0x38ed1739" },
  ],
}
const typedData: WalletRequest = {
  _tag: "TypedData",
  typedData: '{"primaryType":"Permit","domain":{"name":"USD Coin","chainId":1},"message":{"spender":"0x00"}}',
}
const tried: ReviewedRequest["trial"] = {
  _tag: "Simulated",
  changes: [
    { token: null, before: 1_204_000_000_000_000_000n, after: 1_302_100_000_000_000_000n },
    { token: usdc, before: 950_000_000n, after: 700_000_000n },
  ],
}

const makePageRequest = (request: WalletRequest): QueuedRequest => ({
  request,
  account: account.caipAddress,
  network: ethereum,
})
const makeRequestScene = (requests: RequestQueueState): Partial<FakeEngineState> => ({
  ...signedIn,
  history: [{ _tag: "ReviewRequest" }],
  flows: { ...quietFlows, requests },
})
const reviewing = (
  request: WalletRequest,
  calls: ReviewedRequest["calls"],
  {
    dangers = [],
    trial = null,
    waiting = 0,
    passed = [],
    notes,
  }: {
    readonly dangers?: readonly RequestWarning[]
    readonly notes?: NonNullable<ReviewedRequest["notes"]>
    readonly trial?: ReviewedRequest["trial"]
    readonly waiting?: number
    readonly passed?: readonly RequestWarning["_tag"][]
  } = {},
) =>
  makeRequestScene({
    _tag: "Reviewing",
    asked: makePageRequest(request),
    explained: { calls, dangers, trial, ...(notes !== undefined && { notes }) },
    passed,
    waiting,
  })

const grant: WalletRequest = { _tag: "Other", method: "wallet_grantPermissions", params: "[{}]" }
const session = (text: string, units: bigint, until: string) =>
  explanation({
    intent: "Spend without asking you",
    contract: null,
    fields: [
      { label: "At most", text, value: { _tag: "Amount", units, token: null, unlimited: units === 0n } },
      field("Until", until),
      to("Who may spend", spender),
    ],
  })
const unlimited: RequestWarning = { _tag: "UnlimitedApproval", token: usdc, symbol: "USDC", spender }
/** Until this time an allowance lasts. */
const end = Date.UTC(2026, 11, 28, 9)
const large: RequestWarning = {
  _tag: "LargeApproval",
  taking: "everything",
  token: usdc,
  symbol: "USDC",
  spender: nina,
}
const permit = explanation({
  intent: "Authorize spending of tokens",
  contract: usdc,
  contractName: "USD Coin",
  fields: [
    to("Spender", spender),
    amount("Amount", "Unlimited USDC", 2n ** 256n - 1n, usdc, true),
    field("Valid until", "Never ends"),
  ],
})
const ending = {
  ...permit,
  fields: [...permit.fields.slice(0, 2), field("May spend until", "2026-12-28T09:00:00Z")],
}
const letter = [
  "nimbus.example wants you to sign in with your Ethereum account:",
  account.address,
  "",
  "I agree to the terms of service.",
  "",
  "URI: https://nimbus.example",
  "Version: 1",
  "Chain ID: 1",
  "Nonce: 8xQ2k9Lm0pRt",
  "Issued At: 2026-11-21T20:00:00.000Z",
].join("\n")
const hiding = "I owe the site \u202e000,1\u202c USD \u{e0061}\u{e006c}\u{e006c}"
const message = explanation({
  intent: "Sign message",
  contract: null,
  fields: [field("Message", letter)],
})
const seed = "Access zkSync account.\n\nOnly sign this message for a trusted client!"
const asking = (slow: boolean) =>
  makeRequestScene({
    _tag: "Asking",
    asked: makePageRequest(transaction),
    explained: { calls: [swap], dangers: [], trial: tried },
    entry: "1",
    slow,
    waiting: 0,
  })
const much = { ...large, taking: "much" } as const

/** Scenes of dApp requests to the wallet, in every state. */
export const requestScenes = {
  "request-none": makeRequestScene({ _tag: "Empty" }),
  "request-reading": makeRequestScene({ _tag: "Reading", asked: makePageRequest(transaction), waiting: 0 }),
  "request-transaction": reviewing(transaction, [swap], { trial: tried }),
  "request-send": reviewing(
    { _tag: "Transaction", transaction: { to: nina, value: "0xde0b6b3a7640000", data: "0x" } },
    [
      explanation({
        intent: "Send",
        contract: nina,
        value: 10n ** 18n,
        fields: [amount("Amount", "1 ETH", 10n ** 18n, null), to("To", nina)],
      }),
    ],
    { trial: { _tag: "Simulated", changes: [{ token: null, before: 2n * 10n ** 18n, after: 10n ** 18n }] } },
  ),
  "request-unknown": reviewing(transaction, [explanation({ value: 10n ** 17n })], {
    trial: { _tag: "Simulated", changes: [] },
    dangers: [{ _tag: "Unread" }],
  }),
  "request-note": reviewing(transaction, [explanation({ value: 5n * 10n ** 15n })], {
    trial: { _tag: "Simulated", changes: [] },
    notes: [{ _tag: "Unread", value: 5n * 10n ** 15n }],
  }),
  "request-insufficient": reviewing(transaction, [explanation({ value: 2n * 10n ** 18n })], {
    trial: { _tag: "Simulated", changes: [] },
    notes: [{ _tag: "Insufficient", of: "gas", held: 2n * 10n ** 18n, needed: 2_002n * 10n ** 15n }],
  }),
  "request-funds-unread": reviewing(transaction, [explanation({ value: 5n * 10n ** 15n })], {
    trial: { _tag: "Simulated", changes: [] },
    notes: [{ _tag: "FundsUnread" }],
  }),
  "request-collectibles": reviewing(
    transaction,
    [explanation({ intent: "Send NFTs", fields: [to("To", nina)] })],
    {
      trial: {
        _tag: "Simulated",
        changes: [],
        moves: [
          { collection: usdc, id: 5n, amount: -2n },
          { collection: usdc, id: 2n ** 200n, amount: 1n },
        ],
      },
    },
  ),
  "request-unlisted": reviewing(transaction, [explanation({ intent: "Send", fields: [to("To", nina)] })], {
    trial: {
      _tag: "Simulated",
      changes: [
        {
          token: "0x8bBC3514477d75EC797BBe4e19d7961660Bb849c",
          before: 100_000_000n,
          after: 98_500_000n,
          unit: { symbol: "mUSDC", decimals: 6 },
        },
        { token: "0x4Fabb145d64652a948d72533023f6E7A623C7C53", before: 100_000_000n, after: 98_500_000n },
        { token: "0xd352679e1B6965E7C217477c13cE8ef45Be7De93", before: 0n, after: 1n },
      ],
    },
  }),
  "request-giveaway": reviewing(typedData, [permit], {
    dangers: [{ _tag: "Giveaway" }, { _tag: "OtherSite", said: "nimbus.example", asks: "n1mbus.example" }],
  }),
  "request-creates": reviewing(
    { _tag: "Transaction", transaction: { to: null, value: "0x0", data: "0x60" } },
    [explanation({ contract: null, createsContract: true })],
    { trial: { _tag: "Simulated", changes: [] }, notes: [{ _tag: "Unread", value: 0n }] },
  ),
  "request-fails": reviewing(transaction, [swap], {
    trial: { _tag: "Reverts", at: 0, text: "Too little received" },
    dangers: [{ _tag: "Fails", text: "Too little received" }],
  }),
  "request-untried": reviewing(transaction, [swap], {
    trial: { _tag: "Unavailable" },
    dangers: [{ _tag: "Untried" }],
  }),
  "request-creates-unread": reviewing(
    { _tag: "Transaction", transaction: { to: null, value: "0x0", data: "0x60" } },
    [explanation({ contract: null, createsContract: true })],
    { trial: { _tag: "Simulated", changes: [] }, dangers: [{ _tag: "Unread" }] },
  ),
  "request-unlimited-unnamed": reviewing(transaction, [approve(true)], {
    dangers: [{ _tag: "UnlimitedApproval", token: usdc, symbol: "", spender }],
  }),
  "request-unlimited": reviewing(transaction, [approve(true)], {
    trial: { _tag: "Simulated", changes: [] },
    dangers: [unlimited],
  }),
  "request-passed": reviewing(transaction, [approve(true)], {
    trial: { _tag: "Simulated", changes: [] },
    dangers: [unlimited],
    passed: ["UnlimitedApproval"],
  }),
  "request-calls": reviewing(calls, [approve(false), swap], { trial: tried, waiting: 2 }),
  "request-nested": reviewing(transaction, [
    explanation({
      intent: "Execute a transaction",
      contractName: "Safe",
      fields: [to("To", nina, null), field("Transaction", "Approve", { _tag: "Call", call: approve(false) })],
    }),
  ]),
  "request-permit": reviewing(typedData, [permit], { dangers: [unlimited] }),
  "request-until": reviewing(typedData, [ending], {
    dangers: [
      { ...unlimited, until: end },
      { ...large, until: end },
    ],
  }),
  "request-large": reviewing(typedData, [permit], {
    dangers: [large, much, { ...much, taking: "part" }, { ...large, taking: "item", symbol: "PUNK" }],
  }),
  "request-unsaid-value": reviewing(
    transaction,
    [explanation({ intent: "Accept ownership", value: 10n ** 19n, hidesValue: true })],
    {
      dangers: [{ _tag: "UnsaidValue", value: 10n ** 19n }],
      trial: {
        _tag: "Simulated",
        changes: [{ token: null, before: 12n * 10n ** 18n, after: 2n * 10n ** 18n }],
      },
    },
  ),
  "request-key-seed": reviewing(
    { _tag: "Message", message: seed },
    [{ ...message, fields: [field("Message", seed)] }],
    {
      dangers: [{ _tag: "KeySeed" }, { _tag: "OtherAccount", said: nina }],
    },
  ),
  "request-other-chain": reviewing(typedData, [permit], {
    dangers: [unlimited, { _tag: "OtherChain", said: "137" }, { _tag: "OtherContract", contract: usdc }],
  }),
  "request-typed-unknown": reviewing(
    typedData,
    [explanation({ contract: null, fields: [field("offer[0].amount", "1"), to("offer[0].token", usdc)] })],
    { dangers: [{ _tag: "OtherChain", said: "" }, { _tag: "Blind" }] },
  ),
  "request-message": reviewing({ _tag: "Message", message: letter }, [message]),
  "request-message-long": reviewing({ _tag: "Message", message: letter }, [
    { ...message, fields: [field("Message", `${letter}\n\n`.repeat(12))] },
  ]),
  "request-message-hidden": reviewing(
    { _tag: "Message", message: hiding },
    [
      {
        ...message,
        fields: [
          field("Message", drawText(hiding, 1_000)),
          field("Allows", "request/eth_sendTransaction for eip155:1"),
        ],
      },
    ],
    { dangers: [{ _tag: "HiddenCharacters" }, { _tag: "Delegation", said: "unstated" }] },
  ),
  "request-message-bytes": reviewing(
    { _tag: "MessageBytes", bytes: "0xff00fe01" },
    [{ ...message, fields: [field("Bytes", "0xff00fe01")] }],
    { dangers: [{ _tag: "Blind" }] },
  ),
  "request-long": makeRequestScene({
    _tag: "Reviewing",
    asked: makePageRequest(transaction),
    explained: Effect.runSync(
      limitReview(ethereum)({
        calls: [
          explanation({
            intent: "Several calls in one",
            fields: [
              ...Array.from({ length: 60 }, () => inside(explanation({ intent: "Refund" }))),
              inside(swap),
            ],
          }),
        ],
        dangers: [],
        trial: tried,
      }),
    ),
    passed: [],
    waiting: 0,
  }),
  "request-too-long": makeRequestScene({
    _tag: "Refused",
    asked: makePageRequest(transaction),
    problem: new RequestTooLong({ what: "lines", count: 1_213, most: 1_000 }),
    waiting: 0,
  }),
  "request-blind": reviewing(
    { _tag: "Other", method: "eth_sign", params: `["${account.address}","${digest}"]` },
    [explanation({ contract: null })],
    { dangers: [{ _tag: "Blind" }] },
  ),
  "request-session": reviewing(grant, [session("0.1 ETH", 10n ** 17n, "2027-01-15 08:00 UTC")]),
  "request-session-endless": reviewing(grant, [session("any amount of ETH", 0n, "it is revoked")], {
    dangers: [
      { _tag: "UnlimitedSession", symbol: "ETH" },
      { _tag: "EndlessSession" },
      { _tag: "UnknownPermission", type: "contract-call" },
    ],
  }),
  "request-asking": asking(false),
  "request-slow": asking(true),
} satisfies Readonly<Record<string, Partial<FakeEngineState>>>
