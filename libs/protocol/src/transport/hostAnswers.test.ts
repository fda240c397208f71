import { it } from "@effect/vitest"
import { Clock, Effect, Result } from "effect"
import { describe, expect } from "vitest"
import * as z from "zod/mini"
import { call, failure, type Handler, result } from "../testing/handlersFixture.ts"
import { inVirtualTime } from "../testing/index.ts"
import { Fetch, makeFetch } from "./Fetch.ts"
import { makeRpc } from "./Rpc.ts"

const a = "https://a.test/"
const b = "https://b.test/"

const requests = z.array(z.object({ id: z.number(), method: z.string() }))

const says =
  (code: number, message: string): Handler =>
  (_, id) =>
    Response.json({ jsonrpc: "2.0", id, error: { code, message, data: { numSlotsBehind: 3104 } } })

describe("an error by which a node speaks of itself", () => {
  it.effect.each([
    { report: "solana-labs/solana#21046", code: -32005, text: "Node is behind by 3104 slots" },
    { report: "solana-labs/solana#9316", code: -32011, text: "Transaction history is not available" },
    { report: "a proxy of the OP Stack", code: -32016, text: "over rate limit" },
  ])("leads to the next node: $report, $text", ({ code, text }) =>
    Effect.gen(function* () {
      const { log, outcome } = yield* call({ "a.test": says(code, text), "b.test": result }, [[a, b]])
      expect(Result.isSuccess(outcome)).toBe(true)
      expect(log.map((line) => line.split(" ")[1])).toEqual(["a.test", "b.test"])
    }),
  )

  it.effect("returns once no node is left, and is asked for once of each", () =>
    Effect.gen(function* () {
      const behind = says(-32005, "Node is behind by 3104 slots")
      const { log, outcome } = yield* call({ "a.test": behind, "b.test": behind }, [[a, b]])
      const failed = failure(outcome)
      expect(failed.reason).toMatchObject({ _tag: "Answered", code: -32005 })
      expect(failed.mayHaveRun).toBe(undefined)
      expect(log).toHaveLength(2)
    }),
  )

  it.effect("stays apart from one of the request, which every node would repeat", () =>
    Effect.gen(function* () {
      const { log, outcome } = yield* call({ "a.test": says(-32602, "invalid params"), "b.test": result }, [
        [a, b],
      ])
      expect(failure(outcome).reason).toMatchObject({ _tag: "Answered", code: -32602 })
      expect(log).toHaveLength(1)
    }),
  )

  it.effect("leads on only the requests of a batch that it concerns", () =>
    Effect.gen(function* () {
      const posted: unknown[] = []
      const answer = (host: string, { id, method }: { readonly id: number; readonly method: string }) =>
        host === "a.test" && method === "getHealth"
          ? { id, error: { code: -32005, message: "Node is behind by 3104 slots" } }
          : { id, result: `${method} of ${host}` }
      const fetch = makeFetch(async (request) => {
        const { host } = new URL(request.url)
        const body = requests.parse([await request.json()].flat())
        posted.push([host, ...body.map(({ method }) => method)])
        const replies = body.map((one) => answer(host, one))
        return Response.json(replies.length === 1 ? replies[0] : replies)
      })
      const rpc = yield* makeRpc({ tiers: [[a, b]] }).pipe(Effect.provideService(Fetch, fetch))
      const both = Effect.all([rpc.request("getSlot"), rpc.request("getHealth")], {
        concurrency: "unbounded",
      })
      expect(yield* inVirtualTime(both)).toEqual(["getSlot of a.test", "getHealth of b.test"])
      expect(posted).toEqual([
        ["a.test", "getSlot", "getHealth"],
        ["b.test", "getHealth"],
      ])
    }),
  )
})

describe("a node that answers many calls with an error about itself", () => {
  /** Asks one node of one host for each method in turn, and returns the outcomes with their times. */
  const asking = Effect.fnUntraced(function* (
    { code, message, method }: { readonly code: number; readonly message: string; readonly method: string },
    plan: readonly string[],
  ) {
    let posted = 0
    const fetch = makeFetch(async (request) => {
      posted++
      const [asked] = requests.parse([await request.json()])
      return Response.json(
        asked?.method === method
          ? { jsonrpc: "2.0", id: asked.id, error: { code, message } }
          : { jsonrpc: "2.0", id: asked?.id, result: "0x1" },
      )
    })
    const rpc = yield* makeRpc({ tiers: [[a]] }).pipe(Effect.provideService(Fetch, fetch))
    const reads = Effect.forEach(plan, (one) =>
      Effect.gen(function* () {
        const began = yield* Clock.currentTimeMillis
        const outcome = yield* Effect.result(rpc.request(one))
        const ms = (yield* Clock.currentTimeMillis) - began
        return `${one} ${Result.isSuccess(outcome) ? "has" : outcome.failure.reason._tag} ${ms < 50 ? "at once" : ms}`
      }),
    )
    return { outcomes: yield* inVirtualTime(reads), posted }
  })

  const repeat = (times: number, methods: readonly string[]) =>
    Array.from({ length: times }, () => methods).flat()

  it.effect.each([
    ["limit exceeded", "BNB's public nodes"],
    ["query returned more than 10000 results", "Infura"],
    ["query exceeds max block range 500", "a rollup"],
    ["too many requests for blocks in one range", "words of a rate for a range"],
  ] as const)("holds back no other call when it gives no logs: %s, %s", ([message]) =>
    Effect.gen(function* () {
      const node = { code: -32005, message, method: "eth_getLogs" }
      const { outcomes, posted } = yield* asking(node, [...repeat(8, ["eth_getLogs"]), "eth_getBalance"])
      expect(outcomes).toEqual([...repeat(8, ["eth_getLogs Answered at once"]), "eth_getBalance has at once"])
      expect(posted).toBe(9)
    }),
  )

  it.effect("holds back no other call when it has no history", () =>
    Effect.gen(function* () {
      const message = "Transaction history is not available from this node"
      const node = { code: -32011, message, method: "getSignatureStatuses" }
      const { outcomes } = yield* asking(node, repeat(14, ["getSignatureStatuses", "getSlot"]))
      expect(outcomes).toEqual(repeat(14, ["getSignatureStatuses Answered at once", "getSlot has at once"]))
    }),
  )

  it.effect("holds back no other call when it is over its rate for one method", () =>
    Effect.gen(function* () {
      const node = { code: -32005, message: "rate limit exceeded", method: "eth_call" }
      const { outcomes, posted } = yield* asking(node, [...repeat(3, ["eth_call"]), "eth_getBalance"])
      expect(outcomes.at(-1)).toBe("eth_getBalance has at once")
      expect(posted).toBe(13)
    }),
  )
})
