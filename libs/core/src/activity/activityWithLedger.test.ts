import { describe, expect, it } from "@effect/vitest"
import { ApiError, type HistoryPage } from "@wmodal/api"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import type { LedgerEntry } from "../ledger/Ledger.ts"
import type { HistoryPages } from "../services/historyPages.ts"
import { connectAccountWith, scriptedApi } from "../testing/connectAccountWith.ts"
import { approval, call, ether, router, swap, transferEntry } from "../testing/entries.ts"
import { reach } from "../testing/reach.ts"
import { coins, friend, getKeys, getMore, getRows, self, tx } from "../testing/transactions.ts"
import { makeToMonth } from "./calendar.ts"
import { makeActivity } from "./makeActivity.ts"

const now = SubscriptionRef.getUnsafe
const inUtc = makeToMonth("UTC")

/** Creates an activity over a ledger and a history that the test controls. */
const overLedger = (page: HistoryPages["page"], monthOf = inUtc) =>
  Effect.gen(function* () {
    const { engine, flows } = yield* connectAccountWith({})
    const entries = yield* SubscriptionRef.make<readonly LedgerEntry[]>([])
    const read: (string | null)[] = []
    const counted: HistoryPages["page"] = (request) => {
      read.push(request.cursor)
      return page(request)
    }
    const activity = yield* makeActivity(
      {
        account: engine.account,
        networks: engine.networks,
        options: engine.options,
        connectors: { loaded: () => null },
        clients: { rpcOf: () => Effect.never },
        emit: () => Effect.void,
        accounts: flows.accounts,
        ledger: { entries },
        history: { page: counted, refetch: counted },
      },
      monthOf,
    )
    return { activity, entries, read }
  })

