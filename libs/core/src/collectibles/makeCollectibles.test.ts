import { describe, expect, it } from "@effect/vitest"
import type { ChainActions } from "@wmodal/chains"
import { RpcError, SubscriptionRef } from "@wmodal/protocol"
import { solana } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { connectAccountWith, scriptedApi } from "../testing/connectAccountWith.ts"
import { reach } from "../testing/reach.ts"
import type { CollectiblesState } from "./Collectibles.ts"

const now = SubscriptionRef.getUnsafe
const self = "0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb"
const path = `/v1/account/${self}/history`
const cats = "0xca75"

const nft = (tokenId: string | null, change: object = {}, transfer: object = {}) => ({
  nft_info: {
    name: `Cat ${tokenId}`,
    contract_address: cats,
    token_id: tokenId,
    content: { preview: { url: "https://images.example/cat" } },
    flags: { is_spam: false },
    ...change,
  },
  direction: "in",
  quantity: { numeric: "1" },
  ...transfer,
})
const tx = (transfers: readonly object[], change: object = {}) => ({
  id: "1",
  metadata: {
    operationType: "receive",
    hash: "0x01",
    minedAt: "2026-03-01T12:00:00.000Z",
    sentFrom: "0xfrom",
    sentTo: self,
    status: "confirmed",
    chain: "eip155:1",
    ...change,
  },
  transfers,
})

type TransfersReply = { readonly data: readonly object[]; readonly next?: string } | number

const collecting = (page: (cursor: string) => TransfersReply, owned: ChainActions["filterOwned"] = ownsAll) =>
  Effect.gen(function* () {
    const api = scriptedApi({
      [path]: (url) => {
        const found = page(url.searchParams.get("cursor") ?? "")
        return typeof found === "number" ? new Response("", { status: found }) : Response.json(found)
      },
    })
    const asked: string[][] = []
    const account = yield* connectAccountWith({
      options: api.options,
      deps: api,
      actions: {
        address: (text) => (text.startsWith("0x") ? text.toLowerCase() : null),
        filterOwned: (request) => {
          asked.push(request.collectibles.map(({ contract, tokenId }) => `${contract} ${tokenId}`))
          return owned(request)
        },
      },
    })
    return {
      ...account,
      collectibles: account.flows.collectibles,
      asked,
      read: () => api.askedFor(path).length,
    }
  })
const ownsAll: ChainActions["filterOwned"] = ({ collectibles }) => Effect.succeed(collectibles)
const listIds = (state: CollectiblesState) =>
  state._tag === "Loaded" ? state.collectibles.map(({ tokenId }) => tokenId) : state._tag
const unreachable = () =>
  Effect.fail(new RpcError({ method: "eth_call", host: "h", reason: { _tag: "NoEndpoint" } }))

