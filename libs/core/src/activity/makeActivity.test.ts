import { describe, expect, it } from "@effect/vitest"
import { Feed, SubscriptionRef } from "@wmodal/protocol"
import { Deferred, Effect, Fiber, Stream } from "effect"
import { connectAccountWith, scriptedApi } from "../testing/connectAccountWith.ts"
import { reach } from "../testing/reach.ts"
import { coins, friend, getKeys, getMore, getRows, nft, self, tx } from "../testing/transactions.ts"

const now = SubscriptionRef.getUnsafe
const path = `/v1/account/${self}/history`

type HistoryReply = { readonly data: readonly object[]; readonly next?: string | null } | number

/** A history by cursor; the first page has the cursor "". */
const pages = (all: Readonly<Record<string, HistoryReply>> | ((cursor: string) => HistoryReply)) =>
  scriptedApi({
    [path]: (url) => {
      const cursor = url.searchParams.get("cursor") ?? ""
      const page = (typeof all === "function" ? all(cursor) : all[cursor]) ?? 404
      return typeof page === "number" ? new Response("", { status: page }) : Response.json(page)
    },
  })

const accountOver = (api: ReturnType<typeof scriptedApi>) =>
  Effect.map(
    connectAccountWith({
      options: api.options,
      deps: api,
      actions: { address: (text) => (text === "" ? null : text) },
    }),
    (account) => ({ ...account, activity: account.flows.activity, cursors: () => getCursors(api) }),
  )
const getCursors = (api: ReturnType<typeof scriptedApi>) =>
  api.askedFor(path).map((url) => url.searchParams.get("cursor"))

const loaded = (all: Parameters<typeof pages>[0]) =>
  Effect.tap(accountOver(pages(all)), ({ activity }) => activity.load)

describe("history rows", () => {
  it.effect("shows sign, three decimals and symbol for a single movement", () =>
    Effect.gen(function* () {
      const { activity } = yield* loaded({
        "": {
          data: [
            tx("0x1"),
            tx("0x2", { operationType: "send", sentFrom: self, sentTo: friend }, [
              coins({ direction: "out" }),
            ]),
            tx("0x3", { operationType: "burn" }, [coins({ quantity: { numeric: "0.00099" } })]),
            tx("0x4", { operationType: "receive" }, [coins(), coins({ direction: "out" })]),
            tx("0x5", { operationType: "approve", sentTo: self, sentFrom: self }, []),
            tx("0x6", { operationType: "mint" }, [nft(false)]),
          ],
        },
      })
      const rows = getRows(now(activity.state))
      expect(rows.map(({ movements }) => movements.map(({ text }) => text))).toEqual([
        ["+1.500 ETH"],
        ["1.500 ETH"],
        ["-<0.001 ETH"],
        ["1.500 ETH", "1.500 ETH"],
        [],
        ["Cat #1"],
      ])
      expect(rows[0]).toMatchObject({
        key: "0x1",
        hash: "0x1",
        network: "eip155:1",
        status: "confirmed",
        counterparty: friend,
        at: Date.UTC(2026, 2, 1, 12),
        explorerUrl: "https://etherscan.io/tx/0x1",
        entry: null,
      })
      expect(rows[4]?.counterparty).toBe(null)
      expect(rows[5]?.movements[0]).toEqual({
        text: "Cat #1",
        direction: "in",
        icon: "data:image/png;base64,AA",
        collectible: true,
        amount: null,
        symbol: "",
      })
    }),
  )

  it.effect("keeps every digit of a past amount, and its direction", () =>
    Effect.gen(function* () {
      const { activity } = yield* loaded({
        "": {
          data: [
            tx("0x1", { operationType: "receive" }, [coins({ quantity: { numeric: "0.00012345" } })]),
            tx("0x2", { operationType: "trade" }, [
              coins({
                direction: "out",
                quantity: { numeric: "1239.3100001" },
                fungible_info: { symbol: "USDC" },
              }),
              coins({ direction: "in", quantity: { numeric: "1e-18" } }),
              coins({ direction: "sideways", quantity: { numeric: "many" } }),
            ]),
          ],
        },
      })
      const rows = getRows(now(activity.state))
      const movements = rows.flatMap((row) =>
        row.movements.map(({ amount, direction, symbol }) => [direction, amount, symbol]),
      )
      expect(movements).toEqual([
        // In the network's own decimals.
        ["in", { units: 123_450_000_000_000n, decimals: 18 }, "ETH"],
        ["out", { units: 12_393_100_001n, decimals: 7 }, "USDC"],
        ["in", { units: 1n, decimals: 18 }, "ETH"],
        ["self", null, "ETH"],
      ])
      expect(rows[0]?.movements[0]?.text).toBe("+<0.001 ETH")
    }),
  )

  it.effect("excludes spam, other chains, and transfers of zero", () =>
    Effect.gen(function* () {
      const { activity } = yield* loaded({
        "": {
          data: [
            tx("0x1", {}, [nft(true), nft(true)]),
            tx("0x2", { chain: "eip155:10" }),
            tx("0x3", { operationType: "send" }, [coins({ direction: "out", quantity: { numeric: "0.0" } })]),
            tx("0x4", {}, [nft(true), coins()]),
            tx("0x5", { chain: null }),
          ],
        },
      })
      const rows = getRows(now(activity.state))
      expect(rows.map(({ key }) => key)).toEqual(["0x4", "0x5"])
      expect(rows[0]?.movements.map(({ text }) => text)).toEqual(["+1.500 ETH"])
    }),
  )

  it.effect("shows hostile text as one line, and drops images that a browser might execute", () =>
    Effect.gen(function* () {
      const symbol = `US\u202eDC\n${"!".repeat(100)}`
      const hostile = coins({ fungible_info: { symbol, icon: { url: "javascript:alert(1)" } } })
      const { activity } = yield* loaded({
        "": {
          data: [
            tx("0x1", { operationType: "rec\u200beive\n!" }, [hostile]),
            tx("0x2", {}, [
              coins({ quantity: { numeric: "many" } }),
              coins({ quantity: { numeric: "1e300" } }),
            ]),
            tx("../../x", { minedAt: "never", status: "?" }),
            tx("0x4", {}, [nft(false, { nft_info: { flags: { is_spam: false }, token_id: "7" } })]),
          ],
        },
      })
      const rows = getRows(now(activity.state))
      expect(rows[0]?.operation).toBe("receive !")
      expect(rows[0]?.movements[0]).toMatchObject({ text: `1.500 USDC ${"!".repeat(27)}`, icon: null })
      expect(rows[1]?.movements.map(({ text }) => text)).toEqual(["ETH", "ETH"])
      expect(rows[2]).toMatchObject({ explorerUrl: null, status: "pending", at: Date.UTC(2026, 2, 1, 12) })
      expect(rows[3]?.movements[0]?.text).toBe("#7")
    }),
  )
})

