import { describe, expect, it } from "@effect/vitest"
import type { ChainActions } from "@wmodal/chains"
import { type Fetch, RpcError, SubscriptionRef } from "@wmodal/protocol"
import { mainnet } from "@wmodal/protocol/networks"
import { Deferred, Effect } from "effect"
import { TestClock } from "effect/testing"
import { formatEnglish, presentProblem } from "../problems/presentProblem.ts"
import { makeEngineWith, makeTestChain, type TestDeps } from "../testing/makeEngineOver.ts"
import { reach } from "../testing/reach.ts"
import { scriptedSession, scriptedWallet } from "../testing/scriptedWallet.ts"

const now = SubscriptionRef.getUnsafe
const address = "0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb"

/** Makes chain actions that count their calls. */
const counted = (balance: ChainActions["balance"] = () => Effect.succeed(1_234_567_000_000_000_000n)) => {
  const asked: string[] = []
  const actions: Partial<ChainActions> = {
    balance: (request) => {
      asked.push(request.network.caipNetworkId)
      return balance(request)
    },
  }
  return { asked, actions }
}

const connected = (actions: Partial<ChainActions>, options: object = {}, deps: TestDeps = {}) =>
  Effect.gen(function* () {
    const { connector, say } = scriptedWallet()
    const engine = yield* makeEngineWith({ chains: [makeTestChain([connector], actions)], ...options }, deps)
    yield* engine.ready
    yield* engine.connection.connectAndWait(connector.id)
    return { engine, say }
  })

/** Makes a blockchain API with these responses, and records its requests. */
const makeTestApi = (answers: Readonly<Record<string, unknown>>) => {
  const asked: string[] = []
  const fetch: Fetch["Service"] = {
    send: (request) => {
      const { pathname } = new URL(request.url)
      asked.push(pathname)
      return Effect.succeed(
        Response.json(answers[pathname] ?? {}, { status: pathname in answers ? 200 : 404 }),
      )
    },
  }
  return { asked, fetch }
}

const endpoints = { blockchain: "https://api.example" }
const imageHosts = ["images.example"]
const served = { http: ["eip155:1"], ws: [] }