describe("activity with the ledger", () => {
  const sent = transferEntry()
  const confirmed = transferEntry({ state: { _tag: "Confirmed", hash: "0x5e", at: 2_000, fee: 1n } })

  it.effect(
    "pins a pending entry, and shows it in its place once it is settled, before the history does",
    () =>
      Effect.gen(function* () {
        let data: HistoryPage["data"] = []
        const { activity, entries } = yield* overLedger(() => Effect.sync(() => ({ data })))
        yield* activity.load
        yield* SubscriptionRef.set(entries, [sent])
        yield* reach(activity.state, (state) => state._tag === "Loaded" && state.pending.length === 1)
        expect(now(activity.state)).toMatchObject({
          pending: [
            { key: "0x5e", operation: "send", movements: [{ text: "0.500 ETH" }], counterparty: friend },
          ],
          months: [],
        })
        yield* SubscriptionRef.set(entries, [confirmed])
        const settled = yield* reach(activity.state, (state) => getRows(state).length === 1)
        expect(getRows(settled)[0]).toMatchObject({ status: "confirmed", at: 2_000, entry: { id: "entry" } })
        data = [tx("0x5E", { operationType: "send" })]
        yield* activity.retry
        expect(getRows(now(activity.state))).toMatchObject([
          { key: "0x5e", operation: "send", at: Date.UTC(2026, 2, 1, 12), entry: { id: "entry" } },
        ])
      }),
  )

  it.effect(
    "shows what a dApp request pays, and a payment to a person as one, while its answer is lost",
    () =>
      Effect.gen(function* () {
        const { activity, entries } = yield* overLedger(() => Effect.succeed({ data: [] }))
        const payment = { token: ether, amount: 10n ** 18n }
        const lost = (id: string, subject: LedgerEntry["subject"]) =>
          transferEntry({ id, subject, state: { _tag: "Lost" } })
        yield* SubscriptionRef.set(entries, [
          lost("person", { ...call, intent: "Send", contract: friend, payment, isPlain: true }),
          lost("contract", { ...call, payment }),
        ])
        yield* activity.load
        expect(now(activity.state)).toMatchObject({
          pending: [
            {
              key: "person",
              operation: "send",
              counterparty: friend,
              movements: [{ text: "1.000 ETH", direction: "out" }],
            },
            { key: "contract", operation: "execute", movements: [{ text: "1.000 ETH", direction: "out" }] },
          ],
        })
      }),
  )

  it.effect("names approvals, swaps and dApp requests in the history's terms, without signatures", () =>
    Effect.gen(function* () {
      const { activity, entries } = yield* overLedger(() => Effect.succeed({ data: [] }))
      yield* SubscriptionRef.set(entries, [
        transferEntry({ id: "approval", subject: approval, state: { _tag: "Sent", hash: "0x1" } }),
        transferEntry({
          id: "swap",
          subject: swap,
          batch: "0xb1",
          state: { _tag: "Taken", batch: "0xb2" },
        }),
        transferEntry({ id: "call", subject: call, state: { _tag: "Asked" } }),
        transferEntry({ id: "none", subject: swap, state: { _tag: "NotSent", text: "" } }),
        transferEntry({ id: "text", subject: { _tag: "Message", digest: "0x" }, state: { _tag: "Asked" } }),
      ])
      yield* activity.load
      expect(now(activity.state)).toMatchObject({
        pending: [
          { key: "0x1", operation: "approve", counterparty: router, movements: [], hash: "0x1" },
          {
            key: "swap",
            operation: "trade",
            counterparty: router,
            movements: [
              { text: "0.500 ETH", direction: "out" },
              { text: "≥ 1,226.916 USDC", direction: "in" },
            ],
            hash: null,
          },
          { key: "call", operation: "execute", counterparty: router, movements: [] },
        ],
        months: [],
      })
    }),
  )

  it.effect("distinguishes a revoked approval from a given one, regardless of the type in the history", () =>
    Effect.gen(function* () {
      const state = { _tag: "Confirmed", hash: "0x5e", at: 2_000, fee: 1n } as const
      for (const page of [[], [tx("0x5E", { operationType: "approve" }, [])]]) {
        const { activity, entries } = yield* overLedger(() => Effect.succeed({ data: page }))
        yield* SubscriptionRef.set(entries, [transferEntry({ subject: { ...approval, amount: 0n }, state })])
        yield* activity.load
        expect(getRows(now(activity.state))).toMatchObject([{ operation: "revoke", movements: [] }])
      }
    }),
  )

  it.effect("shows the received amount of a swap once the history has it, in one row", () =>
    Effect.gen(function* () {
      const state = { _tag: "Confirmed", hash: "0x5e", at: 2_000, fee: 1n } as const
      const transfers = [
        coins({ direction: "out", quantity: { numeric: "0.5" } }),
        coins({ fungible_info: { name: "USD Coin", symbol: "USDC" }, quantity: { numeric: "1239.31" } }),
      ]
      const { activity, entries } = yield* overLedger(() =>
        Effect.succeed({ data: [tx("0x5E", { operationType: "trade" }, transfers)] }),
      )
      yield* SubscriptionRef.set(entries, [transferEntry({ subject: swap, state })])
      yield* activity.load
      expect(getRows(now(activity.state))).toMatchObject([
        {
          operation: "trade",
          movements: [{ text: "0.500 ETH" }, { text: "1,239.310 USDC" }],
          entry: { id: "entry" },
        },
      ])
    }),
  )

  it.effect("reads again when an entry settles", () =>
    Effect.gen(function* () {
      let data: HistoryPage["data"] = []
      const { activity, entries } = yield* overLedger(() => Effect.sync(() => ({ data })))
      yield* activity.load
      yield* SubscriptionRef.set(entries, [sent])
      yield* reach(activity.state, (state) => state._tag === "Loaded" && state.pending.length === 1)
      data = [tx("0x5e"), tx("0x6f")]
      yield* SubscriptionRef.set(entries, [confirmed])
      const state = yield* reach(activity.state, (one) => getKeys(one).includes("0x6f"))
      expect(getRows(state).map(({ entry }) => entry?.id ?? null)).toEqual(["entry", null])
    }),
  )

  it.effect("keeps the loaded pages and the cursor when an entry settles", () =>
    Effect.gen(function* () {
      let first = [tx("0x1")]
      const { activity, entries } = yield* overLedger(({ cursor }) =>
        Effect.sync(() => {
          if (cursor === null) return { data: first, next: "a" }
          return cursor === "a" ? { data: [tx("0x2")], next: "b" } : { data: [tx("0x3")] }
        }),
      )
      yield* activity.load
      yield* activity.more
      yield* SubscriptionRef.set(entries, [sent])
      first = [tx("0x5e"), tx("0x1")]
      yield* SubscriptionRef.set(entries, [confirmed])
      yield* reach(activity.state, (state) => getKeys(state)[0] === "0x5e")
      expect(getKeys(now(activity.state))).toEqual(["0x5e", "0x1", "0x2"])
      yield* activity.more
      expect(getKeys(now(activity.state))).toEqual(["0x5e", "0x1", "0x2", "0x3"])
    }),
  )

  it.effect("shows only the ledger without a history, and says so", () =>
    Effect.gen(function* () {
      const unsupported = { _tag: "Loaded", pending: [], months: [], more: "none", unsupported: true }
      const { flows } = yield* connectAccountWith({})
      yield* flows.activity.load
      expect(now(flows.activity.state)).toEqual(unsupported)
      const api = scriptedApi({
        "/v1/supported-chains": () => Response.json({ http: ["eip155:10"], ws: [] }),
      })
      const unserved = yield* connectAccountWith({ options: api.options, deps: api })
      yield* unserved.flows.activity.load
      expect(now(unserved.flows.activity.state)).toEqual(unsupported)
    }),
  )

  it.effect.each([401, 403])("fails when the server refuses its list of networks with %i", (status) =>
    Effect.gen(function* () {
      const api = scriptedApi({ "/v1/supported-chains": () => new Response("", { status }) })
      const { flows } = yield* connectAccountWith({ options: api.options, deps: api })
      yield* flows.activity.load
      yield* flows.collectibles.load
      const problem = { _tag: "ApiError", reason: { _tag: "Status", status } }
      expect(now(flows.activity.state)).toMatchObject({ _tag: "Failed", problem })
      expect(now(flows.collectibles.state)).toMatchObject({ _tag: "Failed", problem })
    }),
  )

  it.effect(
    "shows nothing of another account or network, and still shows open entries when the history fails",
    () =>
      Effect.gen(function* () {
        const problem = new ApiError({ host: "h", call: "c", reason: { _tag: "NoEndpoint" } })
        const { activity, entries } = yield* overLedger(() => Effect.fail(problem))
        yield* SubscriptionRef.set(entries, [
          transferEntry({ id: "a", network: "eip155:10" }),
          transferEntry({ id: "b", account: `eip155:1:${friend}` }),
          transferEntry({ id: "c", account: `eip155:1:0x${self.slice(2).toUpperCase()}` }),
        ])
        yield* activity.load
        expect(now(activity.state)).toMatchObject({
          _tag: "Failed",
          problem,
          pending: [{ entry: { id: "c" } }],
        })
        yield* SubscriptionRef.set(entries, [])
        yield* reach(activity.state, (state) => state._tag === "Failed" && state.pending.length === 0)
      }),
  )

  it.effect("reads 10,000 rows with a constant number of lookups per row", () =>
    Effect.gen(function* () {
      const [rows, size] = [10_000, 50]
      let months = 0
      const { activity, read } = yield* overLedger(
        ({ cursor }) =>
          Effect.sync(() => {
            const start = Number(cursor ?? 0)
            const data = Array.from({ length: size }, (_, at) =>
              tx(`0x${start + at}`, { minedAt: new Date(1.7e12 - (start + at) * 3_600_000).toISOString() }),
            )
            return { data, next: start + size < rows ? `${start + size}` : null }
          }),
        (at) => {
          months++
          return inUtc(at)
        },
      )
      yield* activity.load
      while (getMore(now(activity.state)) === "ready") yield* activity.more
      expect(getKeys(now(activity.state))).toHaveLength(rows)
      expect(months).toBe(rows)
      expect(read).toHaveLength(rows / size)
    }),
  )
})
