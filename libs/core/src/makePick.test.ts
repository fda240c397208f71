import { describe, expect, it } from "@effect/vitest"
import type { DirectoryWallet } from "@wmodal/api"
import { walletConnectId } from "@wmodal/chains/walletconnect"
import { Feed, type Fetch, SubscriptionRef } from "@wmodal/protocol"
import { mainnet, solana } from "@wmodal/protocol/networks"
import { Deferred, Effect } from "effect"
import { TestClock } from "effect/testing"
import type { WalletPlace } from "./connectors/Connectors.ts"
import type { WalletEntry } from "./connectors/WalletEntry.ts"
import type { Engine } from "./Engine.ts"
import type { EngineEvent } from "./EngineEvent.ts"
import { makeEngineWith, makeTestChain, type TestDeps } from "./testing/makeEngineOver.ts"
import { reach } from "./testing/reach.ts"
import { failing, scriptedWallet, solanaWallet } from "./testing/scriptedWallet.ts"
import { scriptedWalletConnect } from "./testing/scriptedWalletConnect.ts"

const now = SubscriptionRef.getUnsafe

const toId = (letter: string) => letter.repeat(64)

/** A wallet with an app, a browser-only wallet, and two installed wallets. */
const wallets: readonly DirectoryWallet[] = [
  { id: toId("a"), name: "App", mobile_link: "app://" },
  { id: toId("b"), name: "Browser", rdns: "io.browser", chrome_store: "https://store.example" },
  { id: toId("c"), name: "Here by rdns", rdns: "io.scripted", mobile_link: "c://" },
  { id: toId("d"), name: "Here by id", mobile_link: "d://" },
]

const fetch: Fetch["Service"] = {
  send: (request) => {
    const { searchParams } = new URL(request.url)
    const include = searchParams.get("include")?.split(",")
    const exclude = searchParams.get("exclude")?.split(",") ?? []
    const data = wallets.filter(({ id }) => (include?.includes(id) ?? true) && !exclude.includes(id))
    return Effect.succeed(Response.json({ count: 123, data }))
  },
}

const opened = (options: object = {}, deps: TestDeps = {}) =>
  Effect.gen(function* () {
    const phone = scriptedWalletConnect()
    const waiting = failing({ _tag: "Declined" })
    const evm = scriptedWallet({ connect: () => waiting }).connector
    const sun = solanaWallet({ explorerId: toId("d"), connect: () => waiting }).connector
    const engine = yield* makeEngineWith(
      {
        chains: [makeTestChain([evm]), makeTestChain([sun], {}, "solana")],
        networks: [mainnet, solana],
        endpoints: { directory: "https://directory.example", relay: "wss://relay.example" },
        featuredWallets: wallets.map(({ id }) => id),
        ...options,
      },
      { fetch, walletConnect: phone.make, ...deps },
    )
    yield* engine.ready
    yield* engine.router.open()
    yield* reach(engine.connectors.count, (count) => count !== null)
    const events: EngineEvent[] = []
    yield* Effect.forkChild(
      Feed.runForEach(engine.events, (event) => Effect.sync(() => void events.push(event))),
      { startImmediately: true },
    )
    return { engine, events, phone }
  })

const top = ({ router }: Engine) => now(router.state).history.at(-1)
const findRow = ({ connectors }: Engine, name: string) =>
  now(connectors.rows).find((row) => row.name === name)
const pick = (engine: Engine, name: string) => engine.connectors.pick(findRow(engine, name)?.key ?? "")
const findEntry = (engine: Engine, letter: string) =>
  Effect.gen(function* () {
    const list = yield* engine.wallets
    yield* list.open
    const { entries } = yield* reach(list.state, ({ status }) => status !== "loading")
    const entry = entries.find(({ id }) => id === toId(letter))
    return entry ?? (yield* Effect.die("no such wallet"))
  })

const selected = (events: readonly EngineEvent[]) =>
  events.filter(({ name }) => name === "SELECT_WALLET").map(({ properties }) => properties)

