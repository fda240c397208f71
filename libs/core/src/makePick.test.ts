import { describe, expect, it } from "@effect/vitest"
import type { DirectoryWallet } from "@wmodal/api"
import { walletConnectId } from "@wmodal/chains/walletconnect"
import { Feed, type Fetch, SubscriptionRef } from "@wmodal/protocol"
import { mainnet, solana } from "@wmodal/protocol/networks"
import { Effect } from "effect"
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

describe("expected rows", () => {
  const expectedRows = (options: object, respond: Fetch["Service"] = fetch) =>
    Effect.gen(function* () {
      const engine = yield* makeEngineWith(
        { chains: [makeTestChain([])], networks: [mainnet], ...options },
        { fetch: respond },
      )
      yield* engine.ready
      const before = now(engine.connectors.expected)
      yield* engine.router.open()
      if (before > 0) yield* reach(engine.connectors.rows, (rows) => rows.length === before)
      return [before, now(engine.connectors.expected), now(engine.connectors.rows).length]
    })
  const endpoints = { directory: "https://directory.example" }

  it.effect("counts the recommended wallets until the directory has answered", () =>
    Effect.gen(function* () {
      expect(yield* expectedRows({ endpoints })).toEqual([2, 0, 2])
    }),
  )

  it.effect("counts the featured wallets instead when there are any", () =>
    Effect.gen(function* () {
      const featuredWallets = wallets.slice(0, 3).map(({ id }) => id)
      expect(yield* expectedRows({ endpoints, featuredWallets })).toEqual([3, 0, 3])
    }),
  )

  it.effect("returns to 0 with the bundled list, before anything is opened", () =>
    Effect.gen(function* () {
      const engine = yield* makeEngineWith({ chains: [makeTestChain([])], networks: [mainnet] })
      yield* reach(engine.connectors.rows, (rows) => rows.length === 2)
      expect(now(engine.connectors.expected)).toBe(0)
    }),
  )
})
