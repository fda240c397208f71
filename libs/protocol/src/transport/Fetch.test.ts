import { it } from "@effect/vitest"
import { Effect } from "effect"
import { expect } from "vitest"
import { Fetch, layerFetch } from "./Fetch.ts"

const send = (fetch: (request: Request) => Promise<Response>) =>
  Effect.gen(function* () {
    const { send } = yield* Fetch
    return yield* send(new Request("https://node.test:8545/v1?projectId=secret"))
  }).pipe(Effect.provide(layerFetch(fetch)))

it.effect("returns the response for any status", () =>
  Effect.gen(function* () {
    expect((yield* send(async () => new Response("", { status: 500 }))).status).toBe(500)
  }),
)

it.effect("names the host and the system's error code, never the query", () =>
  Effect.gen(function* () {
    const refused = new TypeError("fetch failed", {
      cause: Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }),
    })
    const error = yield* Effect.flip(send(() => Promise.reject(refused)))
    expect(error.message).toBe("No response from node.test:8545: ECONNREFUSED")
    for (const odd of [new Error("https://node.test?projectId=secret"), "secret", null, { code: 7 }]) {
      const { message } = yield* Effect.flip(send(() => Promise.reject(odd)))
      expect(message).toBe("No response from node.test:8545: the request failed")
    }
  }),
)

it.effect("fails with NetworkError when fetch throws instead of rejecting", () =>
  Effect.gen(function* () {
    const error = yield* Effect.flip(
      send(() => {
        throw new TypeError("Illegal invocation")
      }),
    )
    expect(error._tag).toBe("NetworkError")
  }),
)
