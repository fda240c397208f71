import { describe, expect, it } from "@effect/vitest"
import { walletConnectId } from "@wmodal/chains/walletconnect"
import type { Network } from "@wmodal/protocol"
import { bitcoin, mainnet, optimism, solana } from "@wmodal/protocol/networks"
import { Effect, Exit, Fiber, Scope, Stream, SubscriptionRef } from "effect"
import { TestClock } from "effect/testing"
import type { Engine, EngineEvent } from "../Engine.ts"
import { records } from "../storage/Memory.ts"
import { sessionsKey } from "../storage/session.ts"
import { chainOf, engineWith, memoryStorage, type TestSurroundings } from "../testing/engineOver.ts"
import { reach } from "../testing/reach.ts"
import { scriptedWallet, solanaWallet } from "../testing/scriptedWallet.ts"
import { phoneSessions, scriptedWalletConnect } from "../testing/scriptedWalletConnect.ts"

const now = SubscriptionRef.getUnsafe

const polkadot: Network = {
  id: "91b171bb158e2d3848fa23a9f1c25182",
  caipNetworkId: "polkadot:91b171bb158e2d3848fa23a9f1c25182",
  chainNamespace: "polkadot",
  name: "Polkadot",
  nativeCurrency: { name: "DOT", symbol: "DOT", decimals: 10 },
  rpcUrls: { default: { http: [] } },
}

const relay = { relay: "wss://relay.example" }

/** A page with two chains, of which it has the code, and one of which it has none. */
const start = (
  phone: ReturnType<typeof scriptedWalletConnect>,
  { storage = memoryStorage(), ...around }: TestSurroundings = {},
  options: object = {},
) =>
  engineWith(
    {
      chains: [chainOf([scriptedWallet().connector]), chainOf([solanaWallet().connector], {}, "solana")],
      networks: [mainnet, optimism, solana, polkadot],
      endpoints: relay,
      ...options,
    },
    { storage, walletConnect: phone.make, ...around },
  )

const tags = (engine: Engine) =>
  Object.fromEntries(Object.entries(now(engine.connection.state)).map(([one, { _tag }]) => [one, _tag]))

const selected = (engine: Engine) => now(engine.networks.selected).caipNetworkId

const views = (engine: Engine) => {
  const { open, history } = now(engine.router.state)
  return open ? history.map(({ _tag }) => _tag) : []
}

/** Done when the phone has been asked. */
const asked = (engine: Engine) => reach(engine.pairing.link, (link) => link !== null)

/** Scans the code and approves. */
const scan = (
  engine: Engine,
  phone: ReturnType<typeof scriptedWalletConnect>,
  ...approved: Parameters<typeof phone.approve>
) =>
  Effect.gen(function* () {
    const connecting = yield* Effect.forkChild(engine.connection.connectAndWait(walletConnectId))
    yield* asked(engine)
    phone.approve(...approved)
    return yield* Fiber.join(connecting)
  })

const collect = (engine: Engine) =>
  Effect.gen(function* () {
    const events: EngineEvent[] = []
    yield* Effect.forkChild(
      Stream.runForEach(engine.events, (event) => Effect.sync(() => void events.push(event))),
      { startImmediately: true },
    )
    return events
  })

