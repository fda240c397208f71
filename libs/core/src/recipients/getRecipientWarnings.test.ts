import type { HistoryTransaction } from "@wmodal/api"
import { chainRules } from "@wmodal/chains/internal"
import { mainnet } from "@wmodal/protocol/networks"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { LedgerEntry } from "../ledger/Ledger.ts"
import { approval, call, swap } from "../testing/entries.ts"
import { getRecipientWarnings } from "./getRecipientWarnings.ts"
import { collectKnownAddresses } from "./knownAddresses.ts"
import { isLookAlike } from "./lookAlike.ts"

const self = "0x1111111111111111111111111111111111111111"
const friend = "0xAb16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb"
const poison = `0xab16${"0".repeat(32)}fcdb`

const transaction = (
  change: Partial<HistoryTransaction["metadata"]> = {},
  transfer: Partial<HistoryTransaction["transfers"][number]> = {},
): HistoryTransaction => ({
  id: "1",
  metadata: {
    operationType: "send",
    hash: "0x01",
    minedAt: "2026-01-01T00:00:00.000Z",
    sentFrom: self,
    sentTo: friend,
    status: "confirmed",
    ...change,
  },
  transfers: [{ direction: "out", quantity: { numeric: "1" }, value: 10, ...transfer }],
})

const entry = (to: string, state: LedgerEntry["state"], change: Partial<LedgerEntry> = {}): LedgerEntry => ({
  id: "1",
  at: 1,
  account: `eip155:10:${self}`,
  network: "eip155:10",
  connectorId: "c",
  subject: {
    _tag: "Transfer",
    token: { network: "eip155:10", address: null, name: "", symbol: "ETH", decimals: 18, icon: null },
    amount: 1n,
    to,
    toName: null,
  },
  transaction: null,
  mark: null,
  state,
  mine: false,
  ...change,
})

const stops = (
  address: string,
  {
    history = [],
    entries = [],
    own = [],
    name = null,
    token = null,
  }: {
    readonly history?: readonly HistoryTransaction[]
    readonly entries?: readonly LedgerEntry[]
    readonly own?: readonly string[]
    readonly name?: string | null
    readonly token?: string | null
  },
) =>
  getRecipientWarnings({
    namespace: "eip155",
    rules: chainRules.eip155,
    address,
    name,
    token,
    acquaintances: collectKnownAddresses({
      holder: { address: self, network: mainnet },
      rules: chainRules.eip155,
      entries,
      history,
      own,
    }),
  }).map(({ _tag }) => _tag)

