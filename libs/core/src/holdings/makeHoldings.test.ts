import { describe, expect, it } from "@effect/vitest"
import type { WalletAsset } from "@wmodal/chains"
import { RpcError, SubscriptionRef } from "@wmodal/protocol"
import { mainnet, optimism } from "@wmodal/protocol/networks"
import { Deferred, Effect } from "effect"
import { TestClock } from "effect/testing"
import {
  dai,
  makeBalancesApi,
  balancePath as path,
  etherRow as row,
  tokenRow as token,
  usdc,
} from "../testing/balances.ts"
import { connectAccountWith, scriptedApi } from "../testing/connectAccountWith.ts"
import { reach } from "../testing/reach.ts"
import { approvingCalls, failing } from "../testing/scriptedWallet.ts"

const now = SubscriptionRef.getUnsafe
const address = "0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb"

const unreachable = () =>
  Effect.fail(new RpcError({ method: "eth_getBalance", host: "h", reason: { _tag: "NoEndpoint" } }))

const held = (setting: Parameters<typeof connectAccountWith>[0]) =>
  Effect.gen(function* () {
    const account = yield* connectAccountWith(setting)
    const { holdings } = account.flows
    yield* holdings.refresh
    return { ...account, holdings, state: now(holdings.state) }
  })

const listSymbols = (state: {
  readonly holdings?: readonly { readonly token: { readonly symbol: string } }[]
}) => state.holdings?.map((holding) => holding.token.symbol)

