import { it } from "@effect/vitest"
import { Fetch, makeFetch } from "@wmodal/protocol"
import { Effect } from "effect"
import { expect } from "vitest"
import { formatSdkVersion } from "../contract/SdkQuery.ts"
import { makeBlockchain, makeProxyNode } from "./Blockchain.ts"

const recordReply = (reply: unknown) => {
  const asked: string[] = []
  const fetch = makeFetch(async (request) => {
    asked.push(request.url.replace("https://api.test", ""))
    return Response.json(reply)
  })
  const options = {
    baseUrl: "https://api.test",
    projectId: "p",
    sdk: formatSdkVersion({ platform: "node", chains: [] }),
  }
  const blockchain = Effect.runSync(makeBlockchain(options).pipe(Effect.provideService(Fetch, fetch)))
  return { blockchain, asked }
}

const sdk = "projectId=p&st=wmodal&sv=node-universal-0.1.0"
const address = "0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb"

it.effect("returns the served chains", () =>
  Effect.gen(function* () {
    const { blockchain, asked } = recordReply({ http: ["eip155:1"], ws: [] })
    expect((yield* blockchain.supportedChains).http).toEqual(["eip155:1"])
    expect(asked).toEqual([`/v1/supported-chains?${sdk}`])
  }),
)

it.effect("returns an identity, which may have neither name nor avatar", () =>
  Effect.gen(function* () {
    const { blockchain, asked } = recordReply({ name: null, avatar: null, resolvedAt: 1 })
    expect(yield* blockchain.identity({ address })).toMatchObject({ name: null, avatar: null })
    yield* blockchain.identity({ address, sender: address })
    expect(asked).toEqual([
      `/v1/identity/${address}?${sdk}`,
      `/v1/identity/${address}?sender=${address}&${sdk}`,
    ])
  }),
)

const ether = {
  name: "Ether",
  symbol: "ETH",
  chainId: "eip155:1",
  price: 2478.62,
  quantity: { decimals: "18", numeric: "1.204" },
  iconUrl: "",
}

it.effect("returns the balance of an address", () =>
  Effect.gen(function* () {
    const { blockchain, asked } = recordReply({ balances: [ether] })
    expect((yield* blockchain.balance({ address })).balances).toEqual([ether])
    yield* blockchain.balance({
      address,
      chainId: "eip155:1",
      forceUpdate: [`eip155:1:${address}`, `eip155:10:${address}`],
    })
    expect(asked).toEqual([
      `/v1/account/${address}/balance?currency=usd&${sdk}`,
      `/v1/account/${address}/balance?currency=usd&chainId=eip155%3A1&forceUpdate=eip155%3A1%3A${address}%2Ceip155%3A10%3A${address}&${sdk}`,
    ])
  }),
)

it.effect("names the field that a balance lacks", () =>
  Effect.gen(function* () {
    const { blockchain } = recordReply({ balances: [{ ...ether, quantity: { decimals: 18, numeric: "1" } }] })
    const { reason } = yield* Effect.flip(blockchain.balance({ address }))
    expect(reason).toEqual({ _tag: "Malformed", field: "balances.0.quantity.decimals" })
  }),
)

it.effect("encodes an address as one path segment", () =>
  Effect.gen(function* () {
    const { blockchain, asked } = recordReply({ name: null, avatar: null })
    yield* blockchain.identity({ address: "../account/x?y#z" })
    expect(asked).toEqual([`/v1/identity/..%2Faccount%2Fx%3Fy%23z?${sdk}`])
  }),
)

it.effect("provides its proxy as a node for plain text requests", () =>
  Effect.sync(() => {
    expect(makeProxyNode({ baseUrl: "https://api.test/", projectId: "p", network: "eip155:137" })).toEqual({
      url: "https://api.test/v1?chainId=eip155%3A137&projectId=p",
      contentType: "text/plain",
    })
  }),
)
