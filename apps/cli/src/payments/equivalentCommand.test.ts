import type { ServerPaymentReview, SwapReview } from "@wmodal/core/flows"
import { beforeAll, expect, it, vi } from "vitest"
import type { SharedOptions, SwapFlags } from "../plan/CommandPlan.ts"
import { parse } from "../plan/parse.ts"
import { makeExplained } from "../testing/explained.ts"
import { firstTime, makeEtherReview, makeTokenReview, payee } from "../testing/payments.ts"
import { makeSwapReview } from "../testing/swaps.ts"
import { equivalentCommand, equivalentServerCommand, equivalentSwapCommand } from "./equivalentCommand.ts"

beforeAll(() => {
  vi.stubGlobal("__WMODAL_VERSION__", "1.2.3")
})

const flags: SwapFlags = {
  key: { account: null, keyFile: null, keystore: null, passwordFile: null },
  yes: false,
  dryRun: false,
  waiting: { confirmations: 1, seconds: 300 },
  maxUsd: null,
  confirm: [],
  slippage: 1,
}
const shared: SharedOptions = {
  format: "auto",
  debug: false,
  projectId: null,
  endpoints: null,
  relay: null,
  network: "eip155:1",
  rpc: [],
}
const swap = { amount: "100", from: "mUSDC", to: "mDAI" }

it.each([
  flags,
  { ...flags, slippage: 0.5, maxUsd: "99.50", waiting: { confirmations: 0, seconds: 20 } },
  { ...flags, key: { ...flags.key, account: 2 } },
] as const satisfies readonly SwapFlags[])("parses the swap command back to the same plan: %#", (typed) => {
  const line = equivalentSwapCommand(swap, makeSwapReview(), { flags: typed, shared })
  expect(parse(line.split(" ").slice(1))).toEqual({
    _tag: "Run",
    plan: { _tag: "Swap", swap, flags: { ...typed, yes: true } },
    shared,
  })
})

it.each([
  [{ amount: "0.5", token: "ETH", to: "ethereum:0x1" }, "send 0.5 ETH ethereum:0x1 "],
  [
    { amount: null, token: null, to: "ethereum:0x1?value=5e17" },
    "send 'ethereum:0x1?value=5e17' --network eip155:1 ",
  ],
])("repeats a payment by a link as it was typed: %j", (payment, start) => {
  const { slippage: _, ...sending } = { ...flags, signOnly: false }
  expect(equivalentCommand(payment, makeEtherReview(), { flags: sending, shared })).toContain(start)
})

it.each([
  { amount: null, token: null, to: "bitcoin:1?amount=1" },
  { amount: "0.5", token: null, to: "solana:9Tj3?memo=7" },
  { amount: "0.5", token: "SOL", to: "solana:9Tj3" },
])("parses the command of a payment by a link back to the same payment: %j", (payment) => {
  const { slippage: _, ...sending } = { ...flags, signOnly: false }
  const line = equivalentCommand(payment, makeEtherReview(), { flags: sending, shared })
  expect(parse(line.replaceAll("'", "").split(" ").slice(1))).toEqual({
    _tag: "Run",
    plan: { _tag: "Send", payment, flags: { ...sending, yes: true } },
    shared,
  })
})

it("passes --confirm for the warnings that were confirmed", () => {
  const review = makeSwapReview({ stops: [{ _tag: "Impact", percent: 23.4 }, { _tag: "Untried" }] })
  const line = equivalentSwapCommand(swap, review, { flags, shared })
  expect(parse(line.split(" ").slice(1))).toMatchObject({ plan: { flags: { confirm: ["23.4", "untried"] } } })
})

it("passes --confirm once for the recipient, and for each warning of the payment itself", () => {
  const stops = [firstTime, { _tag: "Untried" }] as const
  const review = makeTokenReview({ stops: [...stops, { _tag: "Burns", address: payee }] })
  const typed = { amount: "12.5", token: "mUSDC", to: payee }
  const line = equivalentCommand(typed, review, { flags: { ...flags, signOnly: false }, shared })
  expect(parse(line.split(" ").slice(1))).toMatchObject({ plan: { flags: { confirm: [payee, "untried"] } } })
})

it("passes the worth of `max` as --max-usd, or its amount when the price is unknown", () => {
  const max = { ...swap, amount: "max" }
  const typed = { flags, shared }
  const worth = (amountFiat: SwapReview["quote"]["amountFiat"]) => {
    const review = makeSwapReview()
    return { ...review, quote: { ...review.quote, amountFiat } }
  }
  expect(equivalentSwapCommand(max, worth({ units: 9_950n, decimals: 2 }), typed)).toMatch(
    /swap max .* --max-usd 99\.50? --yes$/,
  )
  expect(equivalentSwapCommand(max, worth(null), typed)).toMatch(/swap 100 mUSDC mDAI .* --yes$/)
})

it("names the server, its warnings and the worth in the command that pays a link of a server again", () => {
  const { account, fee, network } = makeEtherReview()
  const review: ServerPaymentReview = {
    account,
    network,
    fee,
    server: { host: "pay.example:8443", label: "Shop", message: null },
    explained: makeExplained({ dangers: [] }),
    fiat: { units: 3_750n, decimals: 2 },
    stops: [{ _tag: "Giveaway" }],
    transaction: {},
    subject: { _tag: "Raw" },
  }
  const link = "solana:https%3A%2F%2Fpay.example%3A8443%2F7"
  const { slippage: _, ...given } = flags
  const typed = { ...given, signOnly: false }
  const line = equivalentServerCommand(link, review, { flags: typed, shared })
  expect(parse(line.split(" ").slice(1))).toEqual({
    _tag: "Run",
    plan: {
      _tag: "Send",
      payment: { amount: null, token: null, to: link },
      flags: { ...typed, yes: true, maxUsd: "37.5", confirm: ["pay.example:8443", "giveaway"] },
    },
    shared,
  })
})