describe("holdings from the blockchain endpoint", () => {
  it.effect("lists the native currency first, then by value, in exact units and values", () =>
    Effect.gen(function* () {
      const api = makeBalancesApi(() => [
        token(usdc),
        token(dai, { symbol: "DAI", value: 7.1, quantity: { decimals: "18", numeric: "7.1" } }),
        token("0x01", { symbol: "NOBODY", value: undefined, price: 0 }),
        row(),
      ])
      const { state } = yield* held({ options: api.options, deps: api })
      expect(listSymbols(state as object)).toEqual(["ETH", "DAI", "USDC", "NOBODY"])
      expect(state).toMatchObject({
        _tag: "Held",
        source: "api",
        stale: false,
        total: { units: 30096n, decimals: 1 },
        holdings: [
          { balance: 1_500_000_000_000_000_000n, token: { address: null, name: "Ether", decimals: 18 } },
          { balance: 7_100_000_000_000_000_000n, value: { units: 71n, decimals: 1 } },
          { balance: 2_500_000n, price: { units: 1n, decimals: 0 }, token: { address: usdc, decimals: 6 } },
          { price: null, value: null },
        ],
      })
    }),
  )

  it.effect(
    "excludes tokens without decimals, of other networks, duplicates and invalid amounts, and keeps the rest",
    () =>
      Effect.gen(function* () {
        const refused = [
          token("0x02", { quantity: { decimals: "0", numeric: "1" } }),
          token("0x03", { chainId: "eip155:10" }),
          token("0x04", { address: "eip155:10:0x04" }),
          token("0x05", { quantity: { decimals: "6", numeric: "-1" } }),
          token("0x06", { quantity: { decimals: "6", numeric: "1e300" } }),
          token("0x07", { quantity: { decimals: "999", numeric: "1" } }),
          token("0x08", { quantity: { decimals: "6", numeric: "many" } }),
          token("0x09", { quantity: { decimals: "6.5", numeric: "1" } }),
        ]
        const api = makeBalancesApi(() => [...refused, token(usdc), token(usdc, { value: 1e9 }), row()])
        const { state } = yield* held({ options: api.options, deps: api })
        expect(listSymbols(state as object)).toEqual(["ETH", "USDC"])
        expect(state).toMatchObject({ total: { units: 30025n, decimals: 1 } })
      }),
  )

  it.effect("counts the native currency once when a contract offers it as a token, too", () =>
    Effect.gen(function* () {
      const face = "0x000000000000000000000000000000000000800A"
      const also = token(face, { symbol: "ETH", quantity: { decimals: "18", numeric: "1.5" }, value: 3000 })
      const api = makeBalancesApi(() => [also, token(usdc), row()])
      const { state } = yield* held({ options: api.options, deps: api })
      expect(listSymbols(state as object)).toEqual(["ETH", "USDC"])
      expect(state).toMatchObject({
        total: { units: 30025n, decimals: 1 },
        holdings: [{ token: { address: null } }, {}],
      })
    }),
  )

  it.effect("never exceeds the actual balance", () =>
    Effect.gen(function* () {
      const api = makeBalancesApi(() => [
        row(),
        token(usdc, { quantity: { decimals: "6", numeric: "0.9999999" } }),
      ])
      const { state } = yield* held({ options: api.options, deps: api })
      expect(state).toMatchObject({ holdings: [{}, { balance: 999_999n }] })
    }),
  )

  it.effect("returns sanitized and bounded names, and no images that a browser might execute", () =>
    Effect.gen(function* () {
      const api = makeBalancesApi(() => [
        row({ name: "Free money", symbol: "CLAIM" }),
        token(usdc, {
          name: `\u202e${"A".repeat(500)}`,
          symbol: "US\u200bDC\n!",
          iconUrl: "javascript:alert(1)",
        }),
      ])
      const { state } = yield* held({ options: api.options, deps: api })
      expect(state).toMatchObject({
        holdings: [
          // The configuration takes precedence over the server's name of the currency.
          { token: { name: "Ether", symbol: "ETH" } },
          { token: { name: "A".repeat(64), symbol: "USDC !", icon: null } },
        ],
      })
    }),
  )

  it.effect("returns no value on a test network, and keeps the balances", () =>
    Effect.gen(function* () {
      const api = makeBalancesApi(() => [row(), token(usdc)])
      const options = { ...api.options, networks: [{ ...mainnet, testnet: true }, optimism] }
      const { state } = yield* held({ options, deps: api })
      expect(state).toMatchObject({
        total: { units: 0n },
        holdings: [
          { balance: 1_500_000_000_000_000_000n, price: null, value: { units: 0n } },
          { balance: 2_500_000n, price: null, value: { units: 0n } },
        ],
      })
    }),
  )

  it.effect("reads the native currency from the chain when the endpoint does not list it", () =>
    Effect.gen(function* () {
      const api = makeBalancesApi(() => [token(usdc)])
      const { state } = yield* held({ options: api.options, deps: api })
      expect(state).toMatchObject({
        source: "api",
        holdings: [
          { balance: 1_500_000_000_000_000_000n, price: null, value: null },
          { balance: 2_500_000n },
        ],
      })
      const without = yield* held({ options: api.options, deps: api, actions: { balance: unreachable } })
      expect(listSymbols(without.state as object)).toEqual(["USDC"])
      expect(without.state).toMatchObject({ _tag: "Held", stale: true })
    }),
  )

  it.effect("requests holdings once in 30 s, and again, from the server too, after a transaction", () =>
    Effect.gen(function* () {
      const api = makeBalancesApi(() => [row()])
      const { holdings } = yield* held({ options: api.options, deps: api })
      yield* holdings.refresh
      expect(api.askedFor(path)).toHaveLength(1)
      yield* holdings.refetch([null, usdc])
      expect(api.askedFor(path).at(-1)?.searchParams.get("forceUpdate")).toBe(
        `eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee,eip155:1:${usdc}`,
      )
      yield* TestClock.adjust("29999 millis")
      yield* holdings.refresh
      expect(api.askedFor(path)).toHaveLength(2)
      yield* TestClock.adjust("1 millis")
      yield* holdings.refresh
      expect(api.askedFor(path)).toHaveLength(3)
    }),
  )

  it.effect("sets Unavailable after a failure, and requests again no sooner than 30 s later", () =>
    Effect.gen(function* () {
      let answer: readonly object[] | number = 400
      const api = makeBalancesApi(() => answer)
      const { holdings, state } = yield* held({ options: api.options, deps: api })
      expect(state).toMatchObject({
        _tag: "Unavailable",
        retryAt: 30_000,
        problem: { _tag: "ApiError", reason: { _tag: "Status", status: 400 } },
        holdings: [{ token: { address: null }, balance: 1_500_000_000_000_000_000n }],
      })
      answer = [row()]
      yield* TestClock.adjust("29999 millis")
      yield* holdings.refresh
      expect(now(holdings.state)).toEqual(state)
      expect(api.askedFor(path)).toHaveLength(1)
      yield* TestClock.adjust("1 millis")
      yield* holdings.refresh
      expect(now(holdings.state)).toMatchObject({ _tag: "Held" })
    }),
  )

  it.effect("keeps the holdings, marked as stale, when a refresh fails", () =>
    Effect.gen(function* () {
      let answer: readonly object[] | number = [row()]
      const api = makeBalancesApi(() => answer)
      const { holdings } = yield* held({ options: api.options, deps: api })
      answer = 400
      yield* TestClock.adjust("31 seconds")
      yield* holdings.refresh
      const old = { _tag: "Held", stale: true, retryAt: 61_000, holdings: [{ price: { units: 2000n } }] }
      expect(now(holdings.state)).toMatchObject(old)

      answer = [row()]
      yield* TestClock.adjust("29 seconds")
      yield* holdings.refresh
      expect(now(holdings.state)).toMatchObject(old)
      expect(api.askedFor(path)).toHaveLength(2)
      yield* TestClock.adjust("1 second")
      yield* holdings.refresh
      expect(now(holdings.state)).toMatchObject({ _tag: "Held", stale: false, retryAt: 0 })
    }),
  )
})

