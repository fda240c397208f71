import { it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Scope } from "effect"
import { describe, expect } from "vitest"
import * as z from "zod/mini"
import { framePrefix, type RequestName, requestNames } from "./events.ts"
import { type AllFrameHandlers, type FrameHandlers, FrameRefusal } from "./frame/FrameServer.ts"
import { serveFrame } from "./frame/serveFrame.ts"
import type { FrameHost, FrameLink } from "./host/FrameHost.ts"
import { openBridge } from "./host/openBridge.ts"
import { makePortLink } from "./link/makePortLink.ts"
import { type PayloadOf, payloads, type ReplyOf, replies } from "./messages/Messages.ts"
import { makeHandlers } from "./testing/fakeParent.ts"
import { replyRows, requestRows } from "./testing/messageRows.ts"

/** Both sides of the bridge, over their own channel. */
const openTestBridge = Effect.fnUntraced(function* (
  some: Partial<AllFrameHandlers>,
  frameLink: (link: FrameLink) => FrameLink = (link) => link,
) {
  const scope = yield* Effect.scope
  const host: FrameHost = {
    mount: () => {
      const { port1, port2 } = new MessageChannel()
      const parent = frameLink(makePortLink(port2))
      // The listener is attached before mounting: a port queues messages until it has a reader.
      return Effect.runPromise(
        serveFrame({ parent, answers: makeHandlers(some), version: "4" }).pipe(
          Scope.provide(scope),
          Effect.as({
            link: makePortLink(port1),
            listen: () => () => {},
            reload: () => {},
            remove: () => {
              port1.close()
              port2.close()
            },
          }),
        ),
      )
    },
  }
  return yield* openBridge({ host: () => Promise.resolve(host), url: "https://secure.example/sdk" })
})

/** A frame that never offers a port: it uses the plain protocol. */
const withoutPort = (link: FrameLink): FrameLink => ({
  ...link,
  post: (message) => {
    const isReady =
      typeof message === "object" &&
      message !== null &&
      "type" in message &&
      message.type === `${framePrefix}READY`
    link.post(isReady ? { type: `${framePrefix}READY`, payload: { version: "4" } } : message)
  },
})

/** Sends each request row to the frame and each response row back. */
const carry = Effect.fnUntraced(function* <Name extends keyof FrameHandlers>(
  name: Name,
  over: typeof withoutPort | undefined,
) {
  const heard: unknown[] = []
  const answers = [...replyRows[name].good]
  const next = (payload: PayloadOf<Name>): Effect.Effect<ReplyOf<Name>> => {
    heard.push(payload)
    return Effect.succeed(z.parse(replies[name], answers[heard.length % answers.length]))
  }
  const bridge = yield* openTestBridge({ [name]: next }, over)
  const rounds = Math.max(answers.length, requestRows[name].good.length)
  for (let round = 1; round <= rounds; round += 1) {
    const payload = requestRows[name].good[round % requestRows[name].good.length]
    expect(yield* bridge.ask(name, z.parse(payloads[name], payload))).toEqual(answers[round % answers.length])
    expect(heard.at(-1)).toEqual(payload)
  }
  expect(bridge.dropped()).toEqual({ foreign: 0, invalid: 0, stray: 0 })
})

const plainNames = requestNames.filter((name): name is keyof FrameHandlers => name !== "RPC_REQUEST")

describe.each([
  ["over the port", undefined],
  ["on the plain wire", withoutPort],
] as const)("%s", (_, over) => {
  it.live.each(plainNames)("carries %s requests and responses", (name) => Effect.scoped(carry(name, over)))

  it.live.each(requestNames)("carries %s errors", (name: RequestName) =>
    Effect.gen(function* () {
      const refused = (): Effect.Effect<never, FrameRefusal> =>
        Effect.fail(new FrameRefusal({ text: `Not ${name}` }))
      const bridge = yield* openTestBridge({ [name]: refused }, over)
      const payload = requestRows[name].good[0]
      const error = yield* bridge.ask(name, z.parse(payloads[name], payload)).pipe(Effect.flip)
      expect(error.reason).toEqual({ _tag: "Said", text: `Not ${name}` })
    }).pipe(Effect.scoped),
  )

  it.live("carries RPC_REQUEST calls and results of any shape", () =>
    Effect.gen(function* () {
      const bridge = yield* openTestBridge(
        { RPC_REQUEST: ({ method, params, policy }) => Effect.succeed([method, params, policy]) },
        over,
      )
      expect(
        yield* bridge.ask("RPC_REQUEST", { method: "eth_call", params: [{ to: "0x1" }, "latest"] }),
      ).toEqual(["eth_call", [{ to: "0x1" }, "latest"], "safe"])
      expect(yield* bridge.ask("RPC_REQUEST", { method: "personal_sign", params: [] })).toEqual([
        "personal_sign",
        [],
        "unsafe",
      ])
    }).pipe(Effect.scoped),
  )
})

it.live("ends an aborted request in the frame, too", () =>
  Effect.gen(function* () {
    const asking = yield* Deferred.make<void>()
    const bridge = yield* openTestBridge({
      RPC_REQUEST: () =>
        Deferred.succeed(asking, undefined).pipe(Effect.andThen(Effect.interruptible(Effect.never))),
    })
    const signing = yield* bridge
      .ask("RPC_REQUEST", { method: "personal_sign", params: [] })
      .pipe(Effect.forkChild({ startImmediately: true }))
    yield* Deferred.await(asking)
    yield* bridge.rejectRequests
    const error = yield* Fiber.join(signing).pipe(Effect.flip)
    expect(error.reason).toEqual({ _tag: "Aborted", text: "Request was aborted", reached: false })
  }).pipe(Effect.scoped),
)
