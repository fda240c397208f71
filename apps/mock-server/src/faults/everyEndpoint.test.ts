import { it } from "@effect/vitest"
import { ApiError, contracts, parseServerRejection } from "@wmodal/api"
import { Fetch, Hosts, makeFetch, makeHosts, RpcError } from "@wmodal/protocol"
import { Clock, Effect, Exit, Result } from "effect"
import { TestClock } from "effect/testing"
import { afterAll, expect } from "vitest"
import { makeHandler, type ScenarioInput, type Sleep } from "../index.ts"
import { type Endpoint, endpoints, makeOurClients, type OurClients } from "../testing/endpoints.ts"

type EndpointFault = NonNullable<ScenarioInput["faults"]>[number]["fault"]

/** The client's name of the failure. `null` if the call succeeds. */
interface FaultCase {
  readonly fault: EndpointFault
  /** The number of calls with the fault. Default: all of them. */
  readonly times?: number
  readonly because: (endpoint: Endpoint) => string | null
}

const always = (because: string) => () => because
/** Cleared by the next attempt, which only a read makes. */
const passing =
  (because: string) =>
  ({ sent }: Endpoint) =>
    sent === "read" ? null : because
const status = (code: number): FaultCase => ({
  fault: { kind: "status", status: code },
  because: always(`Status ${code}`),
})

const faultCases: Readonly<Record<string, FaultCase>> = {
  "2 s of delay": { fault: { kind: "delay", milliseconds: 2000 }, because: () => null },
  "12 s of delay": { fault: { kind: "delay", milliseconds: 12_000 }, because: always("TimedOut") },
  "no answer": { fault: { kind: "hang" }, because: always("TimedOut") },
  "a reset": { fault: { kind: "reset" }, because: always("Unreachable") },
  "one reset": { fault: { kind: "reset" }, times: 1, because: passing("Unreachable") },
  ...Object.fromEntries([400, 404, 429, 500, 502, 503, 504].map((code) => [`${code}`, status(code)])),
  "one 503": { ...status(503), times: 1, because: passing("Status 503") },
  "429 for a second": {
    fault: { kind: "status", status: 429, retryAfter: { seconds: 1 } },
    times: 1,
    because: passing("Status 429"),
  },
  "429 until a moment": {
    fault: { kind: "status", status: 429, retryAfter: { seconds: 2, as: "date" } },
    times: 1,
    because: passing("Status 429"),
  },
  "429 for a minute": {
    fault: { kind: "status", status: 429, retryAfter: { seconds: 60 } },
    because: always("Status 429"),
  },
  "half an answer": {
    fault: { kind: "truncated" },
    because: ({ reply }) => (reply === "shaped" || reply === "anything" ? "Malformed" : null),
  },
  "an edit of nothing": {
    fault: { kind: "edit", replace: [{ text: "no answer has this", with: "!" }] },
    because: () => null,
  },
  "another content type": { fault: { kind: "contentType" }, because: () => null },
  "a page": { fault: { kind: "html" }, because: always("Malformed") },
  "an empty body": {
    fault: { kind: "empty" },
    because: ({ reply }) => (reply === "shaped" ? "Malformed" : null),
  },
  "an origin that is not allowed": {
    fault: { kind: "originNotAllowed" },
    because: always("Refused OriginNotAllowed"),
  },
  "an invalid key": { fault: { kind: "invalidKey" }, because: always("Refused InvalidKey") },
  "a token from the future": {
    fault: { kind: "jwtNotYetValid" },
    because: always("Refused TokenNotYetValid"),
  },
}

/** Longer than every cache lifetime, breaker delay and `Retry-After` here. */
const later = 600_000

let clock: Clock.Clock | null = null
let sleep: Sleep = (_, signal) => aborted(signal)
const handler = makeHandler({
  wallNow: () => clock?.currentTimeMillisUnsafe() ?? 0,
  sleep: (milliseconds, signal) => sleep(milliseconds, signal),
})
afterAll(() => handler.close())

const unhandled: unknown[] = []
const onUnhandled = (reason: unknown) => unhandled.push(reason)
process.on("unhandledRejection", onUnhandled)
afterAll(() => {
  process.off("unhandledRejection", onUnhandled)
  expect(unhandled).toEqual([])
})

/** Requests in progress. Time must not pass meanwhile: it would run ahead of the chains' clocks. */
const work = {
  busy: 0,
  idle: Promise.withResolvers<void>(),
  begin: () => {
    work.busy++
  },
  end: () => {
    if (--work.busy > 0) return
    work.idle.resolve()
    work.idle = Promise.withResolvers()
  },
}

const setFaults = (rules: readonly object[]) =>
  Effect.promise(async () => {
    const request = new Request("http://localhost/control/worlds/faults/faults", {
      method: "PUT",
      body: JSON.stringify({ faults: rules }),
    })
    expect((await handler.fetch(request)).status).toBe(200)
  })

const inVirtualTime = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(effect, { startImmediately: true })
    for (;;) {
      while (work.busy > 0) yield* Effect.promise(() => work.idle.promise)
      for (let turn = 0; turn < 10; turn++) yield* Effect.yieldNow
      const exit = fiber.pollUnsafe()
      if (exit !== undefined) return yield* exit
      if (work.busy === 0) yield* TestClock.adjust(1000)
    }
  })

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true })
  })

