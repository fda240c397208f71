import { it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { expect } from "vitest"
import { makeBlockchain } from "../blockchain/Blockchain.ts"
import { restrictBlockchain } from "../supportedNetworks/RestrictedBlockchain.ts"
import {
  makeOnceUnreadNetworks,
  makeTestSupportedNetworks,
  recordRequests,
  sdk,
} from "../testing/recordRequests.ts"
import { makeIdentities } from "./Identities.ts"

it.effect("requests an identity once in five minutes, on each served network", () =>
  Effect.gen(function* () {
    const { client, asked } = recordRequests(makeBlockchain, { name: "vera.test", avatar: null })
    const gate = makeTestSupportedNetworks("eip155:1", "eip155:10")
    const identities = yield* makeIdentities({ blockchain: restrictBlockchain(client, gate), gate })
    const vera = { value: { name: "vera.test", avatar: null }, at: 0, isStale: false }
    expect(yield* identities.get("eip155:1", "0xAB")).toEqual(vera)
    yield* TestClock.setTime(299_999)
    expect(yield* identities.get("eip155:1", "0xab")).toEqual(vera)
    expect(asked.map(([call]) => call)).toEqual([`GET /v1/identity/0xAB?sender=0xAB&${sdk}`])
    yield* identities.get("eip155:10", "0xAB")
    expect((yield* identities.get("eip155:2", "0xAB")).value).toEqual({ name: "", avatar: "" })
    expect(asked).toHaveLength(2)
    yield* TestClock.setTime(300_000)
    yield* identities.get("eip155:1", "0xAB")
    expect(asked).toHaveLength(3)
  }),
)

it.effect("fails, and caches nothing, while the list of networks is unread", () =>
  Effect.gen(function* () {
    const { client } = recordRequests(makeBlockchain, { name: "vera.test", avatar: null })
    const gate = makeOnceUnreadNetworks("eip155:1")
    const identities = yield* makeIdentities({ blockchain: restrictBlockchain(client, gate), gate })
    expect((yield* Effect.flip(identities.get("eip155:1", "0xAB")))._tag).toBe("ApiError")
    expect((yield* identities.get("eip155:1", "0xAB")).value.name).toBe("vera.test")
  }),
)
