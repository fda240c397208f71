import { it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { expect } from "vitest"
import { makeBlockchain } from "../blockchain/Blockchain.ts"
import { gateBlockchain } from "../gate/GatedBlockchain.ts"
import { gateOf, recorded, sdk, unreadOnce } from "../testing/recorded.ts"
import { makeIdentities } from "./Identities.ts"

it.effect("asks who somebody is once in five minutes, on each network that is served", () =>
  Effect.gen(function* () {
    const { client, asked } = recorded(makeBlockchain, { name: "vera.test", avatar: null })
    const gate = gateOf("eip155:1", "eip155:10")
    const identities = yield* makeIdentities({ blockchain: gateBlockchain(client, gate), gate })
    const vera = { value: { name: "vera.test", avatar: null }, at: 0, stale: false }
    expect(yield* identities.of("eip155:1", "0xAB")).toEqual(vera)
    yield* TestClock.setTime(299_999)
    expect(yield* identities.of("eip155:1", "0xab")).toEqual(vera)
    expect(asked.map(([call]) => call)).toEqual([`GET /v1/identity/0xAB?sender=0xAB&${sdk}`])
    yield* identities.of("eip155:10", "0xAB")
    expect((yield* identities.of("eip155:2", "0xAB")).value).toEqual({ name: "", avatar: "" })
    expect(asked).toHaveLength(2)
    yield* TestClock.setTime(300_000)
    yield* identities.of("eip155:1", "0xAB")
    expect(asked).toHaveLength(3)
  }),
)

it.effect("keeps nothing of what it could not ask while the list of networks was unread", () =>
  Effect.gen(function* () {
    const { client } = recorded(makeBlockchain, { name: "vera.test", avatar: null })
    const gate = unreadOnce("eip155:1")
    const identities = yield* makeIdentities({ blockchain: gateBlockchain(client, gate), gate })
    expect((yield* identities.of("eip155:1", "0xAB")).value.name).toBe("")
    expect((yield* identities.of("eip155:1", "0xAB")).value.name).toBe("vera.test")
  }),
)
