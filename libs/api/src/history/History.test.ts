import { it } from "@effect/vitest"
import { Effect } from "effect"
import { expect } from "vitest"
import { recordRequests, sdk } from "../testing/recordRequests.ts"
import { makeHistory } from "./History.ts"

const transaction = {
  id: "t1",
  metadata: {
    operationType: "receive",
    hash: "0xab",
    minedAt: "2025-01-01T00:00:00Z",
    sentFrom: "0x1",
    sentTo: "0x2",
    status: "confirmed",
    nonce: 1,
    chain: null,
    application: { name: "Exchange", iconUrl: null },
  },
  transfers: [
    {
      nft_info: { name: "One", content: null, flags: { is_spam: false } },
      direction: "in",
      quantity: { numeric: "1" },
      made_up: 1,
    },
  ],
}
const network = "eip155:1"

it.effect("returns a page by the previous cursor, and keeps unknown fields", () =>
  Effect.gen(function* () {
    const { client, asked, caching } = recordRequests(makeHistory, { data: [transaction], next: null })
    const page = yield* client.page({ network, address: "0x2" })
    expect(page).toEqual({ data: [transaction], next: null })
    yield* client.page({ network, address: "0x2", cursor: "c", onramp: "coinbase", chainId: network })
    expect(asked).toEqual([
      [`GET /v1/account/0x2/history?${sdk}`, null, null],
      [`GET /v1/account/0x2/history?cursor=c&onramp=coinbase&chainId=eip155%3A1&${sdk}`, null, null],
    ])
    expect(caching).toEqual(["default", "no-cache"])
  }),
)

it.effect("names the field that a transaction lacks", () =>
  Effect.gen(function* () {
    const { id: _, ...nameless } = transaction
    const { client } = recordRequests(makeHistory, { data: [transaction, nameless] })
    const { reason } = yield* Effect.flip(client.page({ network, address: "0x2" }))
    expect(reason).toEqual({ _tag: "Malformed", field: "data.1.id" })
  }),
)

it.effect("returns an empty page for an unserved network, without a request", () =>
  Effect.gen(function* () {
    const { client, asked } = recordRequests(makeHistory, {})
    expect(yield* client.page({ network: "eip155:2", address: "0x2" })).toEqual({ data: [] })
    expect(asked).toEqual([])
  }),
)
