import { it } from "@effect/vitest"
import { Effect } from "effect"
import { expect } from "vitest"
import { recordRequests, sdk } from "../testing/recordRequests.ts"
import { makeSessions } from "./Sessions.ts"

const network = "eip155:1"
const session = {
  project: { id: "p", name: "App" },
  pci: "pci",
  expiry: 2,
  createdAt: 1,
  permissions: [{ type: "contract-call", data: {} }],
  policies: [],
  context: "c",
}
const request = { network, address: "0x2", pci: "pci", signature: "0x1" } as const

it.effect("lists sessions", () =>
  Effect.gen(function* () {
    const { client, asked } = recordRequests(makeSessions, { pcis: [session] })
    expect(yield* client.list(network, "eip155:1:0x2")).toEqual([session])
    expect(asked).toEqual([[`GET /v1/sessions/eip155%3A1%3A0x2?${sdk}`, null, null]])
  }),
)

it.effect("names the field that a session lacks", () =>
  Effect.gen(function* () {
    const { client } = recordRequests(makeSessions, { pcis: [{ ...session, expiry: "2" }] })
    const { reason } = yield* Effect.flip(client.list(network, "eip155:1:0x2"))
    expect(reason).toEqual({ _tag: "Malformed", field: "pcis.0.expiry" })
  }),
)

it.effect("revokes a session, with or without a response body", () =>
  Effect.gen(function* () {
    for (const reply of [new Response(""), { done: true }]) {
      const { client, asked } = recordRequests(makeSessions, reply)
      expect(yield* client.revoke(request)).toEqual({ success: true })
      expect(asked).toEqual([
        [
          "POST /v1/sessions/0x2/revoke?projectId=p",
          "text/plain;charset=UTF-8",
          { pci: "pci", signature: "0x1" },
        ],
      ])
    }
  }),
)

it.effect("sends a revocation once", () =>
  Effect.gen(function* () {
    const { client, asked } = recordRequests(makeSessions, new Response("", { status: 503 }))
    expect((yield* Effect.flip(client.revoke(request))).message).toBe("HTTP status code: 503")
    expect(asked).toHaveLength(1)
  }),
)

it.effect("sends nothing on an unserved network", () =>
  Effect.gen(function* () {
    const { client, asked } = recordRequests(makeSessions, {})
    expect(yield* client.list("eip155:2", "eip155:2:0x2")).toEqual([])
    expect(yield* client.revoke({ ...request, network: "eip155:2" })).toEqual({ success: false })
    expect(asked).toEqual([])
  }),
)
