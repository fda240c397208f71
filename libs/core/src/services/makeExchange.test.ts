import { expect, it } from "@effect/vitest"
import { Fetch, makeFetch } from "@wmodal/protocol"
import { mainnet } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { makeClients } from "../clients/makeClients.ts"
import { openDirectory } from "../clients/openDirectory.ts"
import { decodeOptions } from "../options/decodeOptions.ts"
import { makeExchange } from "./makeExchange.ts"

const token = "eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"

const opening = (endpoints: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const asked: string[] = []
    const fetch = makeFetch(async ({ url }) => {
      asked.push(new URL(url).href.split("?")[0] ?? "")
      return Response.json({ fungibles: [{ name: "", symbol: "", iconUrl: "", price: 7 }] })
    })
    const { errors, options } = decodeOptions({ projectId: "p", chains: [], networks: [mainnet], endpoints })
    const deps = { options, platform: "html", warn: () => {}, onRequest: () => {} } as const
    const exchange = yield* openDirectory(deps).pipe(
      Effect.flatMap((opened) => makeClients(deps, opened)),
      Effect.flatMap((clients) => makeExchange({ clients, options })),
      Effect.provideService(Fetch, fetch),
    )
    return { asked, errors, exchange }
  })

it.effect("reads second prices from their own endpoint only", () =>
  Effect.gen(function* () {
    const { asked, exchange } = yield* opening({
      blockchain: "https://exchange.test",
      prices: "https://second.test/prices",
    })
    const found = yield* exchange?.secondPrices?.price({ network: "eip155:1", token }) ?? Effect.succeed([])
    expect(found).toMatchObject([{ price: 7 }])
    expect(asked).toEqual(["https://second.test/prices/v1/fungible/price"])
  }),
)

it.effect("has no second prices without their endpoint, and no exchange without the blockchain's", () =>
  Effect.gen(function* () {
    expect((yield* opening({ blockchain: "https://exchange.test" })).exchange?.secondPrices).toBeNull()
    expect((yield* opening({ prices: "https://second.test" })).exchange).toBeNull()
    expect((yield* opening({ prices: "second.test" })).errors).toMatchObject([
      { reason: { _tag: "Invalid", path: "endpoints.prices" } },
    ])
  }),
)