describe("paging", () => {
  it.effect("continues with the cursor of this network, shows each row once, and ends", () =>
    Effect.gen(function* () {
      const api = pages({
        "": { data: [tx("0x1"), tx("0x2")], next: "a" },
        a: { data: [tx("0x2"), tx("0x3", { minedAt: "2025-12-31T23:00:00.000Z" })], next: null },
      })
      const { activity, cursors } = yield* accountOver(api)
      expect(cursors()).toEqual([])
      yield* activity.load
      yield* activity.load
      expect(getMore(now(activity.state))).toBe("ready")
      expect(api.askedFor(path)[0]?.searchParams.get("chainId")).toBe("eip155:1")
      yield* activity.more
      expect(getKeys(now(activity.state))).toEqual(["0x1", "0x2", "0x3"])
      expect(now(activity.state)).toMatchObject({ more: "none", months: [{ month: 2 }, {}] })
      yield* activity.more
      expect(cursors()).toEqual([null, "a"])
    }),
  )

  it.effect("skips pages without visible rows, and stops when cursors repeat or never end", () =>
    Effect.gen(function* () {
      const spam = [tx("0x0", {}, [nft(true)])]
      const found = yield* loaded({
        "": { data: [], next: "a" },
        a: { data: spam, next: "b" },
        b: { data: [tx("0x1")], next: "a" },
      })
      expect(getKeys(now(found.activity.state))).toEqual(["0x1"])
      expect(getMore(now(found.activity.state))).toBe("none")
      const own = yield* loaded(() => ({ data: spam, next: "same" }))
      expect(own.cursors()).toEqual([null, "same"])
      let page = 0
      const endless = yield* loaded(() => ({ data: [], next: `${++page}` }))
      expect(endless.cursors()).toHaveLength(10)
      // Automatic paging stops here, and the user can continue.
      expect(getMore(now(endless.activity.state))).toBe("failed")
      yield* endless.activity.more
      expect(endless.cursors()).toHaveLength(20)
    }),
  )

  it.effect("shows each row once when a server repeats its pages", () =>
    Effect.gen(function* () {
      let page = 0
      const { activity, cursors } = yield* loaded(() => ({ data: [tx("0x1")], next: `${++page}` }))
      yield* activity.more
      expect(getKeys(now(activity.state))).toEqual(["0x1"])
      expect(cursors()).toHaveLength(11)
    }),
  )

  it.effect("reports the failure of a later page, keeps the rows, and continues on request", () =>
    Effect.gen(function* () {
      let answer: HistoryReply = 400
      const { activity, engine } = yield* loaded((cursor) =>
        cursor === "" ? { data: [tx("0x1")], next: "a" } : answer,
      )
      const told = yield* Feed.values(engine.events).pipe(
        Stream.filter(({ name }) => name.endsWith("_TRANSACTIONS")),
        Stream.take(3),
        Stream.runCollect,
        Effect.forkChild({ startImmediately: true }),
      )
      yield* activity.more
      expect(now(activity.state)).toMatchObject({
        _tag: "Loaded",
        more: "failed",
        problem: { _tag: "ApiError", reason: { _tag: "Status", status: 400 } },
        months: [{ rows: [{}] }],
      })
      answer = { data: [tx("0x2")] }
      yield* activity.more
      expect(getKeys(now(activity.state))).toEqual(["0x1", "0x2"])
      expect(now(activity.state)).not.toHaveProperty("problem")
      const properties = { address: self, projectId: "test", cursor: "a", isSmartAccount: false }
      expect(yield* Fiber.join(told)).toMatchObject([
        { name: "LOAD_MORE_TRANSACTIONS", properties },
        { name: "ERROR_FETCH_TRANSACTIONS", properties },
        { name: "LOAD_MORE_TRANSACTIONS", properties },
      ])
    }),
  )

  it.effect("reports the failure of the first page, shows the ledger, and reads it again", () =>
    Effect.gen(function* () {
      let answer: HistoryReply = 400
      const { activity } = yield* loaded(() => answer)
      expect(now(activity.state)).toMatchObject({
        _tag: "Failed",
        problem: { _tag: "ApiError", reason: { status: 400 } },
        pending: [],
      })
      answer = { data: [tx("0x1")] }
      yield* activity.retry
      expect(getKeys(now(activity.state))).toEqual(["0x1"])
    }),
  )

  it.effect("continues when its caller is interrupted, and serves the next caller", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const api = pages({ "": { data: [tx("0x1")] } })
      const { flows } = yield* connectAccountWith({
        options: api.options,
        deps: {
          fetch: {
            send: (request) =>
              new URL(request.url).pathname === path
                ? Effect.andThen(Deferred.await(gate), api.fetch.send(request))
                : api.fetch.send(request),
          },
        },
      })
      const { activity } = flows
      const one = yield* Effect.forkChild(activity.load, { startImmediately: true })
      const other = yield* Effect.forkChild(activity.load, { startImmediately: true })
      yield* Fiber.interrupt(other)
      yield* Fiber.interrupt(one)
      yield* Deferred.succeed(gate, undefined)
      const state = yield* reach(activity.state, ({ _tag }) => _tag === "Loaded")
      expect(getKeys(state)).toEqual(["0x1"])
      expect(getCursors(api)).toEqual([null])
    }),
  )

  it.effect("starts over on another network, and never shows a result for an earlier one", () =>
    Effect.gen(function* () {
      const api = pages({})
      const slow: string[] = []
      const { engine, flows } = yield* connectAccountWith({
        options: api.options,
        deps: {
          fetch: {
            send: (request) => {
              const url = new URL(request.url)
              if (url.pathname !== path) return api.fetch.send(request)
              const chain = url.searchParams.get("chainId") ?? ""
              slow.push(chain)
              const reply = Effect.sync(() => Response.json({ data: [tx(`0x${slow.length}`, { chain })] }))
              return chain === "eip155:1" ? Effect.delay(reply, "5 seconds") : reply
            },
          },
        },
      })
      yield* Effect.forkChild(flows.activity.load, { startImmediately: true })
      yield* engine.networks.switchTo("eip155:10")
      const state = yield* reach(flows.activity.state, ({ _tag }) => _tag === "Loaded")
      expect(getRows(state).map(({ network }) => network)).toEqual(["eip155:10"])
      yield* engine.connection.disconnect()
      yield* reach(flows.activity.state, ({ _tag }) => _tag === "Disconnected")
    }),
  )
})
