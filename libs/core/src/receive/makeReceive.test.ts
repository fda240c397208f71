import { describe, expect, it } from "@effect/vitest"
import { chainRules } from "@wmodal/chains/internal"
import { RpcError, SubscriptionRef } from "@wmodal/protocol"
import { mainnet } from "@wmodal/protocol/networks"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { toNativeHolding } from "../holdings/toHolding.ts"
import { etherRow, hexAddressActions, makeBalancesApi, tokenRow, usdc } from "../testing/balances.ts"
import { connectAccountWith } from "../testing/connectAccountWith.ts"
import { reach } from "../testing/reach.ts"
import { approvingCalls } from "../testing/scriptedWallet.ts"
import { arrivalIntervalMs } from "./makeReceive.ts"
import type { ReceiveState } from "./Receive.ts"

const address = "0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb"

const usdCoin = { name: "USD Coin", symbol: "USDC", decimals: 6 }
const unread = new RpcError({ method: "getMultipleAccounts", host: "h", reason: { _tag: "NoEndpoint" } })

type Balances = Parameters<typeof makeBalancesApi>[0]

const receiving = (
  balances: Balances = () => [etherRow(), tokenRow(usdc)],
  account: Parameters<typeof connectAccountWith>[0] = {},
) =>
  Effect.gen(function* () {
    const api = makeBalancesApi(balances)
    const connected = yield* connectAccountWith({
      ...account,
      options: { ...api.options, ...account.options },
      deps: api,
      actions: { ...hexAddressActions, ...account.actions },
    })
    const { receive } = yield* connected.flows.funding
    const state = yield* reach(
      receive.state,
      (one) => one._tag === "Ready" && one.request.warnings.length > 0,
    )
    const ready = () => toReady(SubscriptionRef.getUnsafe(receive.state))
    return { ...connected, api, receive, ready, first: toReady(state) }
  })

const toReady = (state: ReceiveState) =>
  state._tag === "Ready" ? state : expect.unreachable("an account is connected")