describe("account", () => {
  it.effect("sets the account when the wallet connects, and clears it when it disconnects", () =>
    Effect.gen(function* () {
      const { actions } = counted()
      const { engine } = yield* connected(actions)
      expect(now(engine.account.state)).toMatchObject({
        caipAddress: scriptedSession.accounts[0],
        address,
        network: "eip155:1",
        explorerUrl: `https://etherscan.io/address/${address}`,
      })
      const state = yield* reach(engine.account.state, (one) => one?.balance._tag === "Loaded")
      expect(state?.balance).toMatchObject({ text: "1.234", symbol: "ETH", decimals: 18 })
      yield* engine.connection.disconnect()
      expect(now(engine.account.state)).toBe(null)
    }),
  )

  it.effect("reads a balance once in 30 s, and again on refresh", () =>
    Effect.gen(function* () {
      const { actions, asked } = counted()
      const { engine } = yield* connected(actions)
      yield* reach(engine.account.state, (one) => one?.balance._tag === "Loaded")
      yield* engine.networks.switchTo("eip155:10")
      yield* reach(engine.account.state, (one) => one?.balance._tag === "Loaded")
      yield* engine.networks.switchTo("eip155:1")
      yield* reach(engine.account.state, (one) => one?.balance._tag === "Loaded")
      expect(asked).toEqual(["eip155:1", "eip155:10"])
      yield* engine.account.refresh
      expect(asked).toEqual(["eip155:1", "eip155:10", "eip155:1"])
      yield* TestClock.adjust("29999 millis")
      yield* engine.networks.switchTo("eip155:10")
      yield* reach(engine.account.state, (one) => one?.balance._tag === "Loaded")
      expect(asked).toHaveLength(3)
      yield* TestClock.adjust("1 millis")
      yield* engine.networks.switchTo("eip155:1")
      yield* reach(engine.account.state, (one) => one?.balance._tag === "Loaded")
      expect(asked).toEqual(["eip155:1", "eip155:10", "eip155:1", "eip155:1"])
    }),
  )

  it.effect("reports 'Token Balance Unavailable', and caches no failure", () =>
    Effect.gen(function* () {
      let fails = true
      const { actions } = counted(() =>
        fails
          ? Effect.fail(new RpcError({ method: "eth_getBalance", host: "h", reason: { _tag: "NoEndpoint" } }))
          : Effect.succeed(0n),
      )
      const { engine } = yield* connected(actions)
      const failed = yield* reach(engine.account.state, (one) => one?.balance._tag === "Failed")
      if (failed?.balance._tag !== "Failed") return expect.unreachable("waited for it")
      expect(formatEnglish(presentProblem(failed.balance.problem).title)).toBe("Token Balance Unavailable")
      fails = false
      yield* engine.account.refresh
      expect(now(engine.account.state)?.balance).toMatchObject({ _tag: "Loaded", text: "0.000" })
    }),
  )

  it.effect("keeps a balance that could not be refreshed, marked as stale", () =>
    Effect.gen(function* () {
      let fails = false
      const { actions } = counted(() =>
        fails
          ? Effect.fail(new RpcError({ method: "eth_getBalance", host: "h", reason: { _tag: "NoEndpoint" } }))
          : Effect.succeed(3n),
      )
      const { engine } = yield* connected(actions)
      const first = yield* reach(engine.account.state, (one) => one?.balance._tag === "Loaded")
      expect(first?.balance).toMatchObject({ value: 3n, stale: false })
      fails = true
      yield* engine.account.refresh
      expect(now(engine.account.state)?.balance).toMatchObject({ _tag: "Loaded", value: 3n, stale: true })
      fails = false
      yield* engine.account.refresh
      expect(now(engine.account.state)?.balance).toMatchObject({ _tag: "Loaded", stale: false })
    }),
  )

  it.effect("never shows the balance of an account that is no longer active", () =>
    Effect.gen(function* () {
      const { actions } = counted(({ address: of }) =>
        of === address
          ? Effect.delay(Effect.succeed(1n), "2 seconds")
          : Effect.delay(Effect.succeed(2n), "1 second"),
      )
      const { engine, say } = yield* connected(actions)
      yield* Effect.forkChild(engine.account.refresh, { startImmediately: true })
      say({ _tag: "AccountsChanged", accounts: ["eip155:1:0xother"] })
      yield* reach(engine.account.state, (one) => one?.caipAddress === "eip155:1:0xother")
      yield* TestClock.adjust("5 seconds")
      expect(now(engine.account.state)?.balance).toMatchObject({ _tag: "Loaded", value: 2n })
    }),
  )

  it.effect("shows name and image with an identity endpoint", () =>
    Effect.gen(function* () {
      const api = makeTestApi({
        "/v1/supported-chains": served,
        [`/v1/identity/${address}`]: { name: "vitalik.eth", avatar: "https://images.example/1" },
      })
      const { engine } = yield* connected(counted().actions, { endpoints, imageHosts }, api)
      const state = yield* reach(engine.account.state, (one) => one?.profileName !== null)
      expect(state).toMatchObject({ profileName: "vitalik.eth", profileImage: "https://images.example/1" })
    }),
  )

  it.effect.each(["888\u200d\u200d.eth", "vitalik\u202e.eth", "vitalik\u00ad.eth"])(
    "shows no name %j, which would read as another's: rotki/rotki#7095",
    (name) =>
      Effect.gen(function* () {
        const api = makeTestApi({
          "/v1/supported-chains": served,
          [`/v1/identity/${address}`]: { name, avatar: "https://images.example/1" },
          [`/v1/profile/reverse/${address}`]: [{ name, addresses: {} }],
        })
        const { engine } = yield* connected(counted().actions, { endpoints, imageHosts }, api)
        const state = yield* reach(engine.account.state, (one) => one?.profileImage !== null)
        expect(state).toMatchObject({ profileName: null, profileImage: "https://images.example/1" })
      }),
  )

  it.effect("shows no image of a host that the page has not named", () =>
    Effect.gen(function* () {
      const api = makeTestApi({
        "/v1/supported-chains": served,
        [`/v1/identity/${address}`]: { name: "vitalik.eth", avatar: "https://tracker.example/1" },
      })
      const { engine } = yield* connected(counted().actions, { endpoints, imageHosts }, api)
      const state = yield* reach(engine.account.state, (one) => one?.profileName !== null)
      expect(state).toMatchObject({ profileName: "vitalik.eth", profileImage: null })
    }),
  )

  it.effect("shows the registered name of the address when its identity has none", () =>
    Effect.gen(function* () {
      const api = makeTestApi({
        "/v1/supported-chains": served,
        [`/v1/identity/${address}`]: { name: "", avatar: "https://images.example/1" },
        [`/v1/profile/reverse/${address}`]: [{ name: "vera.wmodal.id", addresses: {} }],
      })
      const { engine } = yield* connected(counted().actions, { endpoints, imageHosts }, api)
      const state = yield* reach(engine.account.state, (one) => one?.profileName !== null)
      expect(state).toMatchObject({
        profileName: "vera.wmodal.id",
        profileImage: "https://images.example/1",
      })
    }),
  )

  it.effect("shows no image that a browser might execute, and no failure of the endpoint", () =>
    Effect.gen(function* () {
      const api = makeTestApi({
        "/v1/supported-chains": served,
        [`/v1/identity/${address}`]: { name: "a.eth", avatar: "javascript:alert(1)" },
      })
      const { engine } = yield* connected(counted().actions, { endpoints }, api)
      const state = yield* reach(engine.account.state, (one) => one?.profileName !== null)
      expect(state?.profileImage).toBe(null)
      const broken = yield* connected(counted().actions, { endpoints }, makeTestApi({}))
      yield* reach(broken.engine.account.state, (one) => one?.balance._tag === "Loaded")
      expect(now(broken.engine.account.state)?.profileName).toBe(null)
    }),
  )

  it.effect("requests no name on a network that the endpoint does not serve", () =>
    Effect.gen(function* () {
      const api = makeTestApi({ "/v1/supported-chains": { http: ["eip155:10"], ws: [] } })
      const asked = yield* Deferred.make<void>()
      const send: Fetch["Service"]["send"] = (request) =>
        Effect.ensuring(api.fetch.send(request), Deferred.succeed(asked, undefined))
      const { engine } = yield* connected(counted().actions, { endpoints }, { fetch: { send } })
      yield* reach(engine.account.state, (one) => one?.balance._tag === "Loaded")
      yield* Deferred.await(asked)
      yield* Effect.yieldNow
      expect(api.asked).toEqual(["/v1/supported-chains"])
    }),
  )

  it.effect("requests no name on a test network", () =>
    Effect.gen(function* () {
      const api = makeTestApi({ "/v1/supported-chains": served })
      const { engine } = yield* connected(
        counted().actions,
        { endpoints, networks: [{ ...mainnet, testnet: true }] },
        api,
      )
      yield* reach(engine.account.state, (one) => one?.balance._tag === "Loaded")
      yield* TestClock.adjust("1 minute")
      expect(api.asked).toEqual(["/v1/supported-chains"])
    }),
  )

  it.effect("requests the operator's node first, then the proxy, then the network's own", () =>
    Effect.gen(function* () {
      const hosts: string[] = []
      const fetch: Fetch["Service"] = {
        send: (request) => {
          if (request.method === "POST") hosts.push(new URL(request.url).host)
          return Effect.succeed(new Response("no", { status: 400 }))
        },
      }
      const { actions } = counted(({ rpc }) =>
        Effect.as(rpc.request("eth_getBalance", [address, "latest"]), 1n),
      )
      const options = { endpoints, customRpcUrls: { "eip155:1": ["https://own.example"] } }
      const { engine } = yield* connected(actions, options, { fetch })
      yield* reach(engine.account.state, (one) => one?.balance._tag !== "Loading")
      const rpcHosts = hosts.filter((host, at) => hosts.indexOf(host) === at)
      expect(rpcHosts.slice(0, 2)).toEqual(["own.example", "api.example"])
      expect(rpcHosts.length).toBeGreaterThan(2)
    }),
  )

  it.effect("skips the proxy once it is known not to serve the network", () =>
    Effect.gen(function* () {
      const hosts: string[] = []
      const listed = yield* Deferred.make<void>()
      const fetch: Fetch["Service"] = {
        send: (request) => {
          const { host, pathname } = new URL(request.url)
          if (pathname === "/v1/supported-chains")
            return Effect.ensuring(
              Effect.succeed(Response.json({ http: ["eip155:10"], ws: [] })),
              Deferred.succeed(listed, undefined),
            )
          hosts.push(host)
          return Effect.succeed(
            host === "api.example"
              ? new Response("", { status: 400 })
              : Response.json({ jsonrpc: "2.0", id: 1, result: "0x1" }),
          )
        },
      }
      const { actions } = counted(({ rpc }) =>
        Effect.as(rpc.request("eth_getBalance", [address, "latest"]), 1n),
      )
      const { engine } = yield* connected(
        actions,
        { endpoints, networks: [{ ...mainnet, testnet: true }] },
        { fetch },
      )
      yield* reach(engine.account.state, (one) => one?.balance._tag === "Loaded")
      yield* Deferred.await(listed)
      // The first read does not await the list.
      expect(hosts[0]).toBe("api.example")
      hosts.length = 0
      yield* engine.account.refresh
      expect(hosts).toHaveLength(1)
      expect(hosts).not.toContain("api.example")
    }),
  )
})