describe("a wallet over a relay", () => {
  it.effect("is taken up for all the chains that it approved, also one that the page has no code of", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* start(phone)
      yield* engine.ready
      expect(phone.made()).toBe(0)
      const events = yield* collect(engine)
      const connected = yield* scan(engine, phone, "eip155", "solana", "polkadot")
      expect(connected.account).toBe(phoneSessions.eip155.accounts[0])
      expect(tags(engine)).toEqual({ eip155: "Connected", solana: "Connected", polkadot: "Connected" })
      for (const state of Object.values(now(engine.connection.state)))
        expect(state).toMatchObject({ wallet: { connectorId: walletConnectId, name: "Phone Wallet" } })
      expect(engine.connection.connectorOf("polkadot")?.namespace).toBe("polkadot")
      expect(selected(engine)).toBe(mainnet.caipNetworkId)
      expect(now(engine.pairing.link)).toBe(null)
      yield* Effect.yieldNow
      expect(events).toContainEqual({
        name: "CONNECT_SUCCESS",
        properties: { method: "qrcode", name: "Phone Wallet" },
      })
    }),
  )

  it.effect("shows the address of a chain without code, and says of all else that it cannot", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* start(phone, {}, { networks: [polkadot] })
      yield* scan(engine, phone, "polkadot")
      const account = yield* reach(engine.account.state, (state) => state?.balance._tag === "Failed")
      expect(account).toMatchObject({
        caipAddress: phoneSessions.polkadot.accounts[0],
        balance: { problem: { reason: { _tag: "AdapterNotFound", what: "polkadot" } } },
      })
      yield* engine.connection.disconnect("polkadot")
      expect(tags(engine)).toMatchObject({ polkadot: "Disconnected" })
      expect(now(engine.account.state)).toBe(null)
    }),
  )

  it.effect("leaves to another wallet the chains that it has, and gives the asked one what it approved", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* start(phone)
      yield* engine.connection.connectAndWait("Scripted Sun")
      const connecting = yield* Effect.forkChild(engine.connection.connectAndWait(walletConnectId, "eip155"))
      yield* asked(engine)
      phone.approve("eip155", "solana")
      yield* Fiber.join(connecting)
      expect(now(engine.connection.state)).toMatchObject({
        eip155: { _tag: "Connected", wallet: { connectorId: walletConnectId } },
        solana: { _tag: "Connected", wallet: { connectorId: "Scripted Sun" } },
      })
      expect(selected(engine)).toBe(mainnet.caipNetworkId)
    }),
  )

  it.effect("is connected for what it approved where that is not what it was asked for", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* start(phone)
      const connected = yield* scan(engine, phone, "polkadot", "solana")
      expect(connected.account).toBe(phoneSessions.polkadot.accounts[0])
      expect(tags(engine)).toEqual({ eip155: "Disconnected", solana: "Connected", polkadot: "Connected" })
      expect(selected(engine)).toBe(polkadot.caipNetworkId)
      // It can be asked for that, too, as if nothing had been.
      yield* engine.connection.connectAndWait("io.scripted")
      expect(tags(engine)).toMatchObject({ eip155: "Connected", polkadot: "Connected" })
    }),
  )

  it.effect(
    "is taken up again after a reload, each chain of it, without a chain's code and without asking",
    () =>
      Effect.gen(function* () {
        const phone = scriptedWalletConnect()
        const storage = memoryStorage()
        const first = yield* Scope.make()
        const engine = yield* start(phone, { storage }).pipe(Scope.provide(first))
        yield* scan(engine, phone, "eip155", "solana", "polkadot")
        yield* Scope.close(first, Exit.void)

        const lost = { namespace: "eip155", load: () => Promise.reject(new Error("offline")) }
        const again = yield* start(phone, { storage }, { chains: [lost] })
        expect(tags(again)).toEqual({ eip155: "Restoring", solana: "Restoring", polkadot: "Restoring" })
        expect(now(again.connection.state).eip155).toMatchObject({ wallet: { name: "Phone Wallet" } })
        yield* again.ready
        expect(tags(again)).toEqual({ eip155: "Connected", solana: "Connected", polkadot: "Connected" })
        expect(phone.asked()).toBe(0)
      }),
  )

  it.effect("is given up for the chains that the session no longer has", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const storage = memoryStorage()
      yield* Effect.scoped(
        Effect.flatMap(start(phone, { storage }), (engine) => scan(engine, phone, "eip155", "solana")),
      )
      phone.leave()
      const again = yield* start(phone, { storage })
      yield* again.ready
      expect(now(again.connection.state)).toMatchObject({
        eip155: { _tag: "Disconnected", because: { reason: { _tag: "WalletLocked" } } },
        solana: { _tag: "Disconnected", because: { reason: { _tag: "WalletLocked" } } },
      })
    }),
  )

  it.effect("ends for all its chains when one is disconnected, and when the phone ends it", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const storage = memoryStorage()
      const engine = yield* start(phone, { storage })
      yield* scan(engine, phone, "eip155", "solana", "polkadot")
      yield* engine.connection.disconnect("solana")
      yield* reach(engine.connection.state, (all) =>
        Object.values(all).every(({ _tag }) => _tag === "Disconnected"),
      )
      expect(storage.held.has(sessionsKey)).toBe(false)

      yield* scan(engine, phone, "eip155", "solana")
      phone.leave()
      yield* reach(engine.connection.state, (all) =>
        Object.values(all).every(({ _tag }) => _tag === "Disconnected"),
      )
      expect(storage.held.has(sessionsKey)).toBe(false)
      yield* reach(engine.account.state, (account) => account === null)
    }),
  )

  it.effect("is told that it is left when another wallet takes its last chain, and not before", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* start(phone)
      yield* scan(engine, phone, "eip155", "solana")
      yield* engine.connection.connectAndWait("Scripted Sun")
      expect(now(engine.connection.state).eip155).toMatchObject({ wallet: { connectorId: walletConnectId } })
      expect(phone.ended()).toBe(0)
      yield* engine.connection.connectAndWait("io.scripted")
      expect(phone.ended()).toBe(1)
      expect(tags(engine)).toMatchObject({ eip155: "Connected", solana: "Connected" })
    }),
  )

  it.effect("follows what the phone says of each chain", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* start(phone)
      yield* scan(engine, phone, "eip155", "solana")
      const other = "eip155:1:0x70997970c51812dc3a010c7d01b50e0d17dc79c8" as const
      phone.say("eip155", { _tag: "AccountsChanged", accounts: [other] })
      phone.say("eip155", { _tag: "NetworkChanged", network: "eip155:10" })
      const moved = other.replace("eip155:1:", "eip155:10:")
      yield* reach(engine.account.state, (account) => account?.caipAddress === moved)
      phone.say("eip155", { _tag: "NetworkChanged", network: "eip155:999" })
      yield* reach(engine.networks.shown, ({ known }) => !known)
    }),
  )
})

