import { it } from "@effect/vitest"
import { Fetch, makeFetch } from "@wmodal/protocol"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { expect } from "vitest"
import type { ApiClientOptions } from "../contract/ApiClient.ts"
import { recordRequests, sdk } from "../testing/recordRequests.ts"
import { makeAnalytics, makeAnalyticsConfig } from "./Analytics.ts"

const page = { url: "https://app.test/a?b", domain: "app.test" }
const makeTestAnalytics = (given: { enabled?: boolean; address?: string }, reply: unknown = {}) =>
  recordRequests(
    (options: ApiClientOptions) =>
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

it.effect("sends nothing unless the host enables it", () =>
  Effect.gen(function* () {
    for (const given of [{}, { enabled: false }]) {
      const { client, asked } = makeTestAnalytics(given)
      yield* client.send(opened)
      expect(asked).toEqual([])
    }
  }),
)

it.effect("sends an event as plain text, with an address only when an account is connected", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(1_700_000_000_000)
    const event = { eventId: "id", ...page, timestamp: 1_700_000_000_000 }
    for (const [given, address] of [
      [{ enabled: true }, {}],
      [{ enabled: true, address: "0x2" }, { address: "0x2" }],
    ] as const) {
      const { client, asked } = makeTestAnalytics(given)
      yield* client.send(opened)
      expect(asked).toEqual([
        [`POST /e?${sdk}`, "text/plain;charset=UTF-8", { ...event, props: { ...opened, ...address } }],
      ])
    }
  }),
)

it.effect("never reports that a modal was created", () =>
  Effect.gen(function* () {
    const { client, asked } = makeTestAnalytics({ enabled: true })
    yield* client.send({ type: "track", event: "MODAL_CREATED" })
    expect(asked).toEqual([])
  }),
)

it.effect("alerts once about a rejected origin, and again only after an accepted event", () =>
  Effect.gen(function* () {
    const replies = [403, 403, 503, 403, 200, 403]
    const asked: number[] = []
    const fetch = makeFetch(async () => {
      const status = replies[asked.length] ?? 200
      asked.push(status)
      return new Response(status === 403 ? "Unauthorized: origin not allowed" : "{}", { status })
    })
    const { send } = yield* makeAnalytics({
      baseUrl: "https://api.test",
      projectId: "p",
      sdk: "s",
      enabled: true,
      page: () => page,
      address: () => null,
      eventId: () => "id",
    }).pipe(Effect.provideService(Fetch, fetch))
    expect(yield* send(opened)).toEqual({ _tag: "Refused", alert: true })
    expect(yield* send(opened)).toEqual({ _tag: "Refused", alert: false })
    expect((yield* Effect.flip(send(opened))).reason).toEqual({ _tag: "Status", status: 503 })
    expect(yield* send(opened)).toEqual({ _tag: "Refused", alert: false })
    expect(yield* send(opened)).toEqual({ _tag: "Sent" })
    expect(yield* send(opened)).toEqual({ _tag: "Refused", alert: true })
    expect(asked).toEqual(replies)
  }),
)

it.effect("returns the project's setting for events, and false without a response", () =>
  Effect.gen(function* () {
    for (const [reply, wanted] of [
      [{ isAnalyticsEnabled: true }, true],
      [{ isAnalyticsEnabled: false }, false],
      [{}, false],
      [new Response("", { status: 403 }), false],
    ] as const) {
      const { client, asked } = recordRequests(makeAnalyticsConfig, reply)
      expect(yield* client).toBe(wanted)
      expect(asked).toEqual([[`GET /getAnalyticsConfig?${sdk}`, null, null]])
    }
  }),
)