describe("getRecipientWarnings", () => {
  it("returns nothing for a recipient that the account has paid, in any notation of the address", () => {
    expect(stops(friend.toLowerCase(), { history: [transaction()] })).toEqual([])
    const sent = { _tag: "Sent", hash: "0x01" } as const
    expect(stops(friend, { entries: [entry(friend.toLowerCase(), sent)] })).toEqual([])
  })

  it("returns FirstTime when nothing was ever sent to the address", () => {
    expect(stops(friend, {})).toEqual(["FirstTime"])
    expect(stops(friend, { entries: [entry(friend, { _tag: "Declined" })] })).toEqual(["FirstTime"])
    const other = entry(friend, { _tag: "Sent", hash: "0x01" }, { account: `eip155:10:${friend}` })
    expect(stops(friend, { entries: [other] })).toEqual(["FirstTime"])
  })

  it("returns LookAlikeName for a name with accents, until the account has paid it", () => {
    expect(stops(friend, { name: "alic\u00e9.eth" })).toEqual(["LookAlikeName", "FirstTime"])
    expect(stops(friend, { name: "alice.eth" })).toEqual(["FirstTime"])
    expect(stops(friend, { name: "alic\u00e9.eth", history: [transaction()] })).toEqual([])
  })

  it("returns FirstTime for spenders, routers and called contracts, which were not paid", () => {
    const done = { _tag: "Confirmed", hash: "0x01", at: null, fee: null } as const
    const entries = [
      entry(friend, done, { subject: { ...approval, spender: friend } }),
      entry(friend, done, { subject: { ...swap, router: friend } }),
      entry(friend, done, { subject: { ...call, contract: friend } }),
    ]
    expect(stops(friend, { entries })).toEqual(["FirstTime"])
    expect(stops(poison, { entries })).toEqual(["FirstTime"])
  })

  it.each([
    ["a received payment", { operationType: "receive", sentFrom: friend, sentTo: self }, { direction: "in" }],
    ["a forged transfer of zero from the account", {}, { quantity: { numeric: "0" }, value: 0 }],
    ["a forged transfer of a worthless token from the account", {}, { value: undefined }],
    ["a failed payment", { status: "failed" }, {}],
    ["a payment by another account", { sentFrom: `0x${"7".repeat(40)}` }, {}],
  ])("returns FirstTime when the only history with the address is %s", (_, change, transfer) => {
    expect(stops(friend, { history: [transaction(change, transfer)] })).toEqual(["FirstTime"])
  })

  it("returns LookAlike when the address imitates a known one, in either direction", () => {
    expect(stops(poison, { history: [transaction()] })).toEqual(["LookAlike", "FirstTime"])
    const received = transaction({ operationType: "receive", sentFrom: poison, sentTo: self }, { value: 0 })
    expect(stops(friend, { history: [received] })).toEqual(["LookAlike", "FirstTime"])
    expect(stops(friend, { history: [received, transaction()] })).toEqual([])
    expect(stops(poison, { own: [friend] })).toEqual(["LookAlike", "FirstTime"])
    expect(stops(poison, { entries: [entry(friend, { _tag: "Declined" })] })).toContain("LookAlike")
  })

  it("returns LookAlike when the address imitates a recipient of another account on the same chain type", () => {
    const sent = { _tag: "Confirmed", hash: "0x01", at: null, fee: null } as const
    const elsewhere = entry(friend, sent, { account: `eip155:10:0x${"7".repeat(40)}` })
    expect(stops(poison, { entries: [elsewhere] })).toEqual(["LookAlike", "FirstTime"])
    expect(stops(friend, { entries: [elsewhere] })).toEqual(["FirstTime"])
    const ofOtherKind = entry(friend, sent, {
      account: `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${"7".repeat(40)}`,
    })
    expect(stops(poison, { entries: [ofOtherKind] })).toEqual(["FirstTime"])
  })

  it("returns LookAlike when the address imitates the account itself", () => {
    expect(stops(`0x1111${"2".repeat(32)}1111`, {})).toEqual(["LookAlike", "FirstTime"])
    expect(stops(self, {})).toEqual(["FirstTime"])
  })

  it("names a paid address before any other", () => {
    const acquaintances = collectKnownAddresses({
      holder: { address: self, network: mainnet },
      rules: chainRules.eip155,
      entries: [],
      history: [
        transaction({ operationType: "receive", sentFrom: `${poison.slice(0, -6)}1${poison.slice(-5)}` }),
        transaction(),
      ],
      own: [],
    })
    const [first] = getRecipientWarnings({
      namespace: "eip155",
      rules: chainRules.eip155,
      address: poison,
      name: null,
      token: null,
      acquaintances,
    })
    expect(first).toEqual({ _tag: "LookAlike", address: poison, known: friend })
  })

  it.each([
    "0x0000000000000000000000000000000000000000",
    "0x000000000000000000000000000000000000dEaD",
    "0x0000000000000000000000000000000000000001",
    "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE",
  ])("warns that %s returns no tokens, although it was paid before", (address) => {
    expect(stops(address, { history: [transaction({ sentTo: address })] })).toEqual(["Burns"])
  })

  it("returns a warning for the contract of the sent token", () => {
    expect(stops(friend, { token: friend.toLowerCase(), history: [transaction()] })).toEqual(["Burns"])
    expect(stops(friend, { token: poison, history: [transaction()] })).toEqual([])
  })
})

describe("getRecipientWarnings with a poisoned history", () => {
  const digits = (length: number) =>
    fc
      .array(fc.constantFrom(..."0123456789abcdef"), { minLength: length, maxLength: length })
      .map((all) => all.join(""))
  const address = digits(40).map((all) => `0x${all}`)
  const pair = fc
    .tuple(address, digits(32), fc.boolean())
    .map(([real, middle, shortened]) => ({
      real,
      fake: shortened
        ? `${real.slice(0, 4)}${middle}${real.slice(-6)}`
        : `${real.slice(0, 6)}${middle}${real.slice(-4)}`,
    }))
    .filter(({ real, fake }) => real !== fake)
  const tricks = fc.array(
    fc.constantFrom<(fake: string) => HistoryTransaction>(
      (fake) => transaction({ operationType: "receive", sentFrom: fake, sentTo: self }, { direction: "in" }),
      (fake) =>
        transaction(
          { operationType: "receive", sentFrom: fake, sentTo: self },
          { direction: "in", value: 0 },
        ),
      (fake) => transaction({ sentTo: fake }, { quantity: { numeric: "0" }, value: 0 }),
      (fake) => transaction({ sentTo: fake }, { value: null }),
      (fake) => transaction({ sentTo: fake, status: "failed" }),
    ),
    { maxLength: 6 },
  )

  it("warns of every look-alike, and never of the imitated recipient", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(pair, tricks), { minLength: 1, maxLength: 8 }), (all) => {
        const history = all.flatMap(([{ real, fake }, poisoned]) => [
          ...poisoned.map((trick) => trick(fake)),
          transaction({ sentTo: real.toUpperCase().replace("0X", "0x") }),
        ])
        const paid = new Set(all.map(([{ real }]) => real))
        for (const [{ real, fake }] of all) {
          if (paid.has(fake)) continue
          expect(isLookAlike(real, fake)).toBe(true)
          expect(stops(fake, { history })).toEqual(expect.arrayContaining(["LookAlike", "FirstTime"]))
          expect(stops(real, { history }).filter((tag) => tag !== "Burns")).toEqual([])
        }
      }),
    )
  })
})
