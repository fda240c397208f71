import { it } from "@effect/vitest"
import { Effect } from "effect"
import { expect } from "vitest"
import { recordRequests, sdk } from "../testing/recordRequests.ts"
import { makeNames } from "./Names.ts"

const network = "eip155:1"
const vera = {
  name: "vera.reown.id",
  registered_at: "2025-01-01",
  attributes: null,
  addresses: { "60": { address: "0x2", created_at: "2025-01-01" } },
}

it.effect("returns the record of a name", () =>
  Effect.gen(function* () {
    const { client, asked } = recordRequests(makeNames, vera)
    expect(yield* client.account(network, "vera.reown.id")).toEqual(vera)
    expect(asked).toEqual([[`GET /v1/profile/account/vera.reown.id?apiVersion=2&${sdk}`, null, null]])
  }),
)

it.effect("accepts the empty list for an unregistered name", () =>
  Effect.gen(function* () {
    const { client } = recordRequests(makeNames, [])
    expect(yield* client.account(network, "free.reown.id")).toEqual({ addresses: {}, attributes: [] })
  }),
)

it.effect("names the field that a record lacks", () =>
  Effect.gen(function* () {
    const { client } = recordRequests(makeNames, { ...vera, addresses: { "60": {} } })
    const { reason } = yield* Effect.flip(client.account(network, "vera.reown.id"))
    expect(reason).toEqual({ _tag: "Malformed", field: "addresses.60.address" })
    const list = recordRequests(makeNames, [vera, { addresses: {} }])
    const error = yield* Effect.flip(list.client.reverse({ network, address: "0x2" }))
    expect(error.reason).toEqual({ _tag: "Malformed", field: "1.name" })
  }),
)

it.effect("omits field names chosen by the server from errors", () =>
  Effect.gen(function* () {
    for (const key of ["\u202eevil", "a b", "x".repeat(1000), "", "\u001b[2J"]) {
      const { client } = recordRequests(makeNames, { ...vera, addresses: { [key]: {} } })
      const error = yield* Effect.flip(client.account(network, "vera.reown.id"))
      expect(error.reason).toEqual({ _tag: "Malformed", field: "addresses.*.address" })
    }
  }),
)

it.effect("returns the names of an address, possibly none", () =>
  Effect.gen(function* () {
    const { client, asked } = recordRequests(makeNames, [vera])
    expect(yield* client.reverse({ network, address: "0x2" })).toEqual([vera])
    yield* client.reverse({ network, address: "0x2", sender: "0x3" })
    expect(yield* recordRequests(makeNames, []).client.reverse({ network, address: "0x2" })).toEqual([])
    expect(asked.map(([call]) => call)).toEqual([
      `GET /v1/profile/reverse/0x2?apiVersion=2&${sdk}`,
      `GET /v1/profile/reverse/0x2?sender=0x3&apiVersion=2&${sdk}`,
    ])
  }),
)

it.effect("returns available names", () =>
  Effect.gen(function* () {
    const suggestions = [{ name: "vera1.reown.id", registered: false }]
    const { client, asked } = recordRequests(makeNames, { suggestions })
    expect(yield* client.suggestions({ network, name: "vera", zone: "reown.id" })).toEqual(suggestions)
    expect(asked).toEqual([[`GET /v1/profile/suggestions/vera?zone=reown.id&${sdk}`, null, null]])
  }),
)

const request = { network, coinType: 2147483649, address: "0x2", message: "{}", signature: "0x1" } as const

it.effect("registers a name without a project id", () =>
  Effect.gen(function* () {
    const { client, asked } = recordRequests(makeNames, vera)
    expect(yield* client.register(request)).toEqual({ success: true })
    const body = { coin_type: 2147483649, address: "0x2", message: "{}", signature: "0x1" }
    expect(asked).toEqual([["POST /v1/profile/account", "application/json", body]])
  }),
)

it.effect("sends a signed registration once, even when it fails", () =>
  Effect.gen(function* () {
    const { client, asked } = recordRequests(
      makeNames,
      new Response("Internal server error", { status: 500 }),
    )
    const error = yield* Effect.flip(client.register(request))
    expect(error.message).toBe("HTTP status code: 500")
    expect(asked).toHaveLength(1)
  }),
)

it.effect("returns empty results for an unserved network, without a request", () =>
  Effect.gen(function* () {
    const { client, asked } = recordRequests(makeNames, {})
    const other = { ...request, network: "eip155:2", name: "vera", zone: "reown.id" } as const
    expect(yield* client.account("eip155:2", "vera")).toEqual({ addresses: {}, attributes: [] })
    expect(yield* client.reverse(other)).toEqual([])
    expect(yield* client.suggestions(other)).toEqual([])
    expect(yield* client.register(other)).toEqual({ success: false })
    expect(asked).toEqual([])
  }),
)