const toRegExp = (pattern: string) => new RegExp(`^/w/faults${pattern.replace(/:\w+/g, "[^/]+")}$`)

/** The result for an app: `fresh`, or the reason why it is stale, a substitute or an error. */
const getReplyText = (endpoint: Endpoint, clients: OurClients) =>
  endpoint.ask(clients).pipe(
    Effect.result,
    Effect.map((result) => {
      if (Result.isFailure(result)) return `error: ${getErrorName(result.failure)}`
      const { as, cause } = result.success
      return cause === undefined ? as : `${as}: ${getErrorName(cause)}`
    }),
  )

const getErrorName = (error: unknown): string => {
  if (!(error instanceof ApiError || error instanceof RpcError)) return `untyped ${String(error)}`
  const { reason } = error
  switch (reason._tag) {
    case "Status": {
      // JSON-RPC leaves the check of a node's error to the caller.
      const refusal = parseServerRejection(reason.said ?? "")
      return refusal === null ? `Status ${reason.status}` : `Refused ${refusal.reason._tag}`
    }
    case "Refused":
      return `Refused ${reason.refusal.reason._tag}`
    default:
      return reason._tag
  }
}

const expected = (endpoint: Endpoint, because: string | null, cache: "cold" | "warm") => {
  if (because === null) return "fresh"
  if (endpoint.otherwise === "standIn") return "standIn"
  if (endpoint.otherwise === "refusal" && because === "Refused OriginNotAllowed") return "refused"
  return endpoint.otherwise === "cache" && cache === "warm" ? `stale: ${because}` : `error: ${because}`
}

/** Runs one cell: the result for a new app under a fault, and after the fault is removed. */
const cell = Effect.fnUntraced(function* (
  endpoint: Endpoint,
  { fault, times }: FaultCase,
  cache: "cold" | "warm",
) {
  const { method, pattern } = endpoint.route
  yield* TestClock.setTime(Date.UTC(2026, 5, 1))
  clock = yield* Clock.Clock
  const context = yield* Effect.context()
  sleep = async (milliseconds, signal) => {
    // Only idle chains use this clock; they do not rest here.
    if (fault.kind !== "delay" || milliseconds !== fault.milliseconds) return aborted(signal)
    work.end()
    await Effect.runPromiseWith(context)(Effect.sleep(milliseconds), { signal }).finally(work.begin)
  }
  let hanging = false
  const fetch = makeFetch(async (request, { signal }) => {
    const headers = new Headers(request.headers)
    headers.set("origin", "https://shop.example")
    const struck =
      hanging && request.method === method && toRegExp(pattern).test(new URL(request.url).pathname)
    if (!struck) work.begin()
    try {
      return await handler.fetch(new Request(request, { headers, signal }))
    } finally {
      if (!struck) work.end()
    }
  })
  const clients = yield* makeOurClients("http://localhost/w/faults").pipe(
    Effect.provideService(Fetch, fetch),
    Effect.provideService(Hosts, makeHosts()),
  )
  const ask = inVirtualTime(getReplyText(endpoint, clients))
  if (cache === "warm") {
    expect(yield* ask).toBe("fresh")
    yield* TestClock.adjust(later)
  }
  yield* setFaults([{ match: { method, path: pattern }, fault, ...(times !== undefined && { times }) }])
  hanging = fault.kind === "hang"
  const under = yield* ask
  hanging = false
  yield* setFaults([])
  yield* TestClock.adjust(later)
  return { under, lifted: yield* ask }
})

it("covers every endpoint of the wire", () => {
  const key = ({ method, pattern }: Endpoint["route"]) => `${method} ${pattern}`
  // Only other kits may send metadata of a user.
  const { patchAuthMetadata: _, ...ours } = contracts
  expect(endpoints.map(({ route }) => key(route)).toSorted()).toEqual(Object.values(ours).map(key).toSorted())
})

it.live.each(
  endpoints.map((endpoint) => [`${endpoint.route.method} ${endpoint.route.pattern}`, endpoint] as const),
)(
  "recovers from every fault: %s is fresh, marked stale or a named error, and fresh once the fault is removed",
  ([, endpoint]) =>
    Effect.gen(function* () {
      const table: Record<string, object> = {}
      const wanted: Record<string, object> = {}
      for (const [name, trouble] of Object.entries(faultCases))
        for (const cache of ["cold", "warm"] as const) {
          const exit = yield* cell(endpoint, trouble, cache).pipe(
            Effect.scoped,
            Effect.provide(TestClock.layer()),
            Effect.exit,
          )
          table[`${name}, ${cache}`] = Exit.isSuccess(exit) ? exit.value : { died: String(exit.cause) }
          wanted[`${name}, ${cache}`] = {
            under: expected(endpoint, trouble.because(endpoint), cache),
            lifted: "fresh",
          }
        }
      expect(table).toEqual(wanted)
    }),
  { timeout: 60_000, tags: ["full"] },
)
