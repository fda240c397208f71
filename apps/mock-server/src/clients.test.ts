import { layer } from "@effect/vitest"
import {
  makeBlockchain,
  makeConvert,
  makeDirectory,
  makeHistory,
  makePrices,
  makeProxyNode,
} from "@wmodal/api"
import { type CaipAddress, isCaipAddress, makeRpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import { describe, expect } from "vitest"
import { accounts } from "./index.ts"
import { makeClientOptions, makeGatedOptions, makeHandlerLayer } from "./testing/clientOptions.ts"
import { setupTestHandler } from "./testing/setupTestHandler.ts"

const handler = setupTestHandler()

const client = makeClientOptions("clients")
const [vera] = accounts

const caipAddress = (text = ""): CaipAddress => {
  if (!isCaipAddress(text)) throw new Error(`No CAIP-10 address: ${text}`)
  return text
}

layer(makeHandlerLayer(handler))("our own clients", (it) => {
  describe("directory client", () => {
    it.effect("lists wallets and returns their images", () =>
      Effect.gen(function* () {
        const directory = yield* makeDirectory(client)
        const { count, data } = yield* directory.wallets({ page: 1, entries: 4, chains: ["eip155:1"] })
        expect(count).toBeGreaterThan(40)
        expect(data).toHaveLength(4)
        const url = directory.walletImageUrl(data[0]?.image_id ?? "") ?? ""
        const image = yield* Effect.promise(async () => handler.fetch(new Request(url)))
        expect(image.headers.get("content-type")).toBe("image/svg+xml")
      }),
    )
  })

  describe("blockchain API client", () => {
    it.effect(
      "returns chains, identities and balances",
      () =>
        Effect.gen(function* () {
          const blockchain = yield* makeBlockchain(client)
          expect((yield* blockchain.supportedChains).http).toContain("eip155:8453")
          expect((yield* blockchain.identity({ address: vera })).name).toBe("vera.wmodal.id")
          const { balances } = yield* blockchain.balance({ address: vera, chainId: "eip155:8453" })
          expect(balances.map(({ symbol }) => symbol)).toEqual(["ETH", "mUSDC", "mDAI", "mUSDT", "mFEE"])
        }),
      30_000,
    )

    it.effect(
      "returns prices, quotes, allowances and swap transactions",
      () =>
        Effect.gen(function* () {
          const network = "eip155:8453"
          const gated = yield* makeGatedOptions("clients")
          const convert = yield* makeConvert(gated)
          const [native, dollars] = yield* convert.tokens(network)
          const [from, to] = [caipAddress(native?.address), caipAddress(dollars?.address)]
          const pair = { network, user: caipAddress(`${network}:${vera}`), from, to } as const
          const amount = 10n ** 18n

          const { price } = yield* makePrices(gated)
          expect(yield* price({ network, token: to })).toMatchObject([{ symbol: "mUSDC", price: 1 }])
          const gas = yield* convert.gasPrice(network)
          const [quote] = yield* convert.quotes({ ...pair, user: vera, amount, gasPrice: BigInt(gas.fast) })
          expect(Number(quote?.toAmount)).toBeCloseTo(2478e6, -7)
          expect(yield* convert.allowance({ network, user: pair.user, token: to })).toBe(0n)
          const approval = yield* convert.buildApprove({ ...pair, from: to, to: from })
          expect([approval.from, approval.to]).toEqual([to, from])
          const swap = yield* convert.buildTransaction({ ...pair, amount, slippage: 1 })
          expect([swap.from, swap.amount]).toEqual([pair.user, `${amount}`])

          const { page } = yield* makeHistory(gated)
          const { data } = yield* page({ network, address: vera, chainId: network })
          expect(data.map(({ metadata }) => metadata.operationType)).toEqual(["mint", "mint"])
        }),
      30_000,
    )

    it.effect(
      "sends requests to nodes through the proxy",
      () =>
        Effect.gen(function* () {
          const node = makeProxyNode({ ...client, network: "eip155:8453" })
          const rpc = yield* makeRpc({ tiers: [[node]] })
          const replies = yield* Effect.all([rpc.request("eth_chainId"), rpc.request("eth_blockNumber")], {
            concurrency: "unbounded",
          })
          expect(replies).toEqual(["0x2105", "0x0"])
          const error = yield* Effect.flip(rpc.request("anvil_mine"))
          expect(error).toBeInstanceOf(RpcError)
          expect(error.reason).toMatchObject({ _tag: "Answered", code: -32601 })
        }),
      30_000,
    )
  })
})
