import {
  ConnectorError,
  type Explanation,
  type Fee,
  type RequestWarning,
  type ReviewedRequest,
  type WalletRequest,
} from "@wmodal/chains"
import {
  type EntryState,
  type FeeBump,
  type Holding,
  type LedgerEntry,
  type Recipient,
  type RecipientWarning,
  SendError,
  type SendReview,
  type SendState,
} from "@wmodal/core/flows"
import type { Network } from "@wmodal/protocol"
import type { FakeEngineState } from "./fakeEngine.ts"
import { quietFlows } from "./signedIn.ts"
import {
  bitcoin,
  bonk,
  btc,
  connected,
  heldBonk,
  onBitcoin,
  onSolana,
  ordinals,
  payment,
  sol,
  solana,
  solanaAddress,
} from "./threeChains.ts"

const cents = (units: bigint) => ({ units, decimals: 2 })
const someone = (address: string, name: string | null = null): Recipient => ({ address, name, image: null })

export const milo = someone("9Tj3srBSxH7RFRCm8uharreY7ZBS49XSfpwCeYa7Xaqp", "milo.sol")
const alike = "9Tj3srBSxH7RFRCm8uhArReY7ZBS49XSfpwCeYa7Xaqp"
const vera = someone("bc1pfzhx49qe6s5exppe5hqljg3n6587xk0w75xqr70pgdt7ygnfkssqxqjd9l")

const solanaFee: Fee = {
  expected: 7_500n,
  most: 7_500n,
  transactionFields: {},
  seconds: 1,
  parts: [{ _tag: "Priority", amount: 2_500n }],
}
const openingFee: Fee = {
  ...solanaFee,
  expected: 2_046_780n,
  most: 2_046_780n,
  parts: [
    { _tag: "Priority", amount: 2_500n },
    { _tag: "Rent", amount: 2_039_280n },
  ],
}
const bitcoinFee: Fee = {
  expected: 1_763n,
  most: 1_763n,
  transactionFields: {},
  seconds: 1_200,
  parts: [{ _tag: "Rate", perVbyte: 12.5, vbytes: 141 }],
}

interface PaymentSceneParams {
  readonly home: Partial<FakeEngineState>
  readonly network: Network
  readonly holding: Holding
  readonly amount: readonly [typed: string, units: bigint]
  readonly to: Recipient
  readonly fee: Fee
  readonly stops?: readonly RecipientWarning[]
  readonly wrong?: SendError["reason"]
  /** The failure after the user pressed Send. */
  readonly failed?: SendError["reason"]
}

const paying = ({
  home,
  holding,
  amount: [typed, units],
  to,
  fee,
  stops = [],
  wrong,
}: PaymentSceneParams): Partial<FakeEngineState> => ({
  ...home,
  history: [{ _tag: "Account" }, { _tag: "WalletSend" }],
  flows: {
    ...(home.flows ?? quietFlows),
    send: {
      _tag: "Editing",
      form: { holding, amount: typed, unit: "token", max: false, recipient: to.name ?? to.address },
      amount: { units, fiat: cents(17_762n) },
      recipient: { _tag: "Resolved", recipient: to, stops },
      fee: { _tag: "Estimated", fee, fiat: cents(12n) },
      error: wrong === undefined ? null : new SendError({ reason: wrong }),
      preparing: false,
      ready: wrong === undefined,
    },
  },
})

const reviewing = ({
  home,
  network,
  holding,
  amount,
  to,
  fee,
  stops = [],
  failed,
}: PaymentSceneParams): Partial<FakeEngineState> => {
  const [typed, units] = amount
  const { address } = holding.token
  const review: SendReview = {
    account: network === bitcoin ? connected.bip122.account : connected.solana.account,
    network,
    holding,
    amount: units,
    fiat: cents(17_762n),
    to,
    native: holding.balance,
    sponsored: false,
    fee,
    feeFiat: cents(12n),
    simulation: {
      _tag: "Simulated",
      sender: [{ token: address, before: holding.balance, after: holding.balance - units }],
      recipient: [{ token: address, before: 0n, after: units }],
    },
    stops,
    transaction: {},
    ...(holding === heldBonk && { isRecallable: true }),
  }
  const send: SendState = {
    _tag: "Reviewing",
    form: { holding, amount: typed, unit: "token", max: false, recipient: to.name ?? to.address },
    review,
    passed: [],
    confirming: false,
    error: failed === undefined ? null : new SendError({ reason: failed, chain: network.chainNamespace }),
  }
  return {
    ...home,
    history: [{ _tag: "Account" }, { _tag: "WalletSend" }, { _tag: "WalletSendPreview" }],
    flows: { ...(home.flows ?? quietFlows), send },
  }
}

