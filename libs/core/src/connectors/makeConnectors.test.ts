import { describe, expect, it } from "@effect/vitest"
import type { Connector } from "@wmodal/chains"
import { type Fetch, SubscriptionRef } from "@wmodal/protocol"
import { mainnet, solana } from "@wmodal/protocol/networks"
import { Deferred, Effect, Queue, Stream } from "effect"
import { TestClock } from "effect/testing"
import { makeEngineWith, makeTestChain } from "../testing/makeEngineOver.ts"
import { reach } from "../testing/reach.ts"
import { scriptedWallet } from "../testing/scriptedWallet.ts"
import { scriptedWalletConnect } from "../testing/scriptedWalletConnect.ts"

const now = SubscriptionRef.getUnsafe

const excludedId = "e".repeat(64)

const wallets = [
  {
    id: "f1",
    name: "Featured",
    rdns: "io.featured",
    image_id: "img",
    chrome_store: "https://store.example/f1",
  },
  { id: "r1", name: "Recommended", homepage: "https://r1.example" },
  { id: excludedId, name: "Excluded", rdns: "io.excluded" },
]

/** Makes a directory that filters like the real one, and records its requests. */
const directory = () => {
  const asked: URLSearchParams[] = []
  const fetch: Fetch["Service"] = {
    send: (request) => {
      const { searchParams } = new URL(request.url)
      asked.push(searchParams)
      const include = searchParams.get("include")?.split(",")
      const exclude = searchParams.get("exclude")?.split(",") ?? []
      const data = wallets.filter(({ id }) => (include?.includes(id) ?? true) && !exclude.includes(id))
      return Effect.succeed(Response.json({ count: data.length, data }))
    },
  }
  return { asked, fetch }
}

const endpoints = { directory: "https://directory.example" }

