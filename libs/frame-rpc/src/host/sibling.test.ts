import { it } from "@effect/vitest"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect, Fiber, Stream } from "effect"
import { describe, expect } from "vitest"
import { appPrefix, framePrefix, pushNames, requestNames } from "../events.ts"
import { serveFrame } from "../frame/serveFrame.ts"
import { makeWindowLink } from "../link/makeWindowLink.ts"
import { getMessageId } from "../messages/decodeEnvelope.ts"
import { makeHandlers } from "../testing/fakeParent.ts"
import { makeFakeWindow } from "../testing/fakeWindow.ts"
import { replyRows, requestRows } from "../testing/messageRows.ts"
import { openBridge } from "./openBridge.ts"

/** `npm run soak` repeats the messages a thousand times. */
const times = process.env["WMODAL_SOAK"] === undefined ? 20 : 1_000
const site = "https://secure.example"
const page = "https://app.example"

interface Windows {
  readonly sibling: MessagePort
  /** The window of the frame itself. */
  readonly ours: MessagePort
}

/** Returns the id of the posted request. */
const getRequestId = (posted: readonly (readonly unknown[])[]) => getMessageId(posted[0]?.[0]) ?? undefined

/** All messages of a frame, for one id. */
const makeFrameEvents = (id: string | undefined) => [
  ...pushNames.map((name) => ({
    type: `${framePrefix}${name}`,
    payload: { version: "4", port: true, token: "t" },
  })),
  ...requestNames.flatMap((name) => [
    { type: `${framePrefix}${name}_SUCCESS`, id, payload: replyRows[name].good[0] },
    { type: `${framePrefix}${name}_ERROR`, id, payload: { message: "No." } },
  ]),
  { type: `${framePrefix}PING_SUCCESS`, id },
]

describe("a hostile sibling frame that sends every message repeatedly", () => {
  it.effect.each([
    ["a sibling frame of the same origin", ({ sibling }: Windows) => ({ source: sibling, origin: site })],
    [
      "a sibling frame of another origin",
      ({ sibling }: Windows) => ({ source: sibling, origin: "https://evil.example" }),
    ],
    [
      "another origin in our frame",
      ({ ours }: Windows) => ({ source: ours, origin: `${site}.evil.example` }),
    ],
    ["the host app itself", () => ({ source: null, origin: page })],
  ] as const)("changes nothing as %s", ([, from]) =>
    Effect.gen(function* () {
      const self = new EventTarget()
      const frame = makeFakeWindow()
      const sibling = makeFakeWindow()
      const link = makeWindowLink({ self, other: () => frame.window, origin: site })
      let listened = () => {}
      const mounted = new Promise<void>((resolve) => {
        listened = resolve
      })
      const bridge = yield* openBridge({
        url: `${site}/sdk`,
        host: () =>
          Promise.resolve({
            mount: () =>
              Promise.resolve({
                link,
                listen: () => {
                  listened()
                  return () => {}
                },
                reload: () => {},
                remove: () => {},
              }),
          }),
      })
      const notices: unknown[] = []
      yield* bridge.pushes.pipe(
        Stream.runForEach((notice) => Effect.sync(() => void notices.push(notice))),
        Effect.forkChild({ startImmediately: true }),
      )
      const asking = yield* bridge
        .ask("GET_CHAIN_ID", undefined)
        .pipe(Effect.forkChild({ startImmediately: true }))
      yield* Effect.promise(() => mounted)

      const deliver = (init: MessageEventInit) => self.dispatchEvent(new MessageEvent("message", init))
      const { port1: offered } = new MessageChannel()
      const attack = () => {
        const events = makeFrameEvents(getRequestId(frame.posted))
        for (let time = 0; time < times; time += 1) {
          for (const data of events) {
            deliver({ ...from({ sibling: sibling.window, ours: frame.window }), data, ports: [offered] })
          }
        }
        return times * events.length
      }
      const before = attack()
      expect(yield* SubscriptionRef.get(bridge.state)).toBe("loading")
      deliver({
        source: frame.window,
        origin: site,
        data: { type: `${framePrefix}READY`, payload: { version: "4" } },
      })
      const after = attack()
      expect(yield* SubscriptionRef.get(bridge.state)).toBe("ready")
      offered.close()
      expect([asking.pollUnsafe(), notices]).toEqual([undefined, []])
      expect(bridge.dropped()).toEqual({ foreign: before + after, invalid: 0, stray: 0 })
      expect([frame.posted.length, sibling.posted.length]).toEqual([1, 0])

      const data = {
        type: `${framePrefix}GET_CHAIN_ID_SUCCESS`,
        id: getRequestId(frame.posted),
        payload: { chainId: 1 },
      }
      deliver({ source: frame.window, origin: site, data })
      expect(yield* Fiber.join(asking)).toEqual({ chainId: 1 })
    }),
  )

  it.effect.each([
    [
      "a sibling frame of the host app's origin",
      ({ sibling }: Windows) => ({ source: sibling, origin: page }),
    ],
    [
      "another origin in the parent window",
      ({ ours }: Windows) => ({ source: ours, origin: "https://evil.example" }),
    ],
    ["the frame itself", () => ({ source: null, origin: site })],
  ] as const)("triggers nothing in the frame as %s", ([, from]) =>
    Effect.gen(function* () {
      const self = new EventTarget()
      const parent = makeFakeWindow()
      const sibling = makeFakeWindow()
      const asks: unknown[] = []
      const side = yield* serveFrame({
        parent: makeWindowLink({ self, other: () => parent.window, origin: page }),
        version: "4",
        answers: makeHandlers({ RPC_REQUEST: (request) => Effect.sync(() => void asks.push(request)) }),
      })
      const events = requestNames.map((name) => ({
        type: `${appPrefix}${name}`,
        id: name,
        payload: requestRows[name].good[0],
      }))
      for (let time = 0; time < times; time += 1) {
        for (const data of events) {
          self.dispatchEvent(
            new MessageEvent("message", { ...from({ sibling: sibling.window, ours: parent.window }), data }),
          )
        }
      }
      expect(side.dropped()).toEqual({ foreign: times * events.length, invalid: 0, stray: 0 })
      expect([asks, parent.posted.length, sibling.posted.length]).toEqual([[], 1, 0])
    }),
  )
})
