import { describe, expect, it } from "@effect/vitest"
import { type Network, SubscriptionRef } from "@wmodal/protocol"
import { solana } from "@wmodal/protocol/networks"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import type { Engine } from "../Engine.ts"
import { formatEnglish, presentProblem } from "../problems/presentProblem.ts"
import { persistedRecords } from "../storage/PersistedState.ts"
import {
  makeEngineOver,
  makeEngineWith,
  makeTestChain,
  memoryStorage,
  testNetworks,
} from "../testing/makeEngineOver.ts"
import { reach } from "../testing/reach.ts"
import { failing, scriptedSession, scriptedWallet, solanaWallet } from "../testing/scriptedWallet.ts"

const now = SubscriptionRef.getUnsafe

const connectedOver = (wallet = scriptedWallet()) =>
  Effect.gen(function* () {
    const engine = yield* makeEngineOver([wallet.connector])
    yield* engine.ready
    yield* engine.connection.connectAndWait(wallet.connector.id)
    return { engine, say: wallet.say }
  })

const added: Network = {
  ...testNetworks[0],
  id: 999,
  caipNetworkId: "eip155:999",
  name: "Added",
}

const views = (engine: Engine) => now(engine.router.state).history.map(({ _tag }) => _tag)
const selectedId = (engine: Engine) => now(engine.networks.selected).caipNetworkId