describe("connectors", () => {
  it.effect("requests the directory on the first open only", () =>
    Effect.gen(function* () {
      const { asked, fetch } = directory()
      const options = { chains: [makeTestChain([])], endpoints, featuredWallets: ["f1"] }
      const engine = yield* makeEngineWith(options, { fetch })
      yield* engine.ready
      expect(asked).toEqual([])
      yield* engine.router.open()
      const [row] = yield* reach(engine.connectors.rows, (rows) => rows.length > 0)
      expect(row).toMatchObject({
        group: "featured",
        name: "Featured",
        installed: false,
        getUrl: "https://store.example/f1",
      })
      expect(row?.icon).toMatch(/^https:\/\/directory\.example\/getWalletImage\/img/)
      expect(asked.map((query) => query.get("entries"))).toEqual(["1", "4"])
      expect(asked[1]?.get("chains")).toBe("eip155:1,eip155:10")
      yield* engine.router.close
      yield* engine.router.open()
      // The directory request runs in its own fiber: wait until it has started.
      yield* TestClock.adjust("1 minute")
      expect(asked).toHaveLength(2)
    }),
  )

  it.effect("uses the bundled directory without a request when no other is configured", () =>
    Effect.gen(function* () {
      const asked: string[] = []
      const fetch: Fetch["Service"] = {
        send: (request) => Effect.sync(() => (asked.push(request.url), Response.json({}))),
      }
      const metaMask = "c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96"
      const options = { chains: [makeTestChain([])], excludedWallets: [metaMask] }
      const engine = yield* makeEngineWith(options, { fetch })
      yield* engine.ready
      yield* engine.router.open()
      const rows = yield* reach(engine.connectors.rows, (now) => now.length > 0)
      expect(rows.map(({ name, group, installed }) => [name, group, installed])).toEqual([
        ["Trust Wallet", "recommended", false],
        ["Coinbase Wallet", "recommended", false],
      ])
      expect(rows[0]).toMatchObject({ icon: null, getUrl: "https://trustwallet.com" })
      expect(asked).toEqual([])
    }),
  )

  it.effect("hides an excluded wallet that only the directory can name", () =>
    Effect.gen(function* () {
      const { connector } = scriptedWallet({ id: "io.excluded", rdns: "io.excluded", name: "Any" })
      const options = { chains: [makeTestChain([connector])], endpoints, excludedWallets: [excludedId] }
      const engine = yield* makeEngineWith(options, { fetch: directory().fetch })
      yield* engine.ready
      yield* engine.router.open()
      const rows = yield* reach(engine.connectors.rows, (shown) => !shown.some(({ name }) => name === "Any"))
      expect(rows.map(({ name }) => name)).toContain("Recommended")
    }),
  )

  it.effect("works without the directory when it fails, and warns once", () =>
    Effect.gen(function* () {
      const warnings: string[] = []
      const warned = yield* Deferred.make<void>()
      const warn = (text: string) => {
        warnings.push(text)
        if (text.includes("404")) Deferred.doneUnsafe(warned, Effect.void)
      }
      const { connector } = scriptedWallet()
      const fetch: Fetch["Service"] = {
        send: () => Effect.succeed(new Response("no", { status: 404 })),
      }
      const options = { chains: [makeTestChain([connector])], endpoints, featuredWallets: ["f1"] }
      const engine = yield* makeEngineWith(options, { platform: { warn }, fetch })
      yield* engine.ready
      yield* engine.router.open()
      yield* Deferred.await(warned)
      yield* Effect.yieldNow
      expect(now(engine.connectors.rows).map(({ name }) => name)).toEqual(["Scripted Wallet"])
      expect(warnings.filter((text) => !text.startsWith("No "))).toEqual([
        "The wallet directory could not be read: HTTP status code: 404",
      ])
    }),
  )

  it.effect(
    "shows a wallet that is not installed, and connects it in its place once it announces itself",
    () =>
      Effect.gen(function* () {
        const found = yield* Queue.unbounded<readonly Connector[]>()
        yield* Queue.offer(found, [])
        const { connector } = scriptedWallet({ id: "io.featured", rdns: "io.featured", name: "Featured!" })
        const options = {
          chains: [makeTestChain(Stream.fromQueue(found))],
          endpoints,
          featuredWallets: ["f1"],
        }
        const engine = yield* makeEngineWith(options, { fetch: directory().fetch })
        yield* engine.ready
        yield* engine.router.open()
        const [row] = yield* reach(engine.connectors.rows, (rows) => rows.length > 0)
        const rowKey = row?.key ?? ""
        yield* engine.connectors.pick(rowKey)
        expect(now(engine.router.state).history.at(-1)).toEqual({ _tag: "ConnectingExternal", rowKey })
        expect(now(engine.connection.state).eip155?._tag).toBe("Disconnected")
        yield* Queue.offer(found, [connector])
        const [changed] = yield* reach(engine.connectors.rows, (rows) => rows[0]?.installed === true)
        expect(changed).toMatchObject({ key: rowKey, group: "featured" })
        yield* engine.connectors.pick(rowKey)
        yield* reach(engine.connection.state, ({ eip155 }) => eip155?._tag === "Connected")
      }),
  )

  it.effect(
    "lists the code once after its client of several chains was opened, and no wallet in its place",
    () =>
      Effect.gen(function* () {
        const phone = scriptedWalletConnect()
        const impostor = scriptedWallet({ id: "walletConnect", rdns: "walletConnect", name: "Impostor" })
        const options = {
          chains: [makeTestChain([impostor.connector]), makeTestChain([], {}, "solana")],
          networks: [mainnet, solana],
          endpoints: { ...endpoints, relay: "wss://relay.example" },
        }
        const engine = yield* makeEngineWith(options, {
          fetch: directory().fetch,
          walletConnect: phone.make,
        })
        yield* engine.ready
        yield* engine.router.open()
        const before = yield* reach(engine.connectors.rows, (rows) => rows.length === 3)
        yield* engine.connectors.pick("walletConnect")
        const remote = yield* reach(engine.connectors.all, (all) => all.length > 0)
        expect(new Set(remote.map(({ type }) => type))).toEqual(new Set(["WALLET_CONNECT"]))
        yield* engine.router.close
        yield* engine.router.open()
        expect(now(engine.connectors.rows)).toEqual(before)
        expect(before.map(({ name }) => name)).toEqual(["WalletConnect", "Featured", "Recommended"])
      }),
  )

  it.effect("cancels the first wallet's request once another one is picked", () =>
    Effect.gen(function* () {
      const { connector } = scriptedWallet({ connect: () => Effect.never })
      const options = { chains: [makeTestChain([connector])], endpoints, featuredWallets: ["f1"] }
      const engine = yield* makeEngineWith(options, { fetch: directory().fetch })
      yield* engine.ready
      yield* engine.router.open()
      const rows = yield* reach(engine.connectors.rows, (shown) => shown.length === 2)
      yield* engine.connectors.pick(rows[0]?.key ?? "")
      expect(now(engine.connection.state).eip155?._tag).toBe("Connecting")
      yield* engine.connectors.pick(rows[1]?.key ?? "")
      expect(now(engine.connection.state).eip155?._tag).toBe("Disconnected")
    }),
  )

  it.effect("ignores a pick of an unknown row", () =>
    Effect.gen(function* () {
      const engine = yield* makeEngineWith({ chains: [makeTestChain([])] })
      yield* engine.connectors.pick("nobody")
      expect(now(engine.toasts.current)).toBe(null)
    }),
  )

  it.effect("loads failed chain code again, and reports the result", () =>
    Effect.gen(function* () {
      const { connector } = scriptedWallet()
      const good = makeTestChain([connector])
      let tries = 0
      const load = () => {
        tries += 1
        return tries < 3 ? Promise.reject(new Error("offline")) : good.load()
      }
      const engine = yield* makeEngineWith({ chains: [{ namespace: "eip155", load }] })
      const { discovery, rows, retry } = engine.connectors
      expect(now(discovery)).toBe("looking")
      yield* reach(discovery, (state) => state === "failed")
      yield* retry
      yield* retry
      expect(tries).toBe(2)
      yield* reach(discovery, (state) => state === "failed")
      yield* retry
      yield* reach(discovery, (state) => state === "done")
      expect(now(rows).map(({ installed }) => installed)).toEqual([true])
      yield* retry
      expect(tries).toBe(3)
    }),
  )

  it.effect("becomes ready when the code of a chain cannot be loaded", () =>
    Effect.gen(function* () {
      const warnings: string[] = []
      const broken = { namespace: "eip155", load: () => Promise.reject(new Error("offline")) }
      const throwing = {
        namespace: "solana",
        load: () => {
          throw new Error("odd")
        },
      }
      const engine = yield* makeEngineWith({ chains: [broken, throwing] }, { warnings })
      yield* engine.ready
      expect(now(engine.connectors.all)).toEqual([])
      expect(now(engine.connectors.discovery)).toBe("failed")
      expect(warnings.filter((text) => text.startsWith("Could not load"))).toEqual([
        'Could not load the code of "solana".',
        'Could not load the code of "eip155".',
      ])
    }),
  )
})
