import { it } from "@effect/vitest"
import { Effect } from "effect"
import { expect } from "vitest"
import { makeBlockchain } from "../blockchain/Blockchain.ts"
import { makeTestSupportedNetworks, recordRequests, sdk } from "../testing/recordRequests.ts"
import { restrictBlockchain } from "./RestrictedBlockchain.ts"

const address = "0x2"

it.effect("sends requests for served networks only", () =>
  Effect.gen(function* () {
    const { client, asked } = recordRequests(makeBlockchain, {
      name: "vera.test",
      avatar: null,
      balances: [],
    })
    const gated = restrictBlockchain(client, makeTestSupportedNetworks("eip155:1"))
    expect(yield* gated.identity("eip155:2", { address })).toEqual({ name: "", avatar: "" })
    expect(yield* gated.balance("eip155:2", { address })).toEqual({ balances: [] })
    expect(asked).toEqual([])
    expect((yield* gated.identity("eip155:1", { address })).name).toBe("vera.test")
    expect((yield* gated.balance("eip155:1", { address })).balances).toEqual([])
    expect(asked.map(([call]) => call)).toEqual([
      `GET /v1/identity/0x2?${sdk}`,
      `GET /v1/account/0x2/balance?currency=usd&${sdk}`,
    ])
  }),
)