describe("networks", () => {
  it.effect("returns the network's own image, else the directory's by the id of the network, else null", () =>
    Effect.gen(function* () {
      const [network] = testNetworks
      const own = { ...network, assets: { imageUrl: "https://own.example/1", imageId: "i" } }
      const listed = { ...network, assets: { imageId: "i" } }
      const unknown: Network = { ...network, id: 999_999, caipNetworkId: "eip155:999999" }
      const urls = (options: Readonly<Record<string, unknown>>) =>
        Effect.gen(function* () {
          const engine = yield* makeEngineWith(options)
          return yield* Effect.forEach([own, listed, network, unknown], engine.networks.imageUrl)
        })
      expect(yield* urls({})).toEqual(["https://own.example/1", null, null, null])
      expect(yield* urls({ endpoints: { directory: "https://directory.example" } })).toEqual([
        "https://own.example/1",
        expect.stringMatching(/^https:\/\/directory\.example\/public\/getAssetImage\/i\?/),
        expect.stringMatching(/getAssetImage\/ba0ba0cd-17c6-4806-ad93-f9d174f17900\?/),
        null,
      ])
    }),
  )

  it.effect("starts at the stored network, else the host's default, else the first, else eip155:1", () =>
    Effect.gen(function* () {
      const [first, second] = testNetworks
      const storage = memoryStorage()
      const startOf = (options: Readonly<Record<string, unknown>>) =>
        Effect.map(makeEngineWith(options, { storage }), selectedId)
      expect(yield* startOf({})).toBe(first.caipNetworkId)
      expect(yield* startOf({ defaultNetwork: second })).toBe(second.caipNetworkId)
      expect(yield* startOf({ networks: [] })).toBe("eip155:1")
      storage.set(persistedRecords.activeNetwork.key, JSON.stringify({ v: 1, data: second.caipNetworkId }))
      expect(yield* startOf({ defaultNetwork: first })).toBe(second.caipNetworkId)
      storage.set(persistedRecords.activeNetwork.key, JSON.stringify({ v: 1, data: "eip155:999" }))
      expect(yield* startOf({ defaultNetwork: second })).toBe(second.caipNetworkId)
    }),
  )

  it.effect("selects and stores a network without a prompt when no wallet is connected", () =>
    Effect.gen(function* () {
      const storage = memoryStorage()
      const engine = yield* makeEngineWith({ chains: [makeTestChain([])] }, { storage })
      yield* engine.router.open({ _tag: "Networks" })
      yield* engine.networks.pick("eip155:10")
      expect(selectedId(engine)).toBe("eip155:10")
      expect(now(engine.router.state).open).toBe(false)
      expect(storage.held.get(persistedRecords.activeNetwork.key)).toBe('{"v":1,"data":"eip155:10"}')
    }),
  )

  it.effect("switches the wallet, and returns to the view in which the choice began", () =>
    Effect.gen(function* () {
      const { engine } = yield* connectedOver()
      yield* engine.router.open()
      yield* engine.router.push({ _tag: "Networks" })
      yield* engine.networks.pick("eip155:10")
      yield* reach(engine.router.state, ({ history }) => history.length === 1)
      expect(views(engine)).toEqual(["Account"])
      expect(now(engine.networks.switching)._tag).toBe("Idle")
      expect(now(engine.account.state)?.network).toBe("eip155:10")
      expect(now(engine.connection.state).eip155).toMatchObject({ walletNetwork: "eip155:10" })
    }),
  )

  it.effect("ignores a pick of the selected network", () =>
    Effect.gen(function* () {
      const { engine } = yield* connectedOver()
      yield* engine.router.open({ _tag: "Networks" })
      yield* engine.networks.pick("eip155:1")
      expect(views(engine)).toEqual(["Networks"])
    }),
  )

  it.effect("reports 'Chain is not supported' when the wallet can neither switch nor add", () =>
    Effect.gen(function* () {
      const switchNetwork = () => failing({ _tag: "NetworkNotSupported", network: "eip155:10" })
      const { engine } = yield* connectedOver(scriptedWallet({ switchNetwork }))
      const problem = yield* Effect.flip(engine.networks.switchTo("eip155:10"))
      expect(formatEnglish(presentProblem(problem).title)).toBe("Chain is not supported")
      expect(now(engine.networks.switching)).toMatchObject({ _tag: "Failed", problem })
      expect(selectedId(engine)).toBe("eip155:1")
    }),
  )

  it.effect("shows after 60 s that the wallet is slow, and cancels the switch on request", () =>
    Effect.gen(function* () {
      const { engine } = yield* connectedOver(scriptedWallet({ switchNetwork: () => Effect.never }))
      const waiting = yield* Effect.forkChild(Effect.flip(engine.networks.switchTo("eip155:10")), {
        startImmediately: true,
      })
      yield* TestClock.adjust("59 seconds")
      expect(now(engine.networks.switching)).toMatchObject({ _tag: "Switching", slow: false })
      yield* TestClock.adjust("1 second")
      expect(now(engine.networks.switching)).toMatchObject({ _tag: "Switching", slow: true })
      yield* engine.networks.cancel
      expect(now(engine.networks.switching)._tag).toBe("Idle")
      expect((yield* Fiber.join(waiting)).reason._tag).toBe("Cancelled")
      expect(selectedId(engine)).toBe("eip155:1")
    }),
  )

  it.effect("cancels the switch when the user goes back", () =>
    Effect.gen(function* () {
      const { engine } = yield* connectedOver(scriptedWallet({ switchNetwork: () => Effect.never }))
      yield* engine.router.open()
      yield* engine.networks.pick("eip155:10")
      expect(views(engine)).toEqual(["Account", "SwitchNetwork"])
      yield* engine.router.goBack
      expect(now(engine.networks.switching)._tag).toBe("Idle")
    }),
  )

  it.effect("cancels the switch when the wallet is gone, or another one is connected", () =>
    Effect.gen(function* () {
      const approvals: (() => void)[] = []
      const switchNetwork = () =>
        Effect.callback<void>((resume) => void approvals.push(() => resume(Effect.void)))
      const one = scriptedWallet({ switchNetwork })
      const other = scriptedWallet({ id: "io.other", name: "Other" })
      const engine = yield* makeEngineOver([one.connector, other.connector])
      yield* engine.ready
      for (const leave of [engine.connection.disconnect(), engine.connection.connectAndWait("io.other")]) {
        yield* engine.connection.connectAndWait(one.connector.id)
        const waiting = yield* Effect.forkChild(Effect.flip(engine.networks.switchTo("eip155:10")), {
          startImmediately: true,
        })
        yield* leave
        expect(now(engine.networks.switching)._tag).toBe("Idle")
        expect((yield* Fiber.join(waiting)).reason._tag).toBe("Cancelled")
        for (const approve of approvals) approve()
        yield* Effect.yieldNow
        expect(selectedId(engine)).toBe("eip155:1")
      }
      expect(now(engine.connection.state).eip155).toMatchObject({ walletNetwork: "eip155:1" })
    }),
  )

  it.effect("raises 'Network Not Found' when the host switches to an unconfigured network", () =>
    Effect.gen(function* () {
      const { engine } = yield* connectedOver()
      const problem = yield* Effect.flip(engine.networks.switchTo("eip155:5"))
      expect(formatEnglish(presentProblem(problem).title)).toBe("Network Not Found")
      expect(now(engine.alerts.current)).toBe(problem)
    }),
  )

  it.effect(
    "shows 'Unknown Network' and requires a choice while the wallet is on an unconfigured network",
    () =>
      Effect.gen(function* () {
        const { engine, say } = yield* connectedOver()
        yield* engine.router.open()
        say({ _tag: "NetworkChanged", network: "eip155:999" })
        yield* reach(engine.networks.shown, ({ known }) => !known)
        const unknown: Network = {
          id: 999,
          caipNetworkId: "eip155:999",
          chainNamespace: "eip155",
          name: "Unknown Network",
          nativeCurrency: { name: "", symbol: "", decimals: 0 },
          rpcUrls: { default: { http: [] } },
        }
        expect(now(engine.networks.shown).network).toEqual(unknown)
        expect(selectedId(engine)).toBe("eip155:1")
        yield* reach(engine.router.state, ({ history }) => history[0]._tag === "UnsupportedChain")
        yield* engine.router.requestClose
        expect(now(engine.router.state)).toMatchObject({ open: true, refusedCloses: 1 })
        // Picking the selected network still switches the wallet, which is on another one.
        yield* engine.networks.pick("eip155:1")
        yield* reach(engine.router.state, ({ open }) => !open)
        expect(now(engine.networks.shown)).toMatchObject({
          known: true,
          network: { caipNetworkId: "eip155:1" },
        })
      }),
  )

  it.effect("keeps the selection when a wallet of another namespace switches", () =>
    Effect.gen(function* () {
      const wallet = scriptedWallet()
      const other = solanaWallet().connector
      const networks = [...testNetworks, solana]
      const chains = [makeTestChain([wallet.connector]), makeTestChain([other], {}, "solana")]
      const engine = yield* makeEngineWith({ chains, networks })
      yield* engine.ready
      yield* engine.connection.connectAndWait(wallet.connector.id)
      yield* engine.connection.connectAndWait(other.id)
      yield* engine.router.open({ _tag: "Networks" })
      for (const network of ["eip155:10", "eip155:999"] as const) {
        wallet.say({ _tag: "NetworkChanged", network })
        yield* reach(
          engine.connection.state,
          ({ eip155 }) => eip155?._tag === "Connected" && eip155.walletNetwork === network,
        )
        yield* Effect.yieldNow
        expect(selectedId(engine)).toBe(solana.caipNetworkId)
        expect(now(engine.networks.shown).known).toBe(true)
        expect(views(engine)).toEqual(["Networks"])
      }
    }),
  )

  it.effect("shows the unsupported network when the user opens the networks from it", () =>
    Effect.gen(function* () {
      const { engine, say } = yield* connectedOver()
      say({ _tag: "NetworkChanged", network: "eip155:999" })
      yield* reach(engine.networks.shown, ({ known }) => !known)
      yield* engine.router.open({ _tag: "Networks" })
      expect(views(engine)).toEqual(["UnsupportedChain"])
    }),
  )

  it.effect("closes the choice when the wallet returns to a configured network", () =>
    Effect.gen(function* () {
      const { engine, say } = yield* connectedOver()
      yield* engine.router.open()
      say({ _tag: "NetworkChanged", network: "eip155:999" })
      yield* reach(engine.router.state, ({ history }) => history[0]._tag === "UnsupportedChain")
      say({ _tag: "NetworkChanged", network: "eip155:10" })
      yield* reach(engine.router.state, ({ open }) => !open)
      expect(selectedId(engine)).toBe("eip155:10")
    }),
  )

  it.effect(
    "keeps a wallet connected that starts on an unsupported network, and shows the choice in the modal",
    () =>
      Effect.gen(function* () {
        const session = { ...scriptedSession, network: "eip155:999" } as const
        const { connector } = scriptedWallet({ connect: () => Effect.succeed(session) })
        const engine = yield* makeEngineOver([connector])
        yield* engine.ready
        yield* engine.router.open()
        yield* engine.connectors.pick(now(engine.connectors.rows)[0]?.key ?? "")
        yield* reach(engine.router.state, ({ history }) => history[0]._tag === "UnsupportedChain")
        expect(now(engine.router.state).open).toBe(true)
        expect(now(engine.connection.state).eip155).toMatchObject({
          _tag: "Connected",
          walletNetwork: "eip155:999",
          account: scriptedSession.accounts[0],
        })
        const account = yield* reach(engine.account.state, (state) => state?.balance._tag === "Failed")
        expect(account?.network).toBe("eip155:999")
      }),
  )

  it.effect("adds a network at run time, and shows the wallet's own once it is configured", () =>
    Effect.gen(function* () {
      const { engine, say } = yield* connectedOver()
      say({ _tag: "NetworkChanged", network: "eip155:999" })
      yield* reach(engine.networks.shown, ({ known }) => !known)
      yield* engine.router.open({ _tag: "Networks" })
      expect(views(engine)).toEqual(["UnsupportedChain"])
      yield* engine.networks.add(added)
      yield* reach(engine.networks.shown, ({ known, network }) => known && network.name === "Added")
      expect(now(engine.networks.all).map(({ id }) => id)).toEqual([1, 10, 999])
      expect(now(engine.router.state).open).toBe(false)
      yield* engine.networks.add({ ...added, name: "Renamed" })
      expect(now(engine.networks.all).map(({ name }) => name)).toEqual(["Ethereum", "OP Mainnet", "Renamed"])
      expect(now(engine.networks.selected).name).toBe("Renamed")
    }),
  )

  it.effect("refuses to add what is no network, and a network without a chain", () =>
    Effect.gen(function* () {
      const { engine } = yield* connectedOver()
      const broken = yield* Effect.flip(engine.networks.add({ ...added, name: "" }))
      expect(broken).toMatchObject({ reason: { _tag: "Invalid", path: "network.name" } })
      const other = yield* Effect.flip(engine.networks.add(solana))
      expect(formatEnglish(presentProblem(other).title)).toBe("Adapter not found")
      expect(now(engine.networks.all)).toHaveLength(2)
    }),
  )

  it.effect("removes a network at run time, and selects another of its namespace, but never the last", () =>
    Effect.gen(function* () {
      const engine = yield* makeEngineWith({ chains: [makeTestChain([])] })
      yield* engine.networks.switchTo("eip155:10")
      yield* engine.networks.remove("eip155:10")
      expect(selectedId(engine)).toBe("eip155:1")
      const unknown = yield* Effect.flip(engine.networks.remove("eip155:10"))
      expect(unknown.reason._tag).toBe("NetworkNotFound")
      const last = yield* Effect.flip(engine.networks.remove("eip155:1"))
      expect(formatEnglish(presentProblem(last).title)).toBe("Cannot remove last network for a namespace")
      expect(now(engine.networks.all)).toHaveLength(1)
    }),
  )

  it.effect("returns to the first network, now and on the next visit, when its wallet is disconnected", () =>
    Effect.gen(function* () {
      const storage = memoryStorage()
      const wallet = scriptedWallet()
      const engine = yield* makeEngineOver([wallet.connector], { storage })
      yield* engine.ready
      yield* engine.connection.connectAndWait(wallet.connector.id)
      yield* engine.networks.switchTo("eip155:10")
      expect(storage.held.has(persistedRecords.activeNetwork.key)).toBe(true)
      yield* engine.connection.disconnect()
      expect(storage.held.has(persistedRecords.activeNetwork.key)).toBe(false)
      expect(selectedId(engine)).toBe("eip155:1")
    }),
  )

  it.effect("keeps an alert until it is dismissed, the modal closes, or a switch succeeds", () =>
    Effect.gen(function* () {
      const engine = yield* makeEngineWith({ chains: [makeTestChain([])] })
      const raise = Effect.flip(engine.networks.switchTo("eip155:424242"))
      const ends: readonly Effect.Effect<void, unknown>[] = [
        engine.alerts.dismiss,
        Effect.andThen(engine.router.open(), engine.router.close),
        engine.networks.switchTo("eip155:10"),
      ]
      for (const end of ends) {
        yield* raise
        expect(now(engine.alerts.current)?.reason._tag).toBe("NetworkNotFound")
        yield* end
        expect(now(engine.alerts.current)).toBe(null)
      }
    }),
  )
})
