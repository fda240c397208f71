import { it } from "@effect/vitest"
import { Fetch, makeFetch } from "@wmodal/protocol"
import { inVirtualTime } from "@wmodal/protocol/testing"
import { Effect, Fiber } from "effect"
import { expect } from "vitest"
import { makeBlockchain } from "../blockchain/Blockchain.ts"
import { ApiError } from "../contract/ApiError.ts"
import { callIfSupported, failIfUnsupported, makeSupportedNetworks } from "./SupportedNetworks.ts"

/** Makes a list with these responses in turn, `null` for a failed one, and counts its requests. */
const makeCountedNetworks = (...replies: readonly (readonly string[] | null)[]) => {
  let asked = 0
  const gate = makeSupportedNetworks(
    Effect.suspend(() => {
      const http = replies[asked++]
      return http
        ? Effect.succeed({ http: [...http], ws: [] })
        : Effect.fail(new ApiError({ host: "h", call: "c", reason: { _tag: "Status", status: 500 } }))
    }).pipe((read) => Effect.yieldNow.pipe(Effect.andThen(read))),
  )
  return { gate, asked: () => asked }
}

it.effect("sends one request for concurrent callers, and none afterwards", () =>
  Effect.gen(function* () {
    const { gate, asked } = makeCountedNetworks(["eip155:1"])
    const networks = ["eip155:1", "eip155:2", "eip155:1"] as const
    const served = yield* Effect.forEach(networks, gate.supports, { concurrency: "unbounded" })
    expect(served).toEqual([true, false, true])
    expect(yield* gate.supports("eip155:1")).toBe(true)
    expect(asked()).toBe(1)
  }),
)

it.effect("sends one request for concurrent callers when it fails, too", () =>
  Effect.gen(function* () {
    const { gate, asked } = makeCountedNetworks(null, ["eip155:1"])
    const networks = ["eip155:1", "eip155:1", "eip155:2"] as const
    const served = yield* Effect.forEach(networks, (network) => Effect.flip(gate.supports(network)), {
      concurrency: "unbounded",
    })
    expect([served.map(({ reason }) => reason._tag), asked()]).toEqual([["Status", "Status", "Status"], 1])
    expect(yield* gate.supports("eip155:1")).toBe(true)
  }),
)

it.effect("continues for the others when the first caller is interrupted", () =>
  Effect.gen(function* () {
    const { gate } = makeCountedNetworks(["eip155:1"], ["eip155:1"])
    const first = yield* Effect.forkChild(gate.supports("eip155:1"), { startImmediately: true })
    const second = yield* Effect.forkChild(gate.supports("eip155:1"), { startImmediately: true })
    yield* Fiber.interrupt(first)
    expect(yield* Fiber.join(second)).toBe(true)
  }),
)

it.effect("excludes known unserved networks without a request", () =>
  Effect.gen(function* () {
    const { gate, asked } = makeCountedNetworks(null, ["eip155:1"])
    expect([gate.excludes("eip155:2"), asked()]).toEqual([false, 0])
    yield* Effect.flip(gate.supports("eip155:1"))
    expect(gate.excludes("eip155:2")).toBe(false)
    yield* gate.supports("eip155:1")
    expect([gate.excludes("eip155:1"), gate.excludes("eip155:2"), asked()]).toEqual([false, true, 2])
  }),
)

it.effect("requests again while the list is empty or unread", () =>
  Effect.gen(function* () {
    const { gate, asked } = makeCountedNetworks(null, [], ["eip155:1"])
    yield* Effect.flip(gate.supports("eip155:1"))
    expect(yield* gate.supports("eip155:1")).toBe(false)
    expect(yield* gate.supports("eip155:1")).toBe(true)
    expect(asked()).toBe(3)
  }),
)

it.effect("fails to tell whether a network is served while the list cannot be read", () =>
  Effect.gen(function* () {
    const { gate, asked } = makeCountedNetworks(null, ["eip155:1"])
    expect(yield* Effect.flip(gate.supports("eip155:1"))).toMatchObject({
      reason: { _tag: "Status", status: 500 },
    })
    expect([yield* gate.supports("eip155:1"), yield* gate.supports("eip155:2"), asked()]).toEqual([
      true,
      false,
      2,
    ])
    const empty = makeCountedNetworks([])
    expect(yield* empty.gate.supports("eip155:1")).toBe(false)
  }),
)

it.effect("prevents a call on an unserved network", () =>
  Effect.gen(function* () {
    const { gate } = makeCountedNetworks(["eip155:1"])
    let calls = 0
    const call = Effect.sync(() => ++calls)
    expect(yield* callIfSupported(gate, "eip155:2", 0, call)).toBe(0)
    expect(yield* callIfSupported(gate, "eip155:1", 0, call)).toBe(1)
    const { gate: unread } = makeCountedNetworks(null)
    expect(yield* Effect.flip(callIfSupported(unread, "eip155:1", 0, call))).toMatchObject({
      reason: { _tag: "Status", status: 500 },
    })
    const error = yield* Effect.flip(failIfUnsupported(gate, "eip155:2", "Gas Price", call))
    expect(error.message).toBe("Network not supported for Gas Price")
    expect(yield* failIfUnsupported(gate, "eip155:1", "Swaps", call)).toBe(2)
  }),
)

it.effect("spends one budget on the list and on the call that needs it", () =>
  Effect.gen(function* () {
    const asked: string[] = []
    const fetch = makeFetch(async ({ url }) => {
      const { pathname } = new URL(url)
      asked.push(pathname)
      return pathname === "/v1/supported-chains" && asked.length === 3
        ? Response.json({ http: ["eip155:1"], ws: [] })
        : new Response("", { status: 503 })
    })
    const options = { baseUrl: "https://api.test", projectId: "p", sdk: "s" }
    const blockchain = yield* Effect.provideService(makeBlockchain(options), Fetch, fetch)
    const gate = makeSupportedNetworks(blockchain.supportedChains)
    const call = blockchain.identity({ address: "0x2" })
    const error = yield* inVirtualTime(Effect.flip(failIfUnsupported(gate, "eip155:1", "Swaps", call)))
    expect(error.message).toBe("HTTP status code: 503")
    expect(asked).toEqual([...Array.from({ length: 3 }, () => "/v1/supported-chains"), "/v1/identity/0x2"])
  }),
)