const payingSol: PaymentSceneParams = {
  home: onSolana,
  network: solana,
  holding: sol,
  amount: ["1.25", 1_250_000_000n],
  to: milo,
  fee: solanaFee,
}
const payingBonk: PaymentSceneParams = {
  ...payingSol,
  holding: heldBonk,
  amount: ["250000", 25_000_000_000n],
  fee: openingFee,
}
const payingBtc: PaymentSceneParams = {
  home: onBitcoin,
  network: bitcoin,
  holding: btc,
  amount: ["0.0021", 210_000n],
  to: vera,
  fee: bitcoinFee,
}
const lookAlike: RecipientWarning = { _tag: "LookAlike", address: alike, known: milo.address }

const hash = "4f1c".repeat(16)
const signature = "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW"

/** What a payment link of a shop adds. */
const linkedNotes = { memo: "order 1042", references: ["AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD"] }

const entry = (of: PaymentSceneParams, state: EntryState): LedgerEntry => ({
  id: "payment",
  at: Date.now(),
  account: of.network === bitcoin ? connected.bip122.account : connected.solana.account,
  network: of.network.caipNetworkId,
  connectorId: of.network === bitcoin ? "Xverse" : "Phantom",
  subject: {
    _tag: "Transfer",
    token: of.holding.token,
    amount: of.amount[1],
    to: of.to.address,
    toName: of.to.name,
    ...(of.holding.token.address === null && of.network !== bitcoin && linkedNotes),
  },
  transaction: {},
  mark: null,
  state,
  mine: true,
})

const receipt = (of: PaymentSceneParams, state: EntryState): Partial<FakeEngineState> => ({
  ...of.home,
  history: [{ _tag: "Account" }, { _tag: "Transaction", key: "payment" }],
  flows: { ...(of.home.flows ?? quietFlows), entries: [entry(of, state)] },
})

const waiting = receipt(payingBtc, { _tag: "Sent", hash })

export const raise: FeeBump = {
  entry: "payment",
  account: connected.bip122.account,
  network: bitcoin,
  stops: [],
  before: 1_763n,
  fee: {
    ...bitcoinFee,
    expected: 3_948n,
    most: 3_948n,
    parts: [{ _tag: "Rate", perVbyte: 28, vbytes: 141 }],
  },
  feeFiat: cents(332n),
  transaction: {},
}

const explanation = (over: Partial<Explanation>): Explanation => ({
  intent: "Send",
  interpolatedIntent: null,
  owner: null,
  contractName: null,
  contract: null,
  value: 0n,
  fields: [],
  digest: `0x${"9b1f4d3c".repeat(8)}`,
  ...over,
})
export const sends = (text: string, units: bigint, token: string | null, to: string): Explanation =>
  explanation({
    value: token === null ? units : 0n,
    fields: [
      { label: "Amount", text, value: { _tag: "Amount", units, token, unlimited: false } },
      { label: "To", text: to, value: { _tag: "Address", address: to, name: null } },
    ],
  })

const asking = (
  { home, network }: PaymentSceneParams,
  request: WalletRequest,
  calls: ReviewedRequest["calls"],
  dangers: readonly RequestWarning[],
  trial: ReviewedRequest["trial"] = null,
): Partial<FakeEngineState> => ({
  ...home,
  history: [{ _tag: "ReviewRequest" }],
  flows: {
    ...(home.flows ?? quietFlows),
    requests: {
      _tag: "Reviewing",
      asked: {
        request,
        account: network === bitcoin ? connected.bip122.account : connected.solana.account,
        network,
      },
      explained: { calls, dangers, trial },
      passed: [],
      waiting: 0,
    },
  },
})
const transaction: WalletRequest = { _tag: "Transaction", transaction: { transaction: "AQAAAAAA…" } }
const psbt: WalletRequest = { _tag: "Transaction", transaction: { psbt: "cHNidP8BAH…" } }