describe("state of receiving", () => {
  it.effect("has the address alone while no amount is typed, with a warning about other networks", () =>
    Effect.gen(function* () {
      const { first } = yield* receiving()
      expect(first).toMatchObject({
        request: {
          address,
          uri: address,
          requested: null,
          network: { caipNetworkId: "eip155:1" },
          warnings: [{ _tag: "OtherNetworks" }],
        },
        form: { amount: "", token: { symbol: "ETH", address: null } },
        invalid: false,
        takesAmount: true,
        arrivals: [],
      })
    }),
  )

  it.effect("requests a typed amount of the chosen token on this network", () =>
    Effect.gen(function* () {
      const { flows, ready, receive } = yield* receiving()
      yield* receive.typeAmount("1.5")
      expect(ready().request).toMatchObject({
        requested: { amount: 1_500_000_000_000_000_000n },
        uri: `ethereum:${address}@1?value=1500000000000000000`,
      })
      const holding = yield* flows.holdings.find("USDC")
      if (holding === null) return expect.unreachable("it is held")
      yield* receive.chooseToken(holding.token)
      expect(ready().request.uri).toBe(`ethereum:${usdc}@1/transfer?address=${address}&uint256=1500000`)
      yield* receive.typeAmount("")
      expect(ready().request).toMatchObject({ requested: null, uri: address })
    }),
  )

  it.effect("marks an amount that no transfer can have, and leaves it out of the code", () =>
    Effect.gen(function* () {
      const { flows, ready, receive } = yield* receiving()
      const holding = yield* flows.holdings.find("USDC")
      if (holding === null) return expect.unreachable("it is held")
      yield* receive.chooseToken(holding.token)
      for (const [text, invalid] of [
        ["0", false],
        ["0.0", false],
        ["1.", false],
        ["1.123456", false],
        ["1.1234567", true],
        ["1x", true],
      ] as const) {
        yield* receive.typeAmount(text)
        expect([text, ready().invalid]).toEqual([text, invalid])
      }
      expect(ready().request.uri).toBe(address)
      yield* receive.typeAmount("1.")
      expect(ready().request.requested?.amount).toBe(1_000_000n)
    }),
  )

  it.effect.each([
    ["can take it back", Effect.succeed({ ...usdCoin, isRecallable: true as const }), "Recallable"],
    ["cannot", Effect.succeed(usdCoin), "OtherNetworks"],
    ["is unknown to the node", Effect.fail(unread), "RecallUnread"],
  ] as const)("warns of a requested token whose issuer %s", ([, token, tag]) =>
    Effect.gen(function* () {
      const rules = { ...chainRules.eip155, hasRecallableTokens: true as const }
      const { flows, ready, receive } = yield* receiving(undefined, {
        actions: { rules, token: () => token },
      })
      const holding = yield* flows.holdings.find("USDC")
      if (holding === null) return expect.unreachable("it is held")
      yield* receive.chooseToken(holding.token)
      expect(ready().request.warnings).toEqual([{ _tag: "OtherNetworks" }])
      yield* receive.typeAmount("1")
      expect(ready().request.warnings[0]).toEqual({ _tag: tag })
      const request = yield* receive.request({ amount: "1", token: "USDC" })
      expect(request.warnings[0]).toEqual({ _tag: tag })
      yield* receive.chooseToken(toNativeHolding(mainnet, 0n).token)
      expect(ready().request.warnings).toEqual([{ _tag: "OtherNetworks" }])
    }),
  )

  it.effect("warns on a test network, and of a smart account", () =>
    Effect.gen(function* () {
      const test = yield* receiving(() => [], { options: { networks: [{ ...mainnet, testnet: true }] } })
      expect(test.first.request.warnings).toEqual([{ _tag: "Testnet" }])
      const smart = yield* receiving(() => [], {
        answers: {
          calls: Effect.succeed({
            ...approvingCalls,
            capabilities: () => Effect.succeed({ atomic: "supported", assetDiscovery: false }),
          }),
        },
      })
      yield* reach(
        smart.receive.state,
        (one) => one._tag === "Ready" && one.request.warnings[0]?._tag === "SmartAccount",
      )
      expect(smart.ready().request.warnings).toEqual([{ _tag: "SmartAccount" }])
    }),
  )

  it.effect("starts anew with another network, and ends with the connection", () =>
    Effect.gen(function* () {
      const { engine, ready, receive } = yield* receiving()
      yield* receive.typeAmount("1.5")
      yield* engine.networks.switchTo("eip155:10")
      yield* reach(receive.state, (one) => one._tag === "Ready" && one.request.network.id === 10)
      expect(ready().form.amount).toBe("")
      yield* engine.connection.disconnect()
      expect(SubscriptionRef.getUnsafe(receive.state)).toEqual({ _tag: "Disconnected" })
    }),
  )

  it.effect("requests whole bitcoins by BIP-21, without a warning about other networks", () =>
    Effect.gen(function* () {
      const { flows } = yield* connectAccountWith({ on: "bip122" })
      const { receive } = yield* flows.funding
      const state = yield* reach(receive.state, (one) => one._tag === "Ready" && one.takesAmount)
      yield* receive.typeAmount("0.5")
      const { request } = toReady(SubscriptionRef.getUnsafe(receive.state))
      expect(toReady(state).request.warnings).toEqual([])
      expect(request.uri).toBe(`bitcoin:${request.address}?amount=0.5`)
    }),
  )
})

