import { it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { expect } from "vitest"
import { recorded, sdk } from "../testing/recorded.ts"
import { makeKnownNames } from "./KnownNames.ts"
import { makeNames } from "./Names.ts"

it.effect("asks for the names of an address once in five minutes, and again when it is told to", () =>
  Effect.gen(function* () {
    const vera = { name: "vera.reown.id", addresses: {} }
    const { client, asked } = recorded(makeNames, [vera])
    const names = yield* makeKnownNames(client)
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