describe("collectibles", () => {
  it.effect.each([
    ["tracker", "images", "https://images.example/cat", null],
    ["tracker", "other", null, "https://tracker.example/cat"],
  ] as const)(
    "leaves the picture of a host that the page has not named to the user: %s, %s",
    ([preview, detail, image, unnamedImage]) =>
      Effect.gen(function* () {
        const content = {
          preview: { url: `https://${preview}.example/cat` },
          detail: { url: `https://${detail}.example/cat` },
        }
        const { collectibles } = yield* collecting(() => ({ data: [tx([nft("1", { content })])] }))
        yield* collectibles.load
        expect(now(collectibles.state)).toMatchObject({ collectibles: [{ image, unnamedImage }] })
      }),
  )

  it.effect("lists collectibles that the account received and still owns on the chain, each once", () =>
    Effect.gen(function* () {
      const { collectibles, asked } = yield* collecting(
        () => ({
          data: [
            tx([nft("1"), nft("2", {}, { direction: "out" }), nft("3", { flags: { is_spam: true } })]),
            tx([nft("007", { contract_address: "0xCA75" }), nft("1")]),
            tx([nft("8")], { status: "failed" }),
            tx([nft("9")], { chain: "eip155:10" }),
            tx([nft(null), nft("-1"), nft("0x1"), nft("9", { contract_address: "no" }), nft("6")]),
            tx([{ direction: "in", quantity: { numeric: "1" } }]),
          ],
        }),
        ({ collectibles: all }) => Effect.succeed(all.filter(({ tokenId }) => tokenId !== "6")),
      )
      expect(now(collectibles.state)._tag).toBe("Loading")
      expect(asked).toEqual([])
      yield* collectibles.load
      expect(asked).toEqual([["0xca75 1", "0xca75 7", "0xca75 6"]])
      expect(now(collectibles.state)).toEqual({
        _tag: "Loaded",
        more: false,
        collectibles: ["1", "7"].map((tokenId) => ({
          network: "eip155:1",
          contract: cats,
          tokenId,
          name: tokenId === "7" ? "Cat 007" : "Cat 1",
          image: "https://images.example/cat",
          unnamedImage: null,
        })),
      })
    }),
  )

  it.effect("returns sanitized names, and no images that a browser might execute or that cannot load", () =>
    Effect.gen(function* () {
      const picture = (url: string) => ({ content: { preview: { url }, detail: { url } } })
      const { collectibles } = yield* collecting(() => ({
        data: [
          tx([
            nft("1", { name: `\u202eevil${"!".repeat(99)}`, ...picture("javascript:alert(1)") }),
            nft("2", { name: " ", ...picture("ipfs://Qm") }),
            nft("3", { name: null, ...picture("data:text/html,<script>") }),
            nft("4", picture("data:image/png;base64,AA")),
            nft("5", { content: null }),
          ]),
        ],
      }))
      yield* collectibles.load
      const state = now(collectibles.state)
      const found = state._tag === "Loaded" ? state.collectibles : []
      expect(found.map(({ name }) => name)).toEqual([`evil${"!".repeat(60)}`, "#2", "#3", "Cat 4", "Cat 5"])
      expect(found.map(({ image }) => image)).toEqual([null, null, null, "data:image/png;base64,AA", null])
    }),
  )

  it.effect("searches further back without repeated ownership lookups", () =>
    Effect.gen(function* () {
      let page = 0
      const { collectibles, asked, read } = yield* collecting(() => {
        page++
        return page > 7 ? { data: [tx([nft("1")])] } : { data: [tx([nft(`${page}`)])], next: `${page}` }
      })
      yield* collectibles.load
      yield* collectibles.load
      expect(read()).toBe(5)
      expect(now(collectibles.state)).toMatchObject({ more: true })
      yield* collectibles.more
      expect(listIds(now(collectibles.state))).toEqual(["1", "2", "3", "4", "5", "6", "7"])
      expect(now(collectibles.state)).toMatchObject({ more: false })
      yield* collectibles.more
      expect(read()).toBe(8)
      expect(asked).toHaveLength(7)
    }),
  )

  it.effect("ends when a server repeats its cursors", () =>
    Effect.gen(function* () {
      const { collectibles, read } = yield* collecting(() => ({ data: [], next: "same" }))
      yield* collectibles.load
      expect(now(collectibles.state)).toEqual({ _tag: "Loaded", collectibles: [], more: false })
      expect(read()).toBe(2)
    }),
  )

  it.effect("reports a failed read, keeps the found collectibles, and reads again", () =>
    Effect.gen(function* () {
      let fails = true
      const { collectibles } = yield* collecting(
        (cursor) => (fails && cursor === "a" ? 400 : { data: [tx([nft(`1${cursor.length}`)])], next: "a" }),
        (request) => (fails ? unreachable() : ownsAll(request)),
      )
      yield* collectibles.load
      expect(now(collectibles.state)).toMatchObject({ _tag: "Failed", problem: { _tag: "RpcError" } })
      fails = false
      yield* collectibles.retry
      expect(listIds(now(collectibles.state))).toEqual(["10", "11"])

      const later = yield* collecting((cursor) =>
        cursor === "a" ? 400 : { data: [tx([nft("1")])], next: "a" },
      )
      yield* later.collectibles.load
      expect(now(later.collectibles.state)).toMatchObject({
        _tag: "Loaded",
        more: true,
        collectibles: [{ tokenId: "1" }],
        problem: { _tag: "ApiError" },
      })
    }),
  )

  it.effect(
    "returns no collectibles without an account, without an endpoint, and on an unsupported network",
    () =>
      Effect.gen(function* () {
        const { engine, flows } = yield* connectAccountWith({})
        yield* flows.collectibles.load
        expect(now(flows.collectibles.state)).toEqual({
          _tag: "Loaded",
          collectibles: [],
          more: false,
          unsupported: true,
        })
        yield* engine.connection.disconnect()
        yield* reach(flows.collectibles.state, ({ _tag }) => _tag === "Disconnected")
        const unknown = yield* collecting(() => ({ data: [tx([nft("1")])] }))
        unknown.say({ _tag: "NetworkChanged", network: "eip155:4242" })
        yield* reach(unknown.engine.account.state, (one) => one?.network === "eip155:4242")
        yield* unknown.collectibles.load
        expect(listIds(now(unknown.collectibles.state))).toEqual([])
        expect(unknown.read()).toBe(0)
      }),
  )

  it.effect("never shows collectibles of an earlier network", () =>
    Effect.gen(function* () {
      const { engine, collectibles } = yield* collecting(
        () => ({ data: [tx([nft("1")]), tx([nft("2")], { chain: "eip155:10" })] }),
        (request) =>
          request.network.caipNetworkId === "eip155:1"
            ? Effect.delay(ownsAll(request), "5 seconds")
            : ownsAll(request),
      )
      yield* Effect.forkChild(collectibles.load, { startImmediately: true })
      yield* engine.networks.switchTo("eip155:10")
      const state = yield* reach(collectibles.state, ({ _tag }) => _tag === "Loaded")
      expect(listIds(state)).toEqual(["2"])
    }),
  )

  it.effect("identifies a Solana collectible by its contract alone", () =>
    Effect.gen(function* () {
      const { caipNetworkId } = solana
      const owner = "oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96"
      const mint = "7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv"
      const found = [nft(null, { contract_address: mint, name: "" }), nft("7", { contract_address: mint })]
      const api = scriptedApi({
        "/v1/supported-chains": () => Response.json({ http: [caipNetworkId], ws: [] }),
        [`/v1/account/${owner}/history`]: () =>
          Response.json({ data: [tx(found, { sentTo: owner, chain: caipNetworkId })] }),
      })
      const asked: unknown[] = []
      const { flows } = yield* connectAccountWith({
        on: "solana",
        options: api.options,
        deps: api,
        actions: {
          filterOwned: ({ collectibles }) => {
            asked.push(...collectibles.map(({ contract, tokenId }) => [contract, tokenId]))
            return Effect.succeed(collectibles)
          },
        },
      })
      yield* flows.collectibles.load
      expect(asked).toEqual([[mint, ""]])
      expect(now(flows.collectibles.state)).toMatchObject({
        _tag: "Loaded",
        collectibles: [{ contract: mint, tokenId: "", name: "7S3P...ArAaKv" }],
      })
    }),
  )

  it.effect("requests nothing on a chain that cannot distinguish collectibles from money", () =>
    Effect.gen(function* () {
      const api = scriptedApi({})
      const { flows } = yield* connectAccountWith({
        on: "bip122",
        options: api.options,
        deps: { fetch: api.fetch },
      })
      yield* flows.collectibles.load
      expect(now(flows.collectibles.state)).toEqual({ _tag: "Hidden" })
      expect(api.asked.filter(({ pathname }) => pathname.endsWith("/history"))).toEqual([])
    }),
  )
})
