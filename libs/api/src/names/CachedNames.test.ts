import { it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { expect } from "vitest"
import {
  makeOnceUnreadNetworks,
  makeTestSupportedNetworks,
  recordRequests,
  sdk,
} from "../testing/recordRequests.ts"
import { makeCachedNames } from "./CachedNames.ts"
import { makeNames } from "./Names.ts"

it.effect("requests the names of an address once in five minutes, and again after an invalidation", () =>
  Effect.gen(function* () {
    const vera = { name: "vera.reown.id", addresses: {} }
    const { client, asked } = recordRequests(makeNames, [vera])
    const names = yield* makeCachedNames({ names: client, gate: makeTestSupportedNetworks("eip155:1") })
    expect(yield* names.get("eip155:1", "0xAB")).toEqual({ value: [vera], at: 0, isStale: false })
    yield* TestClock.setTime(299_999)
    yield* names.get("eip155:1", "0xab")
    expect(asked.map(([call]) => call)).toEqual([
      `GET /v1/profile/reverse/0xAB?sender=0xAB&apiVersion=2&${sdk}`,
    ])
    yield* names.invalidate("eip155:1", "0xAB")
    yield* names.get("eip155:1", "0xAB")
    expect(asked).toHaveLength(2)
    yield* TestClock.setTime(599_998)
    yield* names.get("eip155:1", "0xAB")
    expect(asked).toHaveLength(2)
    yield* TestClock.setTime(599_999)
    yield* names.get("eip155:1", "0xAB")
    expect(asked).toHaveLength(3)
  }),
)

it.effect("fails, and caches nothing, while the list of networks is unread", () =>
  Effect.gen(function* () {
    const gate = makeOnceUnreadNetworks("eip155:1")
    const vera = { name: "vera.reown.id", addresses: {} }
    const { client } = recordRequests((options) => makeNames({ ...options, gate }), [vera])
    const names = yield* makeCachedNames({ names: client, gate })
    expect((yield* Effect.flip(names.get("eip155:1", "0xAB")))._tag).toBe("ApiError")
    expect((yield* names.get("eip155:1", "0xAB")).value).toEqual([vera])
  }),
)
