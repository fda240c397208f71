import { it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { expect } from "vitest"
import type { CallerOptions } from "../contract/Caller.ts"
import { recorded, sdk } from "../testing/recorded.ts"
import { makeAnalytics, makeAnalyticsConfig } from "./Analytics.ts"

const page = { url: "https://app.test/a?b", domain: "app.test" }
const analyticsOf = (given: { enabled?: boolean; address?: string }, reply: unknown = {}) =>
  recorded(
    (options: CallerOptions) =>
      makeAnalytics({
        ...options,
        ...(given.enabled !== undefined && { enabled: given.enabled }),
        page: () => page,
        address: () => given.address ?? null,
        eventId: () => "id",
      }),
    reply,
  )
const opened = { type: "track", event: "MODAL_OPEN", properties: { connected: false } } as const

it.effect("says nothing unless the host turned it on", () =>
  Effect.gen(function* () {
    for (const given of [{}, { enabled: false }]) {
      const { client, asked } = analyticsOf(given)
      yield* client.send(opened)
      expect(asked).toEqual([])
    }
  }),
)

it.effect("sends an event as plain text, with an address only where one is connected", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(1_700_000_000_000)
    const event = { eventId: "id", ...page, timestamp: 1_700_000_000_000 }
    for (const [given, address] of [
      [{ enabled: true }, {}],
      [{ enabled: true, address: "0x2" }, { address: "0x2" }],
    ] as const) {
      const { client, asked } = analyticsOf(given)
      yield* client.send(opened)
      expect(asked).toEqual([
        [`POST /e?${sdk}`, "text/plain;charset=UTF-8", { ...event, props: { ...opened, ...address } }],
      ])
    }
  }),
)

it.effect("never tells that a modal was created", () =>
  Effect.gen(function* () {
    const { client, asked } = analyticsOf({ enabled: true })
    yield* client.send({ type: "track", event: "MODAL_CREATED" })
    expect(asked).toEqual([])
  }),
)

it.effect("says that the origin is refused, and sends no event twice", () =>
  Effect.gen(function* () {
    for (const status of [403, 503]) {
      const { client, asked } = analyticsOf({ enabled: true }, new Response("", { status }))
      const { reason } = yield* Effect.flip(client.send(opened))
      expect(reason).toEqual({ _tag: "Status", status })
      expect(asked).toHaveLength(1)
    }
  }),
)

it.effect("asks whether the project wants events, and takes no answer for no", () =>
  Effect.gen(function* () {
    for (const [reply, wanted] of [
      [{ isAnalyticsEnabled: true }, true],
      [{ isAnalyticsEnabled: false }, false],
      [{}, false],
      [new Response("", { status: 403 }), false],
    ] as const) {
      const { client, asked } = recorded(makeAnalyticsConfig, reply)
      expect(yield* client).toBe(wanted)
      expect(asked).toEqual([[`GET /getAnalyticsConfig?${sdk}`, null, null]])
    }
  }),
)