describe("holdings from other sources", () => {
  const asset: WalletAsset = {
    token: usdc,
    balance: 2_500_000n,
    name: "USD Coin",
    symbol: "USDC",
    decimals: 6,
    price: 1.01,
    iconUrl: "https://images.example/usdc",
  }
  const coins = { ...asset, token: null, balance: 10n ** 18n, decimals: 18, price: 2000 }
  const walletWith = (assets: readonly WalletAsset[] | "none") => ({
    calls: Effect.succeed({
      ...approvingCalls,
      capabilities: () => Effect.succeed({ atomic: "unsupported", assetDiscovery: true } as const),
      assets: () =>
        assets === "none" ? failing({ _tag: "Malformed", what: "wallet_getAssets" }) : Effect.succeed(assets),
    }),
  })

  it.effect("returns the wallet's own holdings if it provides them, without other requests", () =>
    Effect.gen(function* () {
      const api = makeBalancesApi(() => [row()])
      const face = { ...coins, token: "0x0000000000000000000000000000000000001010" }
      const answers = walletWith([asset, { ...asset, token: dai, decimals: 0 }, face, coins])
      const { state } = yield* held({ options: api.options, deps: api, answers })
      expect(state).toMatchObject({
        source: "wallet",
        total: { units: 2_002_525n * 10n ** 15n, decimals: 18 },
        holdings: [{ token: { symbol: "ETH" }, balance: 10n ** 18n }, { token: { address: usdc } }],
      })
      expect(listSymbols(state as object)).toHaveLength(2)
      expect(api.askedFor(path)).toEqual([])
    }),
  )

  it.effect("returns the endpoint's holdings when the wallet gives no valid response, or none", () =>
    Effect.gen(function* () {
      const api = makeBalancesApi(() => [row()])
      const malformed = yield* held({ options: api.options, deps: api, answers: walletWith("none") })
      expect(malformed.state).toMatchObject({ source: "api" })
      const asked = yield* Deferred.make<void>()
      const silent = yield* connectAccountWith({
        options: api.options,
        deps: api,
        answers: {
          calls: Effect.succeed({
            ...approvingCalls,
            capabilities: () => Effect.andThen(Deferred.succeed(asked, undefined), Effect.never),
          }),
        },
      })
      yield* Effect.forkChild(silent.flows.holdings.refresh, { startImmediately: true })
      yield* Deferred.await(asked)
      yield* TestClock.adjust("5 seconds")
      expect(yield* reach(silent.flows.holdings.state, ({ _tag }) => _tag === "Held")).toMatchObject({
        source: "api",
      })
    }),
  )

  it.effect(
    "returns the native currency alone without an endpoint, and on networks that it does not serve",
    () =>
      Effect.gen(function* () {
        const { state } = yield* held({})
        expect(state).toMatchObject({
          _tag: "Held",
          source: "chain",
          unsupported: true,
          total: null,
          holdings: [{ balance: 1_500_000_000_000_000_000n, price: null }],
        })
        const elsewhere = scriptedApi({
          "/v1/supported-chains": () => Response.json({ http: ["eip155:10"], ws: [] }),
        })
        const silent = yield* held({ options: elsewhere.options, deps: elsewhere })
        expect(silent.state).toMatchObject({
          _tag: "Held",
          source: "chain",
          unsupported: true,
          holdings: [{ price: null }],
        })
        const refusing = scriptedApi({ "/v1/supported-chains": () => new Response("", { status: 401 }) })
        const refused = yield* held({ options: refusing.options, deps: refusing })
        expect(refused.state).toMatchObject({
          _tag: "Unavailable",
          problem: { _tag: "ApiError", reason: { _tag: "Status", status: 401 } },
          holdings: [{ balance: 1_500_000_000_000_000_000n }],
        })
        expect(elsewhere.askedFor(path)).toEqual([])
        expect(now(silent.engine.toasts.current)).toBe(null)
        const nothing = yield* held({ actions: { balance: () => Effect.succeed(0n) } })
        expect(nothing.state).toMatchObject({ total: { units: 0n }, holdings: [{ value: { units: 0n } }] })
        const dead = yield* held({ actions: { balance: unreachable } })
        expect(dead.state).toMatchObject({ _tag: "Unavailable", holdings: [], problem: { _tag: "RpcError" } })
      }),
  )
})

