import { it } from "@effect/vitest"
import { inVirtualTime } from "@wmodal/protocol/testing"
import { Effect } from "effect"
import { expect } from "vitest"
import type { ApiError } from "../contract/ApiError.ts"
import { recordRequests, sdk } from "../testing/recordRequests.ts"
import { makeAuth } from "./Auth.ts"

const plain = "text/plain;charset=UTF-8"
const signed = { message: "m", signature: "0x1", nonceToken: "n" }

it.effect("requests a nonce, with the previous session if any", () =>
  Effect.gen(function* () {
    const { client, asked, bearers, caching } = recordRequests(makeAuth, { nonce: "1", token: "n" })
    expect(yield* client.nonce(null)).toEqual({ nonce: "1", token: "n" })
    yield* client.nonce("session")
    const call = [`GET /auth/v1/nonce?${sdk}`, null, null]
    expect(asked).toEqual([call, call])
    expect(bearers).toEqual([{}, { authorization: "Bearer session" }])
    expect(caching).toEqual(["no-store", "no-store"])
  }),
)

it.effect("sends a signature once, with the token of its nonce", () =>
  Effect.gen(function* () {
    const { client, asked, bearers } = recordRequests(makeAuth, { token: "session" })
    const wallet = { type: "extension", name: "One" } as const
    expect(yield* client.authenticate({ ...signed, wallet })).toBe("session")
    yield* client.authenticate(signed)
    expect(asked).toEqual([
      [`POST /auth/v1/authenticate?${sdk}`, plain, { message: "m", signature: "0x1", walletInfo: wallet }],
      [`POST /auth/v1/authenticate?${sdk}`, plain, { message: "m", signature: "0x1" }],
    ])
    const bearer = { "x-nonce-jwt": "Bearer n" }
    expect(bearers).toEqual([bearer, bearer])
    const failing = recordRequests(makeAuth, new Response("", { status: 503 }))
    expect((yield* Effect.flip(failing.client.authenticate(signed))).message).toBe("HTTP status code: 503")
    expect(failing.asked).toHaveLength(1)
  }),
)

it.effect("returns the signed-in account", () =>
  Effect.gen(function* () {
    const { client, asked, bearers } = recordRequests(makeAuth, { address: "0x2", chainId: 1 })
    expect(yield* client.me("session")).toEqual({ address: "0x2", chainId: 1 })
    expect(asked).toEqual([[`GET /auth/v1/me?${sdk}`, null, null]])
    expect(bearers).toEqual([{ authorization: "Bearer session" }])
  }),
)

it.effect("names the field that a session lacks, and rejects an HTML page", () =>
  Effect.gen(function* () {
    for (const [reply, field] of [
      [{ address: "0x2", chainId: "1" }, "chainId"],
      [new Response("<html>"), ""],
      [new Response(""), ""],
    ] as const) {
      const { reason } = yield* Effect.flip(recordRequests(makeAuth, reply).client.me("session"))
      expect(reason).toEqual({ _tag: "Malformed", field })
    }
  }),
)

it.effect("signs out, ignoring the response body", () =>
  Effect.gen(function* () {
    for (const reply of [new Response(""), { ok: true }]) {
      const { client, asked, bearers } = recordRequests(makeAuth, reply)
      yield* client.signOut("session")
      expect(asked).toEqual([[`POST /auth/v1/sign-out?${sdk}`, null, null]])
      expect(bearers).toEqual([{ authorization: "Bearer session" }])
    }
  }),
)

it.effect("reports that this machine's clock is behind", () =>
  Effect.gen(function* () {
    const text = "JWT validation error: JWT Token is not yet valid"
    const { client } = recordRequests(makeAuth, new Response(text, { status: 401 }))
    expect((yield* Effect.flip(client.me("session"))).reason).toMatchObject({
      _tag: "Refused",
      refusal: { reason: { _tag: "TokenNotYetValid" } },
    })
  }),
)

it.effect("omits sessions and signatures from errors", () =>
  Effect.gen(function* () {
    for (const reply of [
      new Response("secret", { status: 401 }),
      { token: 1, secret: 2 },
      new Response("secret"),
    ]) {
      const { client } = recordRequests(makeAuth, reply)
      const calls: readonly Effect.Effect<unknown, ApiError>[] = [
        client.me("secret"),
        client.nonce("secret"),
        client.nonce("secret\n"),
        client.authenticate({ message: "secret", signature: "secret", nonceToken: "secret" }),
      ]
      for (const call of calls) {
        const error = yield* inVirtualTime(Effect.flip(call))
        expect(`${error.message} ${JSON.stringify(error)}`).not.toContain("secret")
      }
    }
  }),
)
