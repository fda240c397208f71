import type { RequestWarning } from "@wmodal/chains"
import { type LedgerEntry, SendError, type SendState, type ServerPaymentReview } from "@wmodal/core/flows"
import { milo, sends } from "./chainFlowScenes.ts"
import type { FakeEngineState } from "./fakeEngine.ts"
import { quietFlows } from "./signedIn.ts"
import { connected, onSolana, sol, solana, solanaAddress } from "./threeChains.ts"

const host = "pay.hillside.example"
const link = `solana:https://${host}/orders/7`
const form = { holding: sol, amount: "", unit: "token", max: false, recipient: link } as const

const makeReview = (dangers: readonly RequestWarning[]): ServerPaymentReview => ({
  account: connected.solana.account,
  network: solana,
  server: { host, label: "Hillside Coffee", message: "One coffee, thank you" },
  explained: {
    calls: [sends("0.25 SOL", 250_000_000n, null, milo.address)],
    dangers,
    trial: {
      _tag: "Simulated",
      changes: [{ token: null, before: sol.balance, after: sol.balance - 250_000_000n }],
    },
  },
  fiat: { units: 3_750n, decimals: 2 },
  fee: { expected: 5_000n, most: 5_000n, transactionFields: {}, seconds: null },
  stops: dangers,
  transaction: { transaction: "AQAAAAAA…", lastValidBlockHeight: "310" },
  subject: { _tag: "Call", intent: "Send", contract: null, digest: "0x00", server: { host, link: "0x01" } },
})

const entry: LedgerEntry = {
  id: "1",
  at: 0,
  account: connected.solana.account,
  network: solana.caipNetworkId,
  connectorId: "solana",
  subject: makeReview([]).subject,
  transaction: {},
  mark: null,
  state: { _tag: "Asked" },
  mine: true,
}

const showing = (
  send: SendState,
  isReview: boolean,
  entries: readonly LedgerEntry[] = [],
): Partial<FakeEngineState> => ({
  ...onSolana,
  history: [
    { _tag: "Account" },
    { _tag: "WalletSend" },
    ...(isReview ? [{ _tag: "WalletSendPreview" } as const] : []),
  ],
  flows: { ...(onSolana.flows ?? quietFlows), send, entries },
})

const editing = (
  over: Partial<Extract<SendState, { readonly _tag: "Editing" }>>,
  entries?: readonly LedgerEntry[],
) =>
  showing(
    {
      _tag: "Editing",
      form,
      amount: { units: null, fiat: null },
      recipient: { _tag: "Server", host },
      fee: { _tag: "None" },
      error: null,
      preparing: false,
      ready: true,
      ...over,
    },
    false,
    entries,
  )

const reviewing = (dangers: readonly RequestWarning[], error: SendError | null = null) =>
  showing(
    { _tag: "Reviewing", form, review: makeReview(dangers), passed: [], confirming: false, error },
    true,
  )

/** Scenes of a payment link whose server makes the transaction. */
export const serverPaymentScenes = {
  "send-server": editing({}),
  "send-server-refused": editing({
    ready: false,
    error: new SendError({
      reason: {
        _tag: "Server",
        host,
        because: { _tag: "Refused", status: 404, text: "The last one was sold." },
      },
    }),
  }),
  "send-server-open-question": editing({}, [entry]),
  "send-server-lost-answer": editing({}, [{ ...entry, state: { _tag: "Lost" }, mine: false }]),
  "review-server": reviewing([]),
  "review-server-handover": reviewing([{ _tag: "Handover", account: solanaAddress, to: milo.address }]),
  "review-server-twin": reviewing(
    [],
    new SendError({ reason: { _tag: "Duplicate", entry: "1" }, chain: "solana" }),
  ),
  "review-server-asking": showing(
    { _tag: "Asking", form, review: makeReview([]), slow: false, entry: "1" },
    true,
  ),
} satisfies Readonly<Record<string, Partial<FakeEngineState>>>
