import { describe, expect, it } from "@effect/vitest"
import type { DirectoryWallet } from "@wmodal/api"
import { type Fetch, NetworkError, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { makeEngineWith, makeTestChain } from "../testing/makeEngineOver.ts"
import { reach } from "../testing/reach.ts"
import { scriptedWallet } from "../testing/scriptedWallet.ts"
import type { Wallets, WalletsState } from "./Wallets.ts"

const now = SubscriptionRef.getUnsafe

const toId = (n: number) => n.toString(16).padStart(64, "0")

const walletAt = (n: number): DirectoryWallet => ({
  id: toId(n),
  name: `Wallet ${n}`,
  mobile_link: `wallet${n}://`,
  badge_type: n % 10 === 0 ? "certified" : "none",
})

/** Makes a directory of `size` wallets that filters and pages like the real one. */
const makeTestDirectory = (
  size: number,
  change: (wallet: DirectoryWallet) => DirectoryWallet = (one) => one,
) => {
  const all = Array.from({ length: size }, (_, n) => change(walletAt(n)))
  const asked: URLSearchParams[] = []
  const held = { offline: false }
  const fetch: Fetch["Service"] = {
    send: (request) =>
      Effect.suspend(() => {
        const { searchParams, host } = new URL(request.url)
        asked.push(searchParams)
        if (held.offline) return new NetworkError({ host, detail: "offline" })
        const list = (key: string) => searchParams.get(key)?.split(",") ?? null
        const [include, exclude] = [list("include"), list("exclude") ?? []]
        const search = searchParams.get("search")?.toLowerCase() ?? ""
        const matching = all.filter(
          ({ id, name, badge_type }) =>
            (include?.includes(id) ?? true) &&
            !exclude.includes(id) &&
            name.toLowerCase().includes(search) &&
            (searchParams.get("badge_type") ?? badge_type) === badge_type,
        )
        const [page, entries] = [Number(searchParams.get("page")), Number(searchParams.get("entries"))]
        const data = matching.slice((page - 1) * entries, page * entries)
        return Effect.succeed(Response.json({ count: matching.length, data }))
      }),
  }
  return { asked, fetch, held }
}

const endpoints = { directory: "https://directory.example" }

const openList = (
  directory: ReturnType<typeof makeTestDirectory>,
  options: object = {},
  warnings: string[] = [],
) =>
  Effect.gen(function* () {
    const engine = yield* makeEngineWith(
      { chains: [makeTestChain([])], endpoints, ...options },
      { fetch: directory.fetch, warnings },
    )
    yield* engine.ready
    const wallets = yield* engine.wallets
    return { engine, wallets }
  })

const reachState = (wallets: Wallets, meets: (state: WalletsState) => boolean) => reach(wallets.state, meets)
const settled = (wallets: Wallets) =>
  reachState(wallets, ({ status }) => status !== "loading" && status !== "more")

/** Types, and waits until the search request is sent. */
const search = (wallets: Wallets, query: string, certified = false) =>
  Effect.gen(function* () {
    yield* wallets.search(query, certified)
    yield* TestClock.adjust("500 millis")
    return yield* settled(wallets)
  })

const paging = ({ asked }: ReturnType<typeof makeTestDirectory>) =>
  asked.filter((query) => query.get("entries") === "40")

describe("list of all wallets", () => {
  it.effect("requests pages only when shown, each wallet once, to the end", () =>
    Effect.gen(function* () {
      const directory = makeTestDirectory(100)
      const { wallets } = yield* openList(directory)
      expect(directory.asked).toEqual([])
      yield* wallets.open
      yield* wallets.open
      const first = yield* settled(wallets)
      // Four wallets are recommended, and the page has forty others.
      expect(first).toMatchObject({ status: "ready", count: 100 })
      expect(first.entries.map(({ name }) => name)).toEqual(
        Array.from({ length: 44 }, (_, n) => `Wallet ${n}`),
      )
      yield* wallets.more
      yield* wallets.more
      expect(now(wallets.state).status).toBe("more")
      expect((yield* settled(wallets)).status).toBe("ready")
      yield* wallets.more
      const last = yield* settled(wallets)
      expect(last).toMatchObject({ status: "end", count: 100 })
      expect(last.entries).toHaveLength(100)
      yield* wallets.more
      expect(paging(directory).map((query) => query.get("page"))).toEqual(["1", "2", "3"])
      const [query] = paging(directory)
      expect(query?.get("exclude")).toBe([0, 1, 2, 3].map(toId).join(","))
      expect(query?.get("chains")).toBe("eip155:1,eip155:10")
      expect(query?.has("include")).toBe(false)
      expect(query?.has("search")).toBe(false)
    }),
  )

  it.effect("returns one list to concurrent callers", () =>
    Effect.gen(function* () {
      const { engine, wallets } = yield* openList(makeTestDirectory(1))
      expect(yield* engine.wallets).toBe(wallets)
      const [one, two] = yield* Effect.all([engine.wallets, engine.wallets], { concurrency: 2 })
      expect(one).toBe(two)
    }),
  )

  it.effect("sorts installed wallets first, then featured, then recommended, without excluded ones", () =>
    Effect.gen(function* () {
      const directory = makeTestDirectory(60, (wallet) =>
        wallet.id === toId(30) ? { ...wallet, rdns: "io.scripted" } : wallet,
      )
      const { wallets } = yield* openList(directory, {
        chains: [makeTestChain([scriptedWallet({ name: "Here" }).connector])],
        featuredWallets: [toId(9), toId(8)],
        excludedWallets: [toId(5), "wallet 6"],
      })
      yield* wallets.open
      const { entries, count } = yield* settled(wallets)
      const names = entries.map(({ name }) => name)
      expect(names.slice(0, 8)).toEqual([30, 9, 8, 0, 1, 2, 3, 4].map((n) => `Wallet ${n}`))
      expect(names).not.toContain("Wallet 5")
      expect(names).not.toContain("Wallet 6")
      expect(count).toBe(59)
      expect(paging(directory)[0]?.get("exclude")).toBe([0, 1, 2, 3, 5, 9, 8].map(toId).join(","))
    }),
  )

  it.effect("lists only the wallets that the host includes", () =>
    Effect.gen(function* () {
      const includedWallets = [1, 2, 3, 4, 5, 6].map(toId)
      const directory = makeTestDirectory(60)
      const { engine, wallets } = yield* openList(directory, { includedWallets })
      yield* wallets.open
      const { entries } = yield* settled(wallets)
      expect(entries.map(({ id }) => id)).toEqual(includedWallets)
      expect(new Set(directory.asked.map((query) => query.get("include")))).toEqual(
        new Set([includedWallets.join(",")]),
      )
      expect(now(engine.connectors.count)).toEqual({ atLeast: 6, exact: true })
      const found = yield* search(wallets, "wallet")
      expect(found.entries).toHaveLength(6)
    }),
  )

  it.effect("omits wallets without a usable link when only links connect", () =>
    Effect.gen(function* () {
      const directory = makeTestDirectory(8, (wallet) => ({
        ...wallet,
        mobile_link: ["app://", null, "javascript:alert(1)", ""][Number.parseInt(wallet.id, 16) % 4] ?? null,
      }))
      const { wallets } = yield* openList(directory, { chains: [], includedWallets: [4, 5, 6, 7].map(toId) })
      yield* wallets.open
      yield* settled(wallets)
      const { entries } = yield* search(wallets, "wallet")
      expect(entries.map(({ name }) => name)).toEqual(["Wallet 4"])
    }),
  )
})

describe("search of all wallets", () => {
  it.effect("requests the trimmed text half a second after the last key, and all wallets at once", () =>
    Effect.gen(function* () {
      const directory = makeTestDirectory(200)
      const { wallets } = yield* openList(directory)
      yield* wallets.open
      yield* settled(wallets)
      const before = directory.asked.length
      yield* wallets.search(" w", false)
      expect(now(wallets.state).status).toBe("ready")
      yield* wallets.search(" wa", false)
      expect(now(wallets.state)).toMatchObject({ query: " wa", status: "loading", entries: [] })
      yield* TestClock.adjust("499 millis")
      yield* wallets.search(" wallet 11 ", false)
      yield* TestClock.adjust("499 millis")
      expect(directory.asked).toHaveLength(before)
      yield* TestClock.adjust("1 millis")
      const found = yield* settled(wallets)
      expect(found).toMatchObject({ query: " wallet 11 ", status: "end", count: 11 })
      expect(found.entries[0]?.name).toBe("Wallet 11")
      expect(directory.asked).toHaveLength(before + 1)
      expect(Object.fromEntries(directory.asked.at(-1) ?? [])).toMatchObject({
        page: "1",
        entries: "100",
        search: "wallet 11",
        chains: "eip155:1,eip155:10",
      })
      // A query that differs only by a space sends no request.
      yield* wallets.search("wallet 11", false)
      yield* TestClock.adjust("1 second")
      expect(directory.asked).toHaveLength(before + 1)
      yield* wallets.more
      expect(directory.asked).toHaveLength(before + 1)
    }),
  )

  it.effect("restores the list and its position when the search is cleared", () =>
    Effect.gen(function* () {
      const directory = makeTestDirectory(100)
      const { wallets } = yield* openList(directory)
      yield* wallets.open
      const list = yield* settled(wallets)
      yield* wallets.more
      // The next page is requested again when it is needed.
      yield* search(wallets, "wallet 99")
      yield* wallets.search("", false)
      expect(now(wallets.state)).toEqual(list)
      yield* wallets.more
      expect((yield* settled(wallets)).entries).toHaveLength(84)
    }),
  )

  it.effect("lists only certified wallets on request, with or without a query, and reports it", () =>
    Effect.gen(function* () {
      const directory = makeTestDirectory(60)
      const { wallets } = yield* openList(directory)
      yield* wallets.open
      yield* settled(wallets)
      const certified = yield* search(wallets, "", true)
      expect(certified.entries.map(({ name }) => name)).toEqual(
        [0, 10, 20, 30, 40, 50].map((n) => `Wallet ${n}`),
      )
      expect(directory.asked.at(-1)?.get("badge_type")).toBe("certified")
      expect(directory.asked.at(-1)?.has("search")).toBe(false)
      const both = yield* search(wallets, "wallet 3", true)
      expect(both.entries.map(({ name }) => name)).toEqual(["Wallet 30"])
    }),
  )

  it.effect("ignores a response to an earlier query", () =>
    Effect.gen(function* () {
      const directory = makeTestDirectory(60)
      const slow: Fetch["Service"] = {
        send: (request) => {
          const answer = directory.fetch.send(request)
          return request.url.includes("slow") ? Effect.delay(answer, "3 seconds") : answer
        },
      }
      const { wallets } = yield* openList({ ...directory, fetch: slow })
      yield* wallets.open
      yield* settled(wallets)
      yield* wallets.search("slow", false)
      yield* TestClock.adjust("1 second")
      const found = yield* search(wallets, "wallet 59")
      yield* TestClock.adjust("1 minute")
      expect(now(wallets.state)).toEqual(found)
    }),
  )
})

describe("unreachable directory", () => {
  /** A failed read is retried for up to half a minute. */
  const afterAll = (wallets: Wallets) => Effect.andThen(TestClock.adjust("31 seconds"), settled(wallets))

  it.effect("calls the count failed until the directory can be read, which the next opening tries", () =>
    Effect.gen(function* () {
      const directory = makeTestDirectory(60)
      directory.held.offline = true
      const { engine } = yield* openList(directory)
      yield* engine.connectors.prepare
      yield* TestClock.adjust("1 minute")
      expect(now(engine.connectors.count)).toBe("failed")
      directory.held.offline = false
      yield* engine.connectors.prepare
      yield* TestClock.adjust("1 minute")
      expect(now(engine.connectors.count)).toEqual({ atLeast: 60, exact: true })
    }),
  )

  it.effect("shows the bundled list as offline until the directory responds again", () =>
    Effect.gen(function* () {
      const directory = makeTestDirectory(60)
      directory.held.offline = true
      const warnings: string[] = []
      const { wallets } = yield* openList(directory, {}, warnings)
      yield* wallets.open
      yield* TestClock.adjust("31 seconds")
      const offline = yield* afterAll(wallets)
      expect(offline.status).toBe("offline")
      expect(offline.entries.map(({ name }) => name)).toContain("MetaMask")
      expect(warnings.filter((text) => text.includes("could not be read"))).toHaveLength(1)

      yield* wallets.search("trust", false)
      yield* TestClock.adjust("31 seconds")
      expect((yield* afterAll(wallets)).entries.map(({ name }) => name)).toEqual(["Trust Wallet"])
      yield* wallets.search("nothing of that kind", false)
      yield* TestClock.adjust("31 seconds")
      expect((yield* afterAll(wallets)).status).toBe("failed")

      yield* wallets.search("", false)
      directory.held.offline = false
      yield* wallets.retry
      expect(now(wallets.state).status).toBe("more")
      const online = yield* settled(wallets)
      expect(online.status).toBe("ready")
      expect(online.entries.map(({ name }) => name)).not.toContain("MetaMask")
    }),
  )

  it.effect("keeps loaded wallets when a later page fails, without bundled ones below", () =>
    Effect.gen(function* () {
      const directory = makeTestDirectory(100)
      const { wallets } = yield* openList(directory)
      yield* wallets.open
      const first = yield* settled(wallets)
      directory.held.offline = true
      yield* wallets.more
      const stopped = yield* afterAll(wallets)
      expect(stopped).toMatchObject({ status: "offline", entries: first.entries })
      directory.held.offline = false
      yield* wallets.retry
      expect((yield* settled(wallets)).entries).toHaveLength(84)
    }),
  )

  it.effect("requests the directory again when the list is opened again", () =>
    Effect.gen(function* () {
      const directory = makeTestDirectory(10)
      directory.held.offline = true
      const { wallets } = yield* openList(directory)
      yield* wallets.open
      yield* TestClock.adjust("31 seconds")
      yield* afterAll(wallets)
      directory.held.offline = false
      yield* wallets.open
      expect((yield* settled(wallets)).entries.map(({ name }) => name)).toContain("Wallet 9")
    }),
  )
})

describe("wallet list under any input", () => {
  it("lists each wallet once, keeps its status consistent, and settles", async () => {
    const step = fc.oneof(
      fc.constant("more" as const),
      fc.constant("wait" as const),
      fc.constant("again" as const),
      fc.record({
        query: fc.constantFrom("", "w", "wa", "wallet 1", " wallet 1 ", "none"),
        certified: fc.boolean(),
      }),
    )
    const play = (steps: readonly (typeof step extends fc.Arbitrary<infer A> ? A : never)[]) =>
      Effect.gen(function* () {
        const { wallets } = yield* openList(makeTestDirectory(90))
        yield* wallets.open
        let typed = { query: "", certified: false }
        for (const one of steps) {
          if (one === "wait") yield* TestClock.adjust("600 millis")
          else if (one === "more") yield* wallets.more
          else if (one === "again") yield* wallets.retry
          else {
            typed = one
            yield* wallets.search(one.query, one.certified)
          }
          const { entries, count, query, certified } = now(wallets.state)
          expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
          expect(count).toBeGreaterThanOrEqual(entries.length)
          expect({ query, certified }).toEqual(typed)
        }
        yield* TestClock.adjust("1 second")
        const { entries } = yield* settled(wallets)
        const searched = typed.certified || typed.query.trim().length > 1
        expect(entries.length >= 44).toBe(!searched || (typed.query === "wa" && !typed.certified))
      }).pipe(Effect.scoped, Effect.provide(TestClock.layer()))
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), (steps) => Effect.runPromise(play(steps))),
    )
  })
})
