import { it } from "@effect/vitest"
import { Fetch, makeFetch } from "@wmodal/protocol"
import { inVirtualTime } from "@wmodal/protocol/testing"
import { Effect } from "effect"
import { expect } from "vitest"
import * as z from "zod/mini"
import { recordRequests } from "../testing/recordRequests.ts"
import { makeApiClient } from "./ApiClient.ts"
import { defineCall } from "./Contract.ts"

const shapes = {
  query: z.object({ projectId: z.optional(z.string()) }),
  body: z.looseObject({ a: z.number() }),
  response: z.union([z.looseObject({ list: z.array(z.looseObject({ id: z.string() })) }), z.tuple([])]),
}
const typed = defineCall("POST", "/typed", { ...shapes, contentType: "application/json" })
const plain = defineCall("POST", "/plain", { ...shapes, contentType: null })
const silent = defineCall("POST", "/silent", {
  ...shapes,
  contentType: null,
  response: z.optional(z.unknown()),
})
const given = { params: {}, query: {}, body: { a: 1 } }

it.effect("sends a POST with exactly the fields of its contract", () =>
  Effect.gen(function* () {
    const { client, asked } = recordRequests(makeApiClient, [])
    yield* client.read(typed, given)
    yield* client.requestOnce(plain, { ...given, query: { projectId: "p" } })
    expect(asked).toEqual([
      ["POST /typed", "application/json", { a: 1 }],
      ["POST /plain?projectId=p", "text/plain;charset=UTF-8", { a: 1 }],
    ])
  }),
)

it.effect("names the field by the first member of a union", () =>
  Effect.gen(function* () {
    const { client } = recordRequests(makeApiClient, { list: [{ id: "1" }, {}] })
    const { reason } = yield* Effect.flip(client.read(typed, given))
    expect(reason).toEqual({ _tag: "Malformed", field: "list.1.id" })
  }),
)

it.effect("accepts an empty response only when the contract does", () =>
  Effect.gen(function* () {
    const { client } = recordRequests(makeApiClient, new Response(""))
    expect(yield* client.requestOnce(silent, given)).toBeUndefined()
    const { reason } = yield* Effect.flip(client.requestOnce(typed, given))
    expect(reason).toEqual({ _tag: "Malformed", field: "" })
  }),
)

it.effect("repeats a failed read only for transient errors", () =>
  Effect.gen(function* () {
    const { client, asked } = recordRequests(makeApiClient, new Response("", { status: 503 }))
    const error = yield* inVirtualTime(Effect.flip(client.read(typed, given)))
    expect([error.message, error.onScreen]).toEqual(["HTTP status code: 503", "HTTP status code 503"])
    expect(asked).toHaveLength(4)
    yield* Effect.flip(client.requestOnce(typed, given))
    expect(asked).toHaveLength(5)
  }),
)

it.effect("limits a call that is sent once to ten seconds", () =>
  Effect.gen(function* () {
    const never = makeFetch(() => new Promise<Response>(() => undefined))
    const caller = yield* makeApiClient({ baseUrl: "https://api.test", projectId: "p", sdk: "s" }).pipe(
      Effect.provideService(Fetch, never),
    )
    const { reason } = yield* inVirtualTime(Effect.flip(caller.requestOnce(typed, given)))
    expect(reason).toEqual({ _tag: "TimedOut", milliseconds: 10_000 })
  }),
)

it.effect("reports an invalid base URL", () =>
  Effect.gen(function* () {
    const fetch = makeFetch(async () => Response.json([]))
    const caller = yield* makeApiClient({ baseUrl: "nowhere", projectId: "p", sdk: "s" }).pipe(
      Effect.provideService(Fetch, fetch),
    )
    const { reason } = yield* Effect.flip(caller.requestOnce(typed, given))
    expect(reason).toEqual({ _tag: "Unreachable", detail: "invalid request" })
  }),
)

const refusals = [
  ["OriginNotAllowed", "Unauthorized: origin not allowed"],
  ["TokenNotYetValid", "JWT validation error: JWT Token is not yet valid"],
  ["InvalidKey", "Unauthorized: invalid key"],
] as const

it.effect.each(refusals)("detects the rejection %s by the text of a 401 or a 403", ([tag, text]) =>
  Effect.gen(function* () {
    for (const status of [401, 403]) {
      const { client, asked } = recordRequests(
        makeApiClient,
        new Response(`{"reasons":["${text}"]}`, { status }),
      )
      const error = yield* Effect.flip(client.read(typed, given))
      expect(error.reason).toMatchObject({ _tag: "Refused", status, refusal: { reason: { _tag: tag } } })
      expect(error.message).toBe(`HTTP status code: ${status}: ${text}`)
      expect(asked).toHaveLength(1)
    }
  }),
)

it.effect("detects a rejection by the text of the first second, even of an incomplete response", () =>
  Effect.gen(function* () {
    const start = new TextEncoder().encode(`{"reasons":["${refusals[0][1]}"]`)
    const body = new ReadableStream({ start: (stream) => stream.enqueue(start) })
    const { client } = recordRequests(makeApiClient, new Response(body, { status: 403 }))
    const { reason } = yield* inVirtualTime(Effect.flip(client.requestOnce(typed, given)))
    expect(reason).toMatchObject({ _tag: "Refused", refusal: { reason: { _tag: "OriginNotAllowed" } } })
  }),
)

it.effect("discards any other text of an error response", () =>
  Effect.gen(function* () {
    const long = `${"x".repeat(3000)}${refusals[0][1]}`
    for (const [status, text] of [
      [403, "secret"],
      [403, long],
      [400, refusals[0][1]],
      [500, refusals[0][1]],
    ] as const) {
      const { client } = recordRequests(makeApiClient, new Response(text, { status }))
      const { reason } = yield* Effect.flip(client.requestOnce(typed, given))
      expect(reason).toEqual({ _tag: "Status", status })
    }
  }),
)