describe("an approval over a relay that comes late", () => {
  /** Asks, walks away, and has the phone approve all the same. */
  const late = (phone: ReturnType<typeof scriptedWalletConnect>, options?: object) =>
    Effect.gen(function* () {
      const engine = yield* start(phone, {}, options)
      yield* engine.connection.connect(walletConnectId)
      yield* asked(engine)
      yield* engine.connection.cancel()
      phone.approve("eip155", "solana")
      yield* reach(engine.connection.late, (offer) => offer !== null)
      return engine
    })

  it.effect("is offered, and taken up for all its chains where it is wanted", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* late(phone)
      expect(now(engine.connection.late)).toMatchObject({
        namespace: "eip155",
        wallet: { connectorId: walletConnectId, name: "Phone Wallet" },
      })
      expect(tags(engine)).toMatchObject({ eip155: "Disconnected", solana: "Disconnected" })
      yield* engine.connection.acceptLate
      expect(tags(engine)).toMatchObject({ eip155: "Connected", solana: "Connected" })
      expect(phone.decisions).toEqual([true])
      expect(now(engine.connection.late)).toBe(null)
    }),
  )

  it.effect("is given back where it is not, and where another wallet came in between", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* late(phone)
      yield* engine.connection.dismissLate
      expect(phone.decisions).toEqual([false])

      const other = scriptedWalletConnect()
      const second = yield* late(other)
      yield* second.connection.connectAndWait("io.scripted")
      expect(now(second.connection.late)).toBe(null)
      expect(other.decisions).toEqual([false])
    }),
  )

  it.effect("is given back where the phone is connected already", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* start(phone)
      yield* engine.connection.connect(walletConnectId)
      yield* asked(engine)
      yield* engine.connection.cancel()
      const again = yield* Effect.forkChild(engine.connection.connectAndWait(walletConnectId))
      yield* asked(engine)
      phone.approveNewest("eip155")
      yield* Fiber.join(again)
      phone.approve("eip155", "solana")
      yield* Effect.yieldNow
      expect(phone.decisions).toEqual([false])
      expect(now(engine.connection.late)).toBe(null)
    }),
  )
})