describe("picked row", () => {
  it.effect("connects a wallet that is not installed over the relay", () =>
    Effect.gen(function* () {
      const { engine, events, phone } = yield* opened()
      yield* pick(engine, "App")
      expect(top(engine)).toMatchObject({
        _tag: "ConnectingWalletConnect",
        wallet: { id: toId("a"), links: { mobile: "app://" } },
      })
      yield* reach(engine.pairing.link, (link) => link !== null)
      expect(phone.asked()).toBe(1)
      expect(now(engine.connection.state).eip155).toMatchObject({
        _tag: "Connecting",
        wallet: { connectorId: walletConnectId },
      })
      yield* Effect.yieldNow
      expect(selected(events)).toEqual([{ name: "App", platform: "qrcode" }])
    }),
  )

  it.effect("shows where to get a browser-only wallet, and sends no request", () =>
    Effect.gen(function* () {
      const { engine, phone } = yield* opened()
      yield* pick(engine, "Browser")
      expect(top(engine)).toEqual({ _tag: "ConnectingExternal", rowKey: `featured/${toId("b")}` })
      expect(phone.made()).toBe(0)
    }),
  )

  it.effect("shows the code for any wallet on the requested chain", () =>
    Effect.gen(function* () {
      const { engine, events, phone } = yield* opened()
      yield* engine.connectors.pick("walletConnect", "solana")
      expect(top(engine)).toEqual({ _tag: "ConnectingWalletConnect", wallet: null, namespace: "solana" })
      yield* reach(engine.pairing.link, (link) => link !== null)
      expect(phone.asked()).toBe(1)
      expect(now(engine.connection.state)).toMatchObject({
        eip155: { _tag: "Disconnected" },
        solana: { _tag: "Connecting" },
      })
      yield* Effect.yieldNow
      expect(selected(events)).toEqual([{ name: "WalletConnect", platform: "qrcode" }])
    }),
  )

  it.effect("adds the directory's entry to an installed wallet", () =>
    Effect.gen(function* () {
      const { engine } = yield* opened()
      expect(findRow(engine, "Scripted Wallet")).toMatchObject({ installed: true, entry: { id: toId("c") } })
      expect(findRow(engine, "Scripted Sun")).toMatchObject({ installed: true, entry: { id: toId("d") } })
    }),
  )

  it.effect("shows ConnectingExternal without a relay", () =>
    Effect.gen(function* () {
      const { engine } = yield* opened({ endpoints: { directory: "https://directory.example" } })
      expect(findRow(engine, "WalletConnect")).toBe(undefined)
      yield* pick(engine, "App")
      expect(top(engine)).toMatchObject({ _tag: "ConnectingExternal" })
    }),
  )
})

describe("picked entry of the list of all wallets", () => {
  it.effect("connects an installed wallet directly", () =>
    Effect.gen(function* () {
      const { engine, phone } = yield* opened()
      for (const [letter, rowKey, namespace] of [
        ["c", "eip155/io.scripted", "eip155"],
        ["d", "solana/Scripted Sun", "solana"],
      ] as const) {
        yield* engine.connectors.pickEntry(yield* findEntry(engine, letter))
        expect(top(engine)).toEqual({ _tag: "ConnectingExternal", rowKey, namespace })
        yield* engine.router.goBack
      }
      expect(phone.made()).toBe(0)
    }),
  )

  it.effect("connects an app over the relay, or shows where to get the wallet", () =>
    Effect.gen(function* () {
      const { engine, events } = yield* opened({}, {})
      const browser = yield* findEntry(engine, "b")
      yield* engine.connectors.pickEntry(browser)
      expect(top(engine)).toEqual({ _tag: "Downloads", wallet: browser })
      yield* engine.router.goBack
      const app = yield* findEntry(engine, "a")
      yield* engine.connectors.pickEntry(app)
      expect(top(engine)).toEqual({ _tag: "ConnectingWalletConnect", wallet: app })
      yield* Effect.yieldNow
      expect(selected(events)).toEqual([
        { name: "Browser", platform: "browser" },
        { name: "App", platform: "qrcode" },
      ])
    }),
  )

  it.effect("opens an app on mobile, and shows where to get it without a relay", () =>
    Effect.gen(function* () {
      const { engine, events } = yield* opened({}, { platform: { mobile: true } })
      yield* engine.connectors.pickEntry(yield* findEntry(engine, "a"))
      yield* Effect.yieldNow
      expect(selected(events)).toEqual([{ name: "App", platform: "mobile" }])
      const { engine: bare } = yield* opened({ endpoints: { directory: "https://directory.example" } })
      yield* bare.connectors.pickEntry(yield* findEntry(bare, "a"))
      expect(top(bare)).toMatchObject({ _tag: "Downloads" })
    }),
  )

  it.effect("shows the code when only the wallet's name is known", () =>
    Effect.gen(function* () {
      const { engine } = yield* opened()
      const named: WalletEntry = {
        id: "x",
        name: "X",
        icon: null,
        rdns: null,
        certified: false,
        links: { mobile: null, desktop: null, webapp: null },
        stores: { appStore: null, playStore: null, chromeStore: null, homepage: null },
      }
      yield* engine.connectors.pickEntry(named)
      expect(top(engine)).toMatchObject({ _tag: "ConnectingWalletConnect" })
    }),
  )
})

