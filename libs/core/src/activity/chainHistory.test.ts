import { describe, expect, it } from "@effect/vitest"
import type { ChainActions, ChainHistory, PastTransaction } from "@wmodal/chains"
import { bitcoin } from "@wmodal/chains/bitcoin"
import { RpcError, SubscriptionRef } from "@wmodal/protocol"
import { bitcoin as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { connectAccountWith, scriptedApi } from "../testing/connectAccountWith.ts"
import { makeEngineWith } from "../testing/makeEngineOver.ts"
import { reach } from "../testing/reach.ts"
import { bitcoinSession, bitcoinWallet } from "../testing/scriptedWallet.ts"

const own = bitcoinSession.accounts[0].split(":")[2] ?? ""
const other = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
const hash = (digit: number) => String(digit).repeat(64)

const past = (digit: number, change: Partial<PastTransaction> = {}): PastTransaction => ({
  hash: hash(digit),
  status: "confirmed",
  at: Date.UTC(2026, 0, 10 - digit),
  direction: "out",
  amount: 150_000_000n,
  counterparty: other,
  ...change,
})

/** Makes a Bitcoin account whose nodes provide its history, page by page. */
const accountOver = (pages: Readonly<Record<string, () => Effect.Effect<ChainHistory, RpcError>>>) =>
  Effect.gen(function* () {
    const asked: string[] = []
    const api = scriptedApi({})
    const history: ChainActions["history"] = ({ address, cursor }) => {
      asked.push(`${address === own ? "own" : address} ${cursor ?? "first"}`)
      return pages[cursor ?? "first"]?.() ?? Effect.succeed({ transactions: [], next: null })
    }
    const account = yield* connectAccountWith({
      on: "bip122",
      actions: { history, address: (text) => text || null },
      options: api.options,
      deps: { fetch: api.fetch },
    })
    return { ...account, asked, api }
  })

const now = SubscriptionRef.getUnsafe
const unreachable = () =>
  Effect.fail(new RpcError({ method: "GET", host: "", reason: { _tag: "Unreachable", detail: "" } }))

describe("history from a chain's own nodes", () => {
  it.effect("shows the history page by page without API requests", () =>
    Effect.gen(function* () {
      const { api, asked, flows } = yield* accountOver({
        first: () =>
          Effect.succeed({
            transactions: [
              past(1, { status: "pending", at: null, direction: "in", amount: 1n }),
              past(2),
              past(3, { direction: "self", amount: 0n, counterparty: null }),
            ],
            next: "older",
          }),
        older: () => Effect.succeed({ transactions: [past(4, { direction: "in" })], next: null }),
      })
      yield* flows.activity.load
      const first = yield* reach(flows.activity.state, ({ _tag }) => _tag === "Loaded")
      expect(first).toMatchObject({ more: "ready", pending: [] })
      yield* flows.activity.more
      const all = yield* reach(
        flows.activity.state,
        (state) => state._tag === "Loaded" && state.more === "none",
      )
      const rows = all._tag === "Loaded" ? all.months.flatMap((month) => month.rows) : []
      const shown = rows.map(({ operation, status, counterparty, movements }) => [
        operation,
        status,
        counterparty,
        movements.map(({ text }) => text).join(),
      ])
      expect(shown).toEqual(
        expect.arrayContaining([
          ["receive", "pending", other, "+<0.001 BTC"],
          ["send", "confirmed", other, "1.500 BTC"],
          ["send", "confirmed", null, ""],
          ["receive", "confirmed", other, "+1.500 BTC"],
        ]),
      )
      expect(rows.map(({ explorerUrl }) => explorerUrl)).toContain(`https://mempool.space/tx/${hash(2)}`)
      expect(asked).toEqual(["own first", "own older"])
      expect(api.askedFor(`/v1/account/${own}/history`)).toEqual([])
    }),
  )

  it.effect("shows a payment of this engine once, with its ledger entry", () =>
    Effect.gen(function* () {
      const { engine, flows } = yield* connectAccountWith({
        on: "bip122",
        actions: {
          toTransactionHash: () => hash(2),
          broadcast: () => Effect.succeed(hash(2)),
          find: () =>
            Effect.succeed({
              _tag: "Mined",
              hash: hash(2),
              succeeded: true,
              block: 1n,
              at: 1_000,
              fee: 7n,
              confirmations: 6,
            }),
          history: () => Effect.succeed({ transactions: [past(2)], next: null }),
        },
      })
      const network = SubscriptionRef.getUnsafe(engine.networks.selected).caipNetworkId
      yield* flows.ledger.broadcast({ network, raw: "00" })
      yield* flows.activity.load
      yield* TestClock.adjust("5 seconds")
      const state = yield* reach(
        flows.activity.state,
        (one) => one._tag === "Loaded" && one.pending.length === 0,
      )
      const rows = state._tag === "Loaded" ? state.months.flatMap((month) => month.rows) : []
      expect(rows).toHaveLength(1)
      expect(rows[0]).toMatchObject({ operation: "send", entry: { state: { _tag: "Confirmed", fee: 7n } } })
    }),
  )

  it.effect("reports a failed read, and reads again on request", () =>
    Effect.gen(function* () {
      let answers = false
      const { flows } = yield* accountOver({
        first: () => (answers ? Effect.succeed({ transactions: [past(1)], next: null }) : unreachable()),
      })
      yield* flows.activity.load
      expect(now(flows.activity.state)).toMatchObject({
        _tag: "Failed",
        problem: { _tag: "RpcError", reason: { _tag: "Unreachable" } },
      })
      answers = true
      yield* flows.activity.retry
      expect(now(flows.activity.state)).toMatchObject({ _tag: "Loaded", more: "none" })
    }),
  )

  it.effect("provides the known recipients, and is read once within 30 s for all consumers", () =>
    Effect.gen(function* () {
      const { asked, flows } = yield* accountOver({
        first: () => Effect.succeed({ transactions: [past(1)], next: null }),
      })
      expect(yield* flows.recipients.stops(other, null, null)).toEqual([])
      expect((yield* flows.recipients.stops(own, null, null)).map(({ _tag }) => _tag)).toEqual(["FirstTime"])
      yield* flows.activity.load
      expect(asked).toEqual(["own first"])
      yield* TestClock.adjust("31 seconds")
      yield* flows.recipients.stops(other, null, null)
      expect(asked).toEqual(["own first", "own first"])
    }),
  )
})

describe("history from Bitcoin's nodes", () => {
  const told = (digit: number, status: object) => ({
    txid: hash(digit),
    vin: [],
    vout: [{ scriptpubkey: "", scriptpubkey_address: own, value: 1_000 }],
    weight: 500,
    fee: 100,
    status,
  })

  it.effect("goes on in blocks when pending transactions fill the first page", () =>
    Effect.gen(function* () {
      const pages: Readonly<Record<string, readonly unknown[]>> = {
        "": [told(1, { confirmed: false }), told(2, { confirmed: false })],
        "/chain": [told(3, { confirmed: true, block_height: 5, block_time: 1 })],
        [`/chain/${hash(3)}`]: [],
      }
      const { connector } = bitcoinWallet({})
      const send = ({ url }: { readonly url: string }) =>
        Effect.sync(() => {
          const page = pages[url.split(`/address/${own}/txs`)[1] ?? "none"]
          return page === undefined ? new Response("", { status: 404 }) : Response.json(page)
        })
      const engine = yield* makeEngineWith(
        { chains: [bitcoin({ connectors: [connector] })], networks: [network] },
        { fetch: { send } },
      )
      yield* engine.ready
      yield* engine.connection.connectAndWait(connector.id)
      const { activity } = yield* engine.flows
      yield* activity.load
      expect(yield* reach(activity.state, ({ _tag }) => _tag === "Loaded")).toMatchObject({ more: "ready" })
      yield* activity.more
      yield* activity.more
      const all = yield* reach(activity.state, (state) => state._tag === "Loaded" && state.more === "none")
      const rows = all._tag === "Loaded" ? all.months.flatMap((month) => month.rows) : []
      expect(rows.map(({ status }) => status).toSorted()).toEqual(["confirmed", "pending", "pending"])
    }),
  )
})