/** Scenes of payments and requests on Solana and Bitcoin. */
export const chainFlowScenes = {
  "send-solana": paying(payingSol),
  "send-solana-incorrect": paying({ ...payingSol, amount: ["0", 0n], wrong: { _tag: "Incomplete" } }),
  "send-token-solana": paying(payingBonk),
  "send-bitcoin": paying(payingBtc),
  "review-solana": reviewing(payingSol),
  "review-solana-failed": reviewing({
    ...payingSol,
    failed: {
      _tag: "Wallet",
      error: new ConnectorError({
        connectorId: "phantom",
        reason: { _tag: "Failed", code: -32603, text: "Internal error" },
      }),
    },
  }),
  "review-token-solana": reviewing(payingBonk),
  "review-solana-look-alike": reviewing({
    ...payingSol,
    to: someone(alike),
    stops: [{ _tag: "FirstTime", address: alike }, lookAlike],
  }),
  "review-bitcoin": reviewing({ ...payingBtc, stops: [{ _tag: "FirstTime", address: vera.address }] }),
  "transaction-expired": receipt(payingSol, { _tag: "Expired", hash: signature }),
  "transaction-solana": receipt(payingSol, {
    _tag: "Confirmed",
    hash: signature,
    at: Date.now(),
    fee: 7_500n,
  }),
  "transaction-bitcoin-sent": waiting,
  "transaction-bitcoin-waits": {
    ...waiting,
    flows: { ...(waiting.flows ?? quietFlows), raise },
  },
  "request-solana": asking(
    payingSol,
    transaction,
    [sends("1.25 SOL", 1_250_000_000n, null, milo.address)],
    [],
    {
      _tag: "Simulated",
      changes: [{ token: null, before: sol.balance, after: sol.balance - 1_250_000_000n }],
    },
  ),
  "request-solana-several": asking(
    payingSol,
    {
      _tag: "Transactions",
      transactions: [{ transaction: "AQAAAAAA…" }, { transaction: "AQAAAAAB…" }],
    },
    [
      sends("250,000 BONK", 25_000_000_000n, bonk.address, milo.address),
      sends("1.25 SOL", 1_250_000_000n, null, milo.address),
    ],
    [],
  ),
  "request-solana-handover": asking(
    payingSol,
    transaction,
    [
      explanation({
        intent: "Change the owner of an account",
        contract: "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
        contractName: "Token Program",
        fields: [
          {
            label: "Account",
            text: solanaAddress,
            value: { _tag: "Address", address: solanaAddress, name: null },
          },
          {
            label: "New owner",
            text: milo.address,
            value: { _tag: "Address", address: milo.address, name: null },
          },
        ],
      }),
    ],
    [{ _tag: "Handover", account: solanaAddress, to: milo.address }],
  ),
  "request-bitcoin": asking(
    payingBtc,
    psbt,
    [
      {
        ...sends("0.0021 BTC", 210_000n, null, vera.address),
        fields: [
          ...sends("0.0021 BTC", 210_000n, null, vera.address).fields,
          { label: "Fee", text: "0.00001763 BTC", value: { _tag: "Text" } },
          { label: "Back to you", text: payment, value: { _tag: "Address", address: payment, name: null } },
        ],
      },
    ],
    [],
    { _tag: "Simulated", changes: [{ token: null, before: btc.balance, after: btc.balance - 211_763n }] },
  ),
  "request-bitcoin-open": asking(
    payingBtc,
    psbt,
    [sends("0.0021 BTC", 210_000n, null, vera.address)],
    [{ _tag: "OpenEnded" }, { _tag: "NeverExpires" }, { _tag: "HighFee", fee: 1_200_000n }],
  ),
  "request-bitcoin-ordinals": asking(
    payingBtc,
    { _tag: "Message", message: `I own ${ordinals}` },
    [
      explanation({
        intent: "Sign message",
        fields: [{ label: "Message", text: `I own ${ordinals}`, value: { _tag: "Text" } }],
      }),
    ],
    [],
  ),
} satisfies Readonly<Record<string, Partial<FakeEngineState>>>