describe("what goes wrong over a relay", () => {
  it.effect("is told in the state, and in an event", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* start(phone)
      for (const reason of [{ _tag: "Declined" }, { _tag: "Expired" }, { _tag: "NotLoaded" }] as const) {
        yield* engine.connection.connect(walletConnectId)
        yield* asked(engine)
        phone.refuse(reason)
        const { eip155 } = yield* reach(engine.connection.state, ({ eip155 }) => eip155?._tag === "Failed")
        expect(eip155).toMatchObject({ problem: { reason } })
      }
    }),
  )

  it.effect("is a relay that serves nobody here: an alert, once for each reason", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* start(phone)
      yield* engine.connection.connect(walletConnectId)
      yield* asked(engine)
      for (const refusal of ["origin", "time", "projectId"] as const) {
        phone.around().refused(refusal)
        yield* reach(engine.alerts.current, (problem) => problem !== null)
        expect(now(engine.alerts.current)).toMatchObject({ reason: { _tag: "Refused", refusal } })
        yield* engine.alerts.dismiss
        phone.around().refused(refusal)
        yield* Effect.yieldNow
        expect(now(engine.alerts.current)).toBe(null)
      }
    }),
  )

  it.effect("is no relay at all: 'WalletConnectConnector not found', and nothing is loaded", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* start(phone, {}, { endpoints: {} })
      expect(engine.pairing.available).toBe(false)
      const error = yield* Effect.flip(engine.connection.connect(walletConnectId))
      expect(error.reason).toEqual({ _tag: "WalletConnectNotFound" })
      expect(tags(engine)).toEqual({ eip155: "Disconnected", solana: "Disconnected" })
      expect(phone.made()).toBe(0)
    }),
  )

  it.effect("leaves a session alone that is remembered where the page has no relay any more", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const storage = memoryStorage()
      yield* Effect.scoped(
        Effect.flatMap(start(phone, { storage }), (engine) => scan(engine, phone, "eip155")),
      )
      const again = yield* start(phone, { storage }, { endpoints: {} })
      yield* again.ready
      expect(now(again.connection.state).eip155).toMatchObject({
        _tag: "Disconnected",
        because: { reason: { _tag: "Failed", detail: "WalletConnectNotFound" } },
      })
      expect(storage.held.has(sessionsKey)).toBe(true)
    }),
  )
})

describe("the code of WalletConnect", () => {
  it.effect("is one for all who ask at once, and ends with the engine", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const scope = yield* Scope.make()
      const engine = yield* start(phone).pipe(Scope.provide(scope))
      yield* Effect.all(
        [
          engine.connection.connect(walletConnectId, "eip155"),
          engine.connection.connect(walletConnectId, "solana"),
        ],
        { concurrency: 2 },
      )
      yield* asked(engine)
      expect(phone.made()).toBe(1)
      yield* Scope.close(scope, Exit.void)
      // What is told after the end reaches nobody.
      phone.around().linked({ uri: "wc:late", expiresAt: 1 })
      phone.around().refused("origin")
      yield* Effect.yieldNow
      expect(now(engine.pairing.link)?.uri).not.toBe("wc:late")
      expect(now(engine.alerts.current)).toBe(null)
    }),
  )

  it.effect("hears of the page what it must, and asks its nodes", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const namespaceOverride = { methods: { eip155: ["personal_sign"] } }
      const engine = yield* start(phone, {}, { namespaceOverride, metadata: { name: "Shop" } })
      yield* engine.connection.connect(walletConnectId)
      yield* asked(engine)
      const around = phone.around()
      expect(around).toMatchObject({
        projectId: "test",
        relay: relay.relay,
        metadata: { name: "Shop" },
        override: namespaceOverride,
      })
      expect(around.networks).toEqual([mainnet, optimism, solana, polkadot])
      const error = yield* Effect.flip(around.read(polkadot, "eth_chainId", []))
      expect(error._tag).toBe("RpcError")
    }),
  )
})

describe("networks", () => {
  it.effect("of a chain that only the phone has can be picked once it is connected", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* start(phone, {}, { networks: [mainnet, bitcoin] })
      expect(tags(engine)).toEqual({ eip155: "Disconnected", solana: "Disconnected", bip122: "Disconnected" })
      yield* scan(engine, phone, "eip155", "bip122")
      yield* engine.networks.switchTo(bitcoin.caipNetworkId)
      expect(now(engine.account.state)?.caipAddress).toBe(phoneSessions.bip122.accounts[0])
    }),
  )
})

