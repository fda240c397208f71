import type { FaultRule, Handler } from "@wmodal/mock-server"
import { makeFetch } from "@wmodal/protocol"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { vi } from "vitest"

type Fault = FaultRule["fault"]

const lossArbitrary = (kind: "reset" | "html" | "empty" | "hang") => fc.constant<Fault>({ kind })

/** The ways in which a response is lost after the node has executed the call. */
export const faults = fc.oneof(
  lossArbitrary("reset"),
  lossArbitrary("html"),
  lossArbitrary("empty"),
  lossArbitrary("hang"),
  fc.constant<Fault>({ kind: "truncated" }),
  fc.constant<Fault>({ kind: "contentType", contentType: "text/plain" }),
  fc.constantFrom(429, 500, 502, 503, 504).map((status): Fault => ({ kind: "status", status })),
)

/** Matches rules in the same way as the mock server. */
const matchesRule = ({ match }: Partial<FaultRule>, request: Request, body: string): boolean => {
  if (match?.rpc !== undefined) return body.includes(match.rpc)
  const path = new RegExp(`${(match?.path ?? "").replaceAll(/:[a-z]+/g, "[^/]+")}$`)
  return request.method === match?.method && path.test(new URL(request.url).pathname)
}

/** Names of this machine: two hosts to a page. */
const hosts = ["localhost", "127.0.0.1"]

/** Makes a network that tracks pending responses, so that the test clock can wait for them. */
export const makeFaultyNetwork = (handler: Handler, projectId: string) => {
  const pending = new Set<Promise<unknown>>()
  let hanging: readonly Partial<FaultRule>[] = []
  const track = <A>(answer: Promise<A>): Promise<A> => {
    pending.add(answer)
    const settle = () => pending.delete(answer)
    answer.then(settle, settle)
    return answer
  }
  const fetch = makeFetch(async (request) => {
    if (!hosts.includes(new URL(request.url).host)) throw new Error("there is no other host")
    const body = await request.clone().text()
    const answer = Promise.resolve(handler.fetch(request))
    if (hanging.some((rule) => matchesRule(rule, request, body))) return answer
    return track(answer)
  })
  const ask = async (
    path: string,
    method: "GET" | "POST" | "PUT" = "GET",
    body?: unknown,
  ): Promise<unknown> => {
    const asked = new Request(`http://localhost/${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer = await track(Promise.resolve(handler.fetch(asked)))
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const control = (path: string, method: "POST" | "PUT", body?: unknown) =>
    ask(`control/worlds/${projectId}/${path}`, method, body)
  const setFaults = (rules: readonly Partial<FaultRule>[]) => {
    hanging = rules.filter(({ fault }) => fault?.kind === "hang")
    return control("faults", "PUT", { faults: rules })
  }
  /** Runs the effect and advances the test clock only while no response is pending. */
  const inItsTime = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(effect, { startImmediately: true })
      for (;;) {
        for (let turn = 0; turn < 10; turn++) yield* Effect.yieldNow
        if (pending.size > 0) yield* Effect.promise(() => Promise.allSettled(pending))
        else if (fiber.pollUnsafe() !== undefined) return yield* Fiber.join(fiber)
        else {
          // A chunk that loads takes no time of the test's.
          yield* Effect.promise(() => vi.dynamicImportSettled())
          if (pending.size === 0) yield* TestClock.adjust(500)
        }
      }
    })
  return { fetch, inItsTime, setFaults, control, ask }
}