describe("wallet count", () => {
  it.effect("counts the directory's and the featured wallets, in tens", () =>
    Effect.gen(function* () {
      const { engine } = yield* opened()
      // 123 of the directory and four featured ones.
      expect(now(engine.connectors.count)).toEqual({ atLeast: 120, exact: false })
    }),
  )
})

describe("places of the wallet list", () => {
  const openPlaces = (options: object) =>
    Effect.gen(function* () {
      const answer = yield* Deferred.make<void>()
      const late: Fetch["Service"] = {
        send: (request) => Effect.andThen(Deferred.await(answer), fetch.send(request)),
      }
      const engine = yield* makeEngineWith(
        {
          chains: [makeTestChain([scriptedWallet().connector])],
          networks: [mainnet],
          endpoints: { directory: "https://directory.example" },
          ...options,
        },
        { fetch: late },
      )
      yield* engine.ready
      yield* engine.router.open()
      return { engine, answer: Deferred.succeed(answer, undefined) }
    })
  const toNames = (places: readonly WalletPlace[]) =>
    places.map((place) => (place.key === null ? place.group : place.name))

  it.effect("keeps places free in the host's order until the directory has answered", () =>
    Effect.gen(function* () {
      const [one, two] = wallets
      const { engine, answer } = yield* openPlaces({
        featuredWallets: [one?.id, two?.id],
        connectorOrder: ["featured", "injected", "recommended"],
      })
      const { places, rows } = engine.connectors
      expect(toNames(now(places))).toEqual(["featured", "featured", "Scripted Wallet"])
      expect(toNames(now(rows))).toEqual(["Scripted Wallet"])
      yield* answer
      yield* reach(rows, (shown) => shown.length === 3)
      expect(toNames(now(places))).toEqual([one?.name, two?.name, "Scripted Wallet"])
    }),
  )

  it.effect("keeps a place where no wallet came until the rows are prepared again", () =>
    Effect.gen(function* () {
      const { engine, answer } = yield* openPlaces({
        featuredWallets: ["unknown"],
        connectorOrder: ["featured", "injected"],
      })
      yield* answer
      const { places, prepare } = engine.connectors
      yield* reach(places, ([first]) => first?.group === null)
      expect(toNames(now(places))).toEqual([null, "Scripted Wallet"])
      yield* prepare
      expect(toNames(now(places))).toEqual(["Scripted Wallet"])
    }),
  )

  it.effect("keeps no place free once the bundled list is read, before anything is opened", () =>
    Effect.gen(function* () {
      const engine = yield* makeEngineWith({ chains: [makeTestChain([])], networks: [mainnet] })
      yield* reach(engine.connectors.rows, (rows) => rows.length === 2)
      expect(now(engine.connectors.places)).toEqual(now(engine.connectors.rows))
    }),
  )

  it.effect("shows the host's wallets after a second when a chain's code does not load", () =>
    Effect.gen(function* () {
      const stalled = { namespace: "solana", load: () => new Promise<never>(() => {}) } as const
      const engine = yield* makeEngineWith({
        chains: [stalled],
        networks: [mainnet],
        customWallets: [{ id: "c", name: "Custom" }],
      })
      yield* engine.router.open()
      expect(toNames(now(engine.connectors.places))).toEqual(["custom"])
      yield* TestClock.adjust("1 second")
      yield* reach(engine.connectors.rows, (rows) => rows.length > 0)
      expect(toNames(now(engine.connectors.places))).toEqual(["Custom"])
    }),
  )
})