describe("holdings of the shown account", () => {
  it.effect("requests nothing before the UI does, and then for each shown account", () =>
    Effect.gen(function* () {
      const api = makeBalancesApi(() => [row()])
      const { flows, engine } = yield* connectAccountWith({ options: api.options, deps: api })
      const { state, refresh } = flows.holdings
      expect(now(state)._tag).toBe("Loading")
      expect(api.askedFor(path)).toEqual([])
      yield* refresh
      yield* engine.networks.switchTo("eip155:10")
      const next = yield* reach(
        state,
        (one) => one._tag === "Held" && one.holdings[0].token.network === "eip155:10",
      )
      expect(next).toMatchObject({ holdings: [{ token: { symbol: "ETH" } }] })
      expect(api.askedFor(path).map((url) => url.searchParams.get("chainId"))).toEqual([
        "eip155:1",
        "eip155:10",
      ])
      yield* engine.connection.disconnect()
      yield* reach(state, ({ _tag }) => _tag === "Disconnected")
    }),
  )

  it.effect("never shows a result for an earlier account", () =>
    Effect.gen(function* () {
      const { flows, say } = yield* connectAccountWith({
        actions: {
          balance: ({ address: of }) =>
            of === address ? Effect.delay(Effect.succeed(1n), "9 seconds") : Effect.succeed(2n),
        },
      })
      const { state, refresh } = flows.holdings
      const seen: unknown[] = []
      yield* Effect.forkChild(refresh, { startImmediately: true })
      say({ _tag: "AccountsChanged", accounts: ["eip155:1:0xother"] })
      seen.push(yield* reach(state, ({ _tag }) => _tag === "Held"))
      yield* TestClock.adjust("20 seconds")
      seen.push(now(state))
      expect(seen).toMatchObject([{ holdings: [{ balance: 2n }] }, { holdings: [{ balance: 2n }] }])
    }),
  )

  it.effect("sends no request for a network that is not configured", () =>
    Effect.gen(function* () {
      const asked: string[] = []
      const api = makeBalancesApi(() => [row()])
      const { flows, say, engine } = yield* connectAccountWith({
        options: api.options,
        deps: api,
        answers: {
          calls: Effect.sync(() => {
            asked.push("wallet")
            return approvingCalls
          }),
        },
      })
      say({ _tag: "NetworkChanged", network: "eip155:4242" })
      yield* reach(engine.account.state, (one) => one?.network === "eip155:4242")
      yield* flows.holdings.refresh
      expect(now(flows.holdings.state)).toMatchObject({
        _tag: "Unavailable",
        holdings: [],
        problem: { reason: { _tag: "UnsupportedChain" } },
      })
      expect(asked).toEqual([])
      expect(api.askedFor(path)).toEqual([])
    }),
  )
})
