import { it } from "@effect/vitest"
import { type CaipNetworkId, Fetch, makeFetch } from "@wmodal/protocol"
import { inVirtualTime } from "@wmodal/protocol/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { expect } from "vitest"
import { makeBlockchain } from "../blockchain/Blockchain.ts"
import { ApiError } from "../contract/ApiError.ts"
import { type RestrictedBlockchain, restrictBlockchain } from "../supportedNetworks/RestrictedBlockchain.ts"
import { makeSupportedNetworks } from "../supportedNetworks/SupportedNetworks.ts"
import { makeTestSupportedNetworks } from "../testing/recordRequests.ts"
import { makePortfolio } from "./Portfolio.ts"

const network = "eip155:1"
const holder = { network, address: "0xA" } as const
const ether = {
  name: "Ether",
  symbol: "ETH",
  chainId: network,
  price: 1,
  quantity: { decimals: "18", numeric: "1" },
  iconUrl: "",
}

/** A portfolio over a server that responds, or fails with a status while one is set, and the log of its requests. */
const makeTestPortfolio = Effect.gen(function* () {
  const gate = makeTestSupportedNetworks(network, "eip155:10")
  const state = { status: 0, asked: [] as unknown[] }
  const balance: RestrictedBlockchain["balance"] = (asked: CaipNetworkId, request) =>
    Effect.suspend(() => {
      state.asked.push([asked, request])
      const reason = { _tag: "Status", status: state.status } as const
      return state.status === 0
        ? Effect.succeed({ balances: [ether] })
        : Effect.fail(new ApiError({ host: "h", call: "c", reason }))
    })
  const portfolio = yield* makePortfolio({ blockchain: { balance }, gate })
  return { portfolio, state }
})

const heldResult = { _tag: "Held", reading: { value: [ether], at: 0, isStale: false } }

it.effect("reads an account once in 30 s for any notation of its address, separately per network", () =>
  Effect.gen(function* () {
    const { portfolio, state } = yield* makeTestPortfolio
    expect(yield* portfolio.read(holder)).toEqual(heldResult)
    yield* TestClock.setTime(29_999)
    expect(yield* portfolio.read({ network, address: "0xa" })).toEqual(heldResult)
    expect(state.asked).toEqual([[network, { address: "0xA", chainId: network }]])
    yield* portfolio.read({ ...holder, network: "eip155:10" })
    yield* TestClock.setTime(30_000)
    yield* portfolio.read(holder)
    expect(state.asked).toHaveLength(3)
  }),
)

it.effect("reports an unserved network without a request", () =>
  Effect.gen(function* () {
    const { portfolio, state } = yield* makeTestPortfolio
    const unsupported = { _tag: "Unsupported", network: "eip155:2", balances: [] }
    expect(yield* portfolio.read({ ...holder, network: "eip155:2" })).toEqual(unsupported)
    expect(state.asked).toEqual([])
  }),
)

it.effect("reports an unknown balance, and sends no request for 30 s", () =>
  Effect.gen(function* () {
    const { portfolio, state } = yield* makeTestPortfolio
    state.status = 500
    const failed = yield* portfolio.read(holder)
    expect(failed._tag === "Unavailable" && failed.error.message).toBe("Token Balance Unavailable")
    expect(failed).toMatchObject({ error: { cause: { reason: { status: 500 } } } })
    state.status = 0
    yield* TestClock.setTime(29_999)
    expect((yield* portfolio.read(holder))._tag).toBe("Unavailable")
    expect(state.asked).toHaveLength(1)
    yield* TestClock.setTime(30_000)
    expect((yield* portfolio.read(holder))._tag).toBe("Held")
  }),
)

it.effect("labels a balance as stale after a failed read", () =>
  Effect.gen(function* () {
    const { portfolio, state } = yield* makeTestPortfolio
    yield* portfolio.read(holder)
    yield* TestClock.setTime(30_000)
    state.status = 500
    expect(yield* portfolio.read(holder)).toMatchObject({
      _tag: "Held",
      reading: { value: [ether], at: 0, isStale: true, cause: { reason: { status: 500 } } },
    })
  }),
)

it.effect("refreshes after a transaction, and sends the tokens to the server", () =>
  Effect.gen(function* () {
    const { portfolio, state } = yield* makeTestPortfolio
    yield* portfolio.read(holder)
    yield* portfolio.refetch(holder, ["eip155:1:0xb", "eip155:1:0xc"])
    expect(state.asked.at(-1)).toEqual([
      network,
      { address: "0xA", chainId: network, forceUpdate: ["eip155:1:0xb", "eip155:1:0xc"] },
    ])
  }),
)

it.effect("sends the tokens of all transactions that end at the same time", () =>
  Effect.gen(function* () {
    const { portfolio, state } = yield* makeTestPortfolio
    const tokens = ["eip155:1:0xb", "eip155:1:0xc"] as const
    const renewals = tokens.map((token) => portfolio.refetch(holder, [token]))
    // They begin while another read is in progress, and share the next one.
    yield* Effect.all([portfolio.read(holder), ...renewals], { concurrency: "unbounded" })
    expect(state.asked).toHaveLength(2)
    const named = state.asked.map((asked) => JSON.stringify(asked)).join()
    for (const token of tokens) expect(named).toContain(token)
  }),
)

it.effect("sends a token again after a failed refresh, and not after a successful one", () =>
  Effect.gen(function* () {
    const { portfolio, state } = yield* makeTestPortfolio
    state.status = 500
    yield* portfolio.refetch(holder, ["eip155:1:0xb"])
    state.status = 0
    yield* portfolio.refetch(holder, ["eip155:1:0xc"])
    expect(state.asked.at(-1)).toMatchObject([network, { forceUpdate: ["eip155:1:0xb", "eip155:1:0xc"] }])
    yield* TestClock.setTime(30_000)
    yield* portfolio.read(holder)
    expect(state.asked.at(-1)).toEqual([network, { address: "0xA", chainId: network }])
  }),
)

it.effect("spends one budget on the list of networks and on the balance", () =>
  Effect.gen(function* () {
    const asked: string[] = []
    const fetch = makeFetch(async ({ url }) => {
      const { pathname } = new URL(url)
      asked.push(pathname)
      return pathname === "/v1/supported-chains" && asked.length === 3
        ? Response.json({ http: [network], ws: [] })
        : new Response("", { status: 503 })
    })
    const options = { baseUrl: "https://api.test", projectId: "p", sdk: "s" }
    const blockchain = yield* Effect.provideService(makeBlockchain(options), Fetch, fetch)
    const gate = makeSupportedNetworks(blockchain.supportedChains)
    const portfolio = yield* makePortfolio({ blockchain: restrictBlockchain(blockchain, gate), gate })
    expect((yield* inVirtualTime(portfolio.read(holder)))._tag).toBe("Unavailable")
    expect(asked).toEqual([
      ...Array.from({ length: 3 }, () => "/v1/supported-chains"),
      "/v1/account/0xA/balance",
    ])
  }),
)