describe("a wallet that was picked to be asked elsewhere", () => {
  const entry = {
    id: "a".repeat(64),
    name: "Acme",
    icon: null,
    rdns: null,
    certified: false,
    links: { mobile: "acme://", desktop: null, webapp: null },
    stores: { appStore: null, playStore: null, chromeStore: null, homepage: null },
  }

  it.effect("is the one that is remembered, by its id; without one, the name that answered", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const storage = memoryStorage()
      const engine = yield* start(phone, { storage })
      const recent = () => JSON.parse(storage.held.get(records.recentWallets.key) ?? "null")?.data
      yield* engine.router.open()
      yield* engine.connectors.pickEntry(entry)
      yield* asked(engine)
      expect(views(engine)).toEqual(["Connect", "ConnectingWalletConnect"])
      yield* engine.pairing.choose({ name: "Acme", href: "acme://" })
      const events = yield* collect(engine)
      phone.approve("eip155")
      yield* reach(engine.router.state, ({ open }) => !open)
      expect(recent()).toEqual([{ id: entry.id, name: "Acme", icon: null }])
      expect(now(engine.connection.state).eip155).toMatchObject({ wallet: { name: "Phone Wallet" } })
      yield* Effect.yieldNow
      expect(events).toContainEqual({
        name: "CONNECT_SUCCESS",
        properties: { method: "mobile", name: "Acme" },
      })

      yield* engine.connection.disconnect()
      yield* engine.router.open()
      yield* engine.connectors.pick("walletConnect")
      yield* asked(engine)
      phone.approve("eip155")
      yield* reach(engine.router.state, ({ open }) => !open)
      expect(recent()).toEqual([
        { id: "Phone Wallet", name: "Phone Wallet", icon: null },
        { id: entry.id, name: "Acme", icon: null },
      ])
    }),
  )

  it.effect(
    "is asked no more when its view is left or the modal closed, but while something lies on top",
    () =>
      Effect.gen(function* () {
        const phone = scriptedWalletConnect()
        const engine = yield* start(phone)
        yield* engine.router.open()
        yield* engine.connectors.pickEntry(entry)
        yield* asked(engine)
        yield* engine.router.push({ _tag: "Downloads", wallet: entry })
        expect(tags(engine)).toMatchObject({ eip155: "Connecting" })
        yield* engine.router.goBack
        expect(tags(engine)).toMatchObject({ eip155: "Connecting" })
        expect(phone.asked()).toBe(1)
        yield* engine.router.goBack
        expect(tags(engine)).toMatchObject({ eip155: "Disconnected" })
        yield* reach(engine.pairing.link, (link) => link === null)

        yield* engine.connectors.pick("walletConnect")
        yield* asked(engine)
        yield* engine.router.close
        expect(tags(engine)).toMatchObject({ eip155: "Disconnected" })
        yield* reach(engine.pairing.link, (link) => link === null)
      }),
  )

  it.effect("is slow after a minute, and still answered", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* start(phone)
      const connecting = yield* Effect.forkChild(engine.connection.connectAndWait(walletConnectId))
      yield* asked(engine)
      yield* TestClock.adjust("60 seconds")
      expect(now(engine.connection.state).eip155).toMatchObject({ _tag: "Connecting", slow: true })
      phone.approve("eip155")
      expect((yield* Fiber.join(connecting))._tag).toBe("Connected")
    }),
  )

  it.effect("is not waited for before a code that cannot come", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const broken: typeof phone.make = () => Effect.die(new Error("no code"))
      const engine = yield* start(phone, { walletConnect: broken })
      yield* engine.router.open()
      yield* engine.connectors.pick("walletConnect")
      yield* reach(engine.router.state, ({ history }) => history.length === 1)
      expect(views(engine)).toEqual(["Connect"])
      expect(now(engine.toasts.current)).toMatchObject({ variant: "error" })
    }),
  )
})

describe("the code alone", () => {
  it.effect("is asked for when its view is opened, on a page without a chain", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* start(phone, {}, { chains: [] })
      yield* engine.router.open()
      expect(views(engine)).toEqual(["ConnectingWalletConnectBasic"])
      yield* asked(engine)
      phone.approve("eip155", "polkadot")
      yield* reach(engine.router.state, ({ open }) => !open)
      expect(tags(engine)).toMatchObject({ eip155: "Connected", polkadot: "Connected" })
    }),
  )

  it.effect("is asked for by nobody without a relay", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* start(phone, {}, { chains: [], endpoints: {} })
      yield* engine.router.open()
      expect(tags(engine)).toEqual({})
      expect(phone.made()).toBe(0)
    }),
  )
})

