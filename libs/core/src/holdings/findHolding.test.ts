import { describe, expect, it } from "@effect/vitest"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import {
  dai,
  makeBalancesApi,
  hexAddressActions as ofAddress,
  balancePath as path,
  etherRow as row,
  tokenRow as token,
  usdc,
} from "../testing/balances.ts"
import { connectAccountWith } from "../testing/connectAccountWith.ts"
import { reach } from "../testing/reach.ts"

const now = SubscriptionRef.getUnsafe

describe("refresh after a payment", () => {
  it.effect("reads the sent token again once it is settled, on the server and for the header too", () =>
    Effect.gen(function* () {
      let coins = 5n * 10n ** 18n
      const api = makeBalancesApi(() => [token(usdc)])
      const { engine, flows } = yield* connectAccountWith({
        options: api.options,
        deps: api,
        actions: {
          ...ofAddress,
          balance: () => Effect.succeed(coins),
          find: ({ sought: { hash } }) =>
            Effect.succeed({
              _tag: "Mined",
              hash: hash ?? "0x",
              succeeded: true,
              block: 1n,
              at: 1,
              fee: 1n,
              confirmations: 1,
            }),
        },
      })
      const { holdings, send, ledger } = flows
      const holding = yield* holdings.find("ETH")
      if (holding === null) return expect.unreachable("it is held")
      const to = { address: dai, name: null, image: null }
      const entry = yield* send.submit(yield* send.prepare({ holding, amount: 1n, to }), ["FirstTime"])
      coins = 4n * 10n ** 18n
      yield* Effect.forkChild(ledger.checkAgain(entry.id), { startImmediately: true })
      const state = yield* reach(
        holdings.state,
        (one) => one._tag === "Held" && one.holdings[0].balance === coins,
      )
      expect(state).toMatchObject({ stale: false })
      expect(api.askedFor(path).at(-1)?.searchParams.get("forceUpdate")).toBe(
        "eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
      )
      expect(now(engine.account.state)?.balance).toMatchObject({ value: coins })
    }),
  )
})

describe("finding a token", () => {
  const found = (text: string, balances: readonly object[], actions = {}) =>
    Effect.gen(function* () {
      const api = makeBalancesApi(() => balances)
      const { flows } = yield* connectAccountWith({ options: api.options, deps: api, actions })
      return yield* Effect.result(flows.holdings.find(text))
    })

  it.effect("finds by symbol in any case, without a previous request of the UI", () =>
    Effect.gen(function* () {
      expect(yield* found(" usdc ", [row(), token(usdc)], ofAddress)).toMatchObject({
        success: { token: { address: usdc } },
      })
      expect(yield* found("eth", [row(), token(usdc, { symbol: "ETH" })], ofAddress)).toMatchObject({
        success: { token: { address: null } },
      })
      expect(yield* found("DOGE", [row()], ofAddress)).toMatchObject({ success: null })
    }),
  )

  it.effect("fails for an ambiguous symbol, and names the contracts", () =>
    Effect.gen(function* () {
      const twice = yield* found("USDC", [row(), token(usdc), token(dai, { symbol: "usdc" })], ofAddress)
      expect(twice).toMatchObject({
        failure: { _tag: "AmbiguousToken", addresses: [usdc, dai], symbol: expect.stringMatching(/usdc/i) },
      })
    }),
  )

  it.effect("finds by address on the chain without a known price", () =>
    Effect.gen(function* () {
      const actions = {
        ...ofAddress,
        token: () => Effect.succeed({ name: "Dai\u202e", symbol: "DAI", decimals: 18 }),
        tokenBalance: () => Effect.succeed(5n),
      }
      expect(yield* found(dai.toUpperCase().replace("0X", "0x"), [row()], actions)).toMatchObject({
        success: {
          token: { address: dai, name: "Dai", decimals: 18 },
          balance: 5n,
          price: null,
          value: null,
        },
      })
      expect(yield* found(dai, [row()], ofAddress)).toMatchObject({ success: null })
    }),
  )

  it.effect("fails if no source responds, and without an account", () =>
    Effect.gen(function* () {
      const api = makeBalancesApi(() => 400)
      const { flows, engine } = yield* connectAccountWith({
        options: api.options,
        deps: api,
        actions: ofAddress,
      })
      expect(yield* Effect.flip(flows.holdings.find("USDC"))).toMatchObject({ _tag: "ApiError" })
      expect(yield* flows.holdings.find("ETH")).toMatchObject({ token: { address: null } })
      yield* engine.connection.disconnect()
      expect(yield* Effect.flip(flows.holdings.find("ETH"))).toMatchObject({
        reason: { _tag: "NotConnected" },
      })
    }),
  )
})
