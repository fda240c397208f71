import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { expect } from "vitest"
import { serveFake } from "./testing/fakeParent.ts"
import { ask, getLast, openFake } from "./testing/openFake.ts"

/** `npm run soak` sends a hundred thousand messages each way. */
const rounds = process.env["WMODAL_SOAK"] === undefined ? 200 : 25_000
const maxGrowthBytes = 5_000_000

/**
 * Returns the heap in use in bytes, after repeated collections: some objects are freed only a turn after they were
 * found.
 */
const heapInUse = async () => {
  setFlagsFromString("--expose-gc")
  const collect: unknown = runInNewContext("gc")
  if (typeof collect !== "function") throw new Error("There is no collector to call.")
  for (let times = 0; times < 10; times += 1) {
    collect()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return process.memoryUsage().heapUsed
}

it.effect(
  "keeps no memory of handled messages on either side",
  () =>
    Effect.gen(function* () {
      const fake = yield* openFake
      const frame = yield* serveFake({ GET_CHAIN_ID: () => Effect.succeed({ chainId: 1 }) })
      let count = 0
      const round = Effect.gen(function* () {
        // Four messages each way: a valid one, a duplicate, an unsolicited one and an invalid one.
        const asking = yield* ask(fake, "GET_CHAIN_ID", undefined)
        if (count === 0) fake.frame.ready()
        const { id } = getLast(fake.frame.posted)
        const reply = { type: "@w3m-frame/GET_CHAIN_ID_SUCCESS", id, payload: { chainId: 1 } }
        for (const data of [
          reply,
          reply,
          { type: "@w3m-frame/SESSION_UPDATE", payload: { token: `${count}` } },
          { id },
        ]) {
          fake.frame.say(data)
        }
        expect(yield* Fiber.join(asking)).toEqual({ chainId: 1 })
        const question = { type: "@w3m-app/GET_CHAIN_ID", id: `${count}` }
        for (const data of [
          question,
          question,
          { type: "@w3m-app/RPC_REQUEST", id: `${count}x` },
          [question],
        ]) {
          frame.say(data)
        }
        count += 1
        fake.frame.posted.length = 0
        frame.posted.length = 0
        yield* TestClock.adjust("200 millis")
      })
      // The warm-up fills all bounded caches and compiles the code.
      for (let time = 0; time < rounds / 5; time += 1) yield* round
      const before = yield* Effect.promise(heapInUse)
      for (let time = 0; time < rounds; time += 1) yield* round
      expect((yield* Effect.promise(heapInUse)) - before).toBeLessThan(maxGrowthBytes)
      expect(fake.bridge.dropped().stray).toBe(count)
      expect(frame.side.dropped().stray).toBe(count)
    }),
  { tags: ["full"] },
)