describe("watching for arrivals", () => {
  const watched = (balances: Balances) =>
    Effect.gen(function* () {
      const account = yield* receiving(balances)
      const watcher = yield* Effect.forkChild(account.receive.watch, { startImmediately: true })
      yield* reach(account.flows.holdings.state, ({ _tag }) => _tag === "Held")
      return { ...account, watcher, arrived: () => account.ready().arrivals }
    })

  it.effect("reports what came in since the view opened, after 10 s and not before", () =>
    Effect.gen(function* () {
      let ether = "1.5"
      let rows = () => [etherRow({ quantity: { decimals: "18", numeric: ether } })]
      const { api, arrived, flows, receive } = yield* watched(() => rows())
      expect(arrivalIntervalMs).toBe(10_000)
      const before = api.asked.length
      ether = "4"
      yield* TestClock.adjust(arrivalIntervalMs - 1)
      expect([api.asked.length, arrived()]).toEqual([before, []])
      yield* TestClock.adjust(1)
      yield* reach(receive.state, (one) => one._tag === "Ready" && one.arrivals.length === 1)
      expect(arrived()).toMatchObject([{ token: { symbol: "ETH" }, amount: 2_500_000_000_000_000_000n }])
      expect(SubscriptionRef.getUnsafe(flows.holdings.state)).toMatchObject({
        holdings: [{ balance: 4n * 10n ** 18n }],
      })
      rows = () => [etherRow({ quantity: { decimals: "18", numeric: "4" } }), tokenRow(usdc)]
      yield* TestClock.adjust(arrivalIntervalMs)
      yield* reach(receive.state, (one) => one._tag === "Ready" && one.arrivals.length === 2)
      expect(arrived()[0]).toMatchObject({ token: { symbol: "USDC" }, amount: 2_500_000n })
    }),
  )

  it.effect("reports nothing for outgoing payments, failed reads and another source of balances", () =>
    Effect.gen(function* () {
      let answer: ReturnType<Balances> = [etherRow()]
      const { arrived, flows } = yield* watched(() => answer)
      const next = (given: ReturnType<Balances>) =>
        Effect.suspend(() => {
          answer = given
          return Effect.andThen(TestClock.adjust(arrivalIntervalMs), Effect.yieldNow)
        })
      yield* next([etherRow({ quantity: { decimals: "18", numeric: "1" } })])
      yield* next(400)
      yield* reach(
        flows.holdings.state,
        (one) => one._tag === "Unavailable" || (one._tag === "Held" && one.stale),
      )
      yield* next([etherRow({ quantity: { decimals: "18", numeric: "1" } })])
      expect(arrived()).toEqual([])
    }),
  )

  it.effect("begins each visit with an empty form and without earlier arrivals", () =>
    Effect.gen(function* () {
      const { ready, receive, watcher } = yield* watched(() => [etherRow()])
      yield* receive.typeAmount("1.5")
      yield* Fiber.interrupt(watcher)
      expect(ready()).toMatchObject({ form: { amount: "" }, request: { uri: address }, arrivals: [] })
    }),
  )

  it.effect("sends no further request once the view is left", () =>
    Effect.gen(function* () {
      const { api, watcher } = yield* watched(() => [etherRow()])
      yield* Fiber.interrupt(watcher)
      const before = api.asked.length
      yield* TestClock.adjust("1 minute")
      expect(api.asked.length).toBe(before)
    }),
  )
})

describe("request without a form", () => {
  it.effect("finds the token by symbol or contract, and requests the native currency by default", () =>
    Effect.gen(function* () {
      const { receive } = yield* receiving()
      const uri = (amount: string | null, token: string | null) =>
        Effect.map(receive.request({ amount, token }), (request) => request.uri)
      expect(yield* uri(null, null)).toBe(address)
      expect(yield* uri("0.5", null)).toBe(`ethereum:${address}@1?value=500000000000000000`)
      expect(yield* uri("2", "usdc")).toBe(`ethereum:${usdc}@1/transfer?address=${address}&uint256=2000000`)
      expect(yield* uri("2", usdc)).toBe(`ethereum:${usdc}@1/transfer?address=${address}&uint256=2000000`)
    }),
  )

  it.effect("fails for an unknown token, an invalid amount, and without an account", () =>
    Effect.gen(function* () {
      const { engine, receive } = yield* receiving()
      const refused = (amount: string, token: string | null) =>
        Effect.map(Effect.flip(receive.request({ amount, token })), (error) =>
          "reason" in error ? error.reason : error,
        )
      expect(yield* refused("1", "DOGE")).toEqual({ _tag: "UnknownToken", text: "DOGE" })
      for (const amount of ["0", "x", "", "0.0000001"])
        expect([amount, yield* refused(amount, "USDC")]).toEqual([amount, { _tag: "InvalidAmount" }])
      yield* engine.connection.disconnect()
      expect(yield* refused("1", null)).toMatchObject({ _tag: "NotConnected" })
    }),
  )
})