describe("the app that answers on this machine", () => {
  const app = { name: "Acme", href: "acme://" }

  it.effect("is opened again after a reload, and forgotten with the session", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const storage = memoryStorage()
      const first = yield* Scope.make()
      const engine = yield* start(phone, { storage }).pipe(Scope.provide(first))
      yield* engine.connection.connect(walletConnectId)
      yield* asked(engine)
      yield* engine.pairing.choose(app)
      expect(now(engine.pairing.app)).toEqual(app)
      phone.approve("eip155")
      yield* reach(engine.connection.state, ({ eip155 }) => eip155?._tag === "Connected")
      yield* Scope.close(first, Exit.void)

      const again = yield* start(phone, { storage })
      yield* again.ready
      expect(now(again.pairing.app)).toEqual(app)
      expect(phone.apps).toEqual([app, app])
      yield* again.connection.disconnect()
      yield* reach(again.pairing.app, (one) => one === null)
      expect(phone.apps.at(-1)).toBe(null)
    }),
  )

  it.effect("is none where somebody else wrote what may not be opened", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const storage = memoryStorage()
      storage.set("@wmodal/wallet-app", '{"v":1,"data":{"name":"x","href":"javascript:alert(1)"}}')
      const engine = yield* start(phone, { storage })
      yield* engine.connection.connect(walletConnectId)
      yield* asked(engine)
      expect(now(engine.pairing.app)).toBe(null)
      expect(phone.apps).toEqual([])
    }),
  )
})

describe("a link that is made before the tap", () => {
  const device = { os: "ios", safari: true, telegram: false, framed: false } as const

  it.effect("is asked for when Connect opens, on Telegram and iOS Safari alone", () =>
    Effect.gen(function* () {
      const places = [
        [device, 1],
        [{ ...device, os: "android", safari: false, telegram: true }, 1],
        [{ ...device, safari: false }, 0],
        [{ ...device, os: "other" }, 0],
      ] as const
      for (const [place, times] of places) {
        const phone = scriptedWalletConnect()
        const engine = yield* start(phone, { platform: { device: place, mobile: true } })
        yield* engine.ready
        expect(phone.made()).toBe(0)
        yield* engine.router.open()
        expect(now(engine.pairing.preparing)).toBe(times === 1)
        yield* times === 1 ? phone.whenPreparing : Effect.yieldNow
        expect(phone.prepared).toHaveLength(times)
      }
    }),
  )

  it.effect("is there before a row is picked, made once, and kept while the modal is closed and opened", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* start(phone, { platform: { device, mobile: true } })
      yield* engine.router.open()
      yield* engine.router.close
      yield* engine.router.open()
      yield* phone.whenPreparing
      expect(phone.prepared).toHaveLength(1)
      phone.finishPreparing()
      yield* reach(engine.pairing.preparing, (is) => !is)
      expect(now(engine.pairing.link)).not.toBe(null)
      yield* engine.router.close
      yield* engine.router.open()
      expect(now(engine.pairing.preparing)).toBe(false)
    }),
  )
})

describe("a link that nobody has taken", () => {
  const device = { os: "ios", safari: true, telegram: false, framed: false } as const

  it.effect("is made anew when it is over while Connect is open, and by nobody elsewhere", () =>
    Effect.gen(function* () {
      const phone = scriptedWalletConnect()
      const engine = yield* start(phone, { platform: { device, mobile: true } })
      yield* engine.router.open()
      yield* phone.whenPreparing
      phone.finishPreparing()
      yield* reach(engine.pairing.preparing, (is) => !is)
      phone.around().linked(null)
      yield* reach(engine.pairing.preparing, (is) => is)
      expect(now(engine.pairing.link)).toBe(null)
      yield* phone.whenPreparing
      phone.finishPreparing()
      yield* reach(engine.pairing.link, (link) => link !== null)
      yield* engine.router.close
      phone.around().linked(null)
      yield* reach(engine.pairing.link, (link) => link === null)
      expect(now(engine.pairing.preparing)).toBe(false)
    }),
  )
})
