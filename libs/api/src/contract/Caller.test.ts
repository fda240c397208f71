import { it } from "@effect/vitest"
import { Fetch, makeFetch } from "@wmodal/protocol"
import { inVirtualTime } from "@wmodal/protocol/testing"
import { Effect } from "effect"
import { expect } from "vitest"
import * as z from "zod/mini"
import { recorded } from "../testing/recorded.ts"
import { makeCaller } from "./Caller.ts"
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

it.effect("sends of a POST what its contract says and nothing of its own", () =>
  Effect.gen(function* () {
    const { client, asked } = recorded(makeCaller, [])
    yield* client.read(typed, given)
    yield* client.once(plain, { ...given, query: { projectId: "p" } })
    expect(asked).toEqual([
      ["POST /typed", "application/json", { a: 1 }],
      ["POST /plain?projectId=p", "text/plain;charset=UTF-8", { a: 1 }],
    ])
  }),
)

it.effect("names the field by the first of several shapes", () =>
  Effect.gen(function* () {
    const { client } = recorded(makeCaller, { list: [{ id: "1" }, {}] })
    const { reason } = yield* Effect.flip(client.read(typed, given))
    expect(reason).toEqual({ _tag: "Malformed", field: "list.1.id" })
  }),
)

it.effect("takes an empty reply only where the contract does", () =>
  Effect.gen(function* () {
    const { client } = recorded(makeCaller, new Response(""))
    expect(yield* client.once(silent, given)).toBeUndefined()
    const { reason } = yield* Effect.flip(client.once(typed, given))
    expect(reason).toEqual({ _tag: "Malformed", field: "" })
  }),
)

it.effect("repeats a read that may pass, and nothing else", () =>
  Effect.gen(function* () {
    const { client, asked } = recorded(makeCaller, new Response("", { status: 503 }))
    const error = yield* inVirtualTime(Effect.flip(client.read(typed, given)))
    expect(error.message).toBe("HTTP status code: 503")
    expect(asked).toHaveLength(4)
    yield* Effect.flip(client.once(typed, given))
    expect(asked).toHaveLength(5)
  }),
)

it.effect("gives a call that is sent once ten seconds", () =>
  Effect.gen(function* () {
    const never = makeFetch(() => new Promise<Response>(() => undefined))
    const caller = yield* makeCaller({ baseUrl: "https://api.test", projectId: "p", sdk: "s" }).pipe(
      Effect.provideService(Fetch, never),
    )
    const { reason } = yield* inVirtualTime(Effect.flip(caller.once(typed, given)))
    expect(reason).toEqual({ _tag: "TimedOut", milliseconds: 10_000 })
  }),
)

it.effect("says so where the base URL is none", () =>
  Effect.gen(function* () {
    const fetch = makeFetch(async () => Response.json([]))
    const caller = yield* makeCaller({ baseUrl: "nowhere", projectId: "p", sdk: "s" }).pipe(
      Effect.provideService(Fetch, fetch),
    )
    const { reason } = yield* Effect.flip(caller.once(typed, given))
    expect(reason).toEqual({ _tag: "Unreachable", detail: "not a URL to fetch" })
  }),
)
