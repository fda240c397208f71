import { it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { expect } from "vitest"
import { gateOf, recorded, sdk, unreadOnce } from "../testing/recorded.ts"
import { makeKnownNames } from "./KnownNames.ts"
import { makeNames } from "./Names.ts"

it.effect("asks for the names of an address once in five minutes, and again when it is told to", () =>
  Effect.gen(function* () {
    const vera = { name: "vera.reown.id", addresses: {} }
    const { client, asked } = recorded(makeNames, [vera])
    const names = yield* makeKnownNames({ names: client, gate: gateOf("eip155:1") })
    expect(yield* names.of("eip155:1", "0xAB")).toEqual({ value: [vera], at: 0, stale: false })
    yield* TestClock.setTime(299_999)
    yield* names.of("eip155:1", "0xab")
    expect(asked.map(([call]) => call)).toEqual([
      `GET /v1/profile/reverse/0xAB?sender=0xAB&apiVersion=2&${sdk}`,
    ])
    yield* names.forget("eip155:1", "0xAB")
    yield* names.of("eip155:1", "0xAB")
    expect(asked).toHaveLength(2)
    yield* TestClock.setTime(600_000)
    yield* names.of("eip155:1", "0xAB")
    expect(asked).toHaveLength(3)
  }),
)

it.effect("keeps nothing of what it could not ask while the list of networks was unread", () =>
  Effect.gen(function* () {
    const gate = unreadOnce("eip155:1")
    const vera = { name: "vera.reown.id", addresses: {} }
    const { client } = recorded((options) => makeNames({ ...options, gate }), [vera])
    const names = yield* makeKnownNames({ names: client, gate })
    expect((yield* names.of("eip155:1", "0xAB")).value).toEqual([])
    expect((yield* names.of("eip155:1", "0xAB")).value).toEqual([vera])
  }),
)
