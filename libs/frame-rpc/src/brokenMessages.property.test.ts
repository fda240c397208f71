import { Effect, Fiber } from "effect"
import fc from "fast-check"
import { expect, it } from "vitest"
import * as z from "zod/mini"
import { requestNames } from "./events.ts"
import { payloads } from "./messages/Messages.ts"
import { makeBrokenMessages } from "./testing/brokenMessages.ts"
import { makeHandlers, serveFake } from "./testing/fakeParent.ts"
import { replyRows, requestRows } from "./testing/messageRows.ts"
import { askReady, openFake } from "./testing/openFake.ts"

/** Several per run, so that `npm run soak` sends a hundred thousand in each direction. */
const messagesPerRun = 10

const replies = fc.constantFrom(...requestNames).chain((name) =>
  fc.record({
    name: fc.constant(name),
    broken: fc.array(
      makeBrokenMessages(replyRows[name], [
        (message) => ({ ...message, id: `${message["id"]}0` }),
        (message) => ({ ...message, id: undefined }),
        (message) => ({ ...message, type: `@w3m-frame/${name}_ERROR`, payload: ["No."] }),
        (message) => ({ ...message, type: `@w3m-app/${name}` }),
      ]),
      { minLength: messagesPerRun, maxLength: messagesPerRun },
    ),
  }),
)

it("ignores broken replies, and settles with the correct one", () =>
  fc.assert(
    fc.asyncProperty(replies, ({ broken, name }) =>
      Effect.gen(function* () {
        const fake = yield* openFake
        const payload = z.parse(payloads[name], requestRows[name].good[0])
        const { asking, wire } = yield* askReady(fake, name, payload)
        const reply = {
          type: `@w3m-frame/${name}_SUCCESS`,
          id: wire.id ?? "",
          payload: replyRows[name].good[0],
        }
        for (const breakIt of broken) fake.frame.say(breakIt(reply))
        expect(asking.pollUnsafe()).toBeUndefined()
        const { foreign, invalid, stray } = fake.bridge.dropped()
        expect([foreign, invalid + stray]).toEqual([0, messagesPerRun])
        fake.frame.say(reply)
        expect(yield* Fiber.join(asking)).toEqual(replyRows[name].good[0])
      }).pipe(Effect.scoped, Effect.runPromise),
    ),
  ))

const questions = fc.constantFrom(...requestNames).chain((name) =>
  fc.record({
    name: fc.constant(name),
    broken: fc.array(
      makeBrokenMessages(requestRows[name], [
        (message) => ({ ...message, type: `@w3m-frame/${name}_SUCCESS` }),
      ]),
      {
        minLength: messagesPerRun,
        maxLength: messagesPerRun,
      },
    ),
  }),
)

it("ignores broken requests, and responds to the correct one", () =>
  fc.assert(
    fc.asyncProperty(questions, ({ broken, name }) =>
      Effect.gen(function* () {
        const { posted, say, side } = yield* serveFake(makeHandlers({}))
        const question = { type: `@w3m-app/${name}`, id: "x7k2p", payload: requestRows[name].good[0] }
        for (const breakIt of broken) say(breakIt(question))
        expect(posted).toHaveLength(1)
        expect(side.dropped().invalid).toBe(messagesPerRun)
        say(question)
        expect(posted[1]).toEqual({
          type: `@w3m-frame/${name}_ERROR`,
          id: "x7k2p",
          payload: { message: "Not in this test." },
        })
      }).pipe(Effect.scoped, Effect.runPromise),
    ),
  ))
