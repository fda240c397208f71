import { it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Result } from "effect"
import fc from "fast-check"
import { describe, expect } from "vitest"
import { type Batch, type BatchMember, makeBatch, maxBatchSize } from "./Batch.ts"
import type { HttpReply } from "./Http.ts"
import type { JsonRpcRequest } from "./JsonRpc.ts"
import { maxMemberBytes } from "./JsonRpcBatch.ts"
import type { ExecuteRead, RequestBody, RpcReadFailure } from "./ReadRequest.ts"
import type { RpcReason } from "./RpcError.ts"

type PostedBody = JsonRpcRequest | readonly JsonRpcRequest[]

/** Responds to one body. */
type BodyHandler = (posted: PostedBody) => Effect.Effect<HttpReply, RpcReason>

const reply = (text: string): HttpReply => ({
  bytes: new TextEncoder().encode(text),
  contentType: "application/json",
})
const requests = (posted: PostedBody): readonly JsonRpcRequest[] => [posted].flat()
const result = ({ id, method, params }: JsonRpcRequest) => ({ id, result: [method, ...params] })
const answerAll: BodyHandler = (posted) =>
  Effect.succeed(
    reply(
      JSON.stringify(Array.isArray(posted) ? requests(posted).map(result) : requests(posted).map(result)[0]),
    ),
  )

/**
 * Sends requests to `node`, and once more after a malformed attempt. `asked` contains the posted bodies with their
 * names.
 */
const listen = (answer: BodyHandler) => {
  const asked: { readonly method: string; readonly posted: PostedBody }[] = []
  const ask: ExecuteRead = ({ method, bodies }) => {
    const post = ({ text, read }: RequestBody) => {
      const posted: PostedBody = JSON.parse(text)
      asked.push({ method, posted })
      return Effect.flatMap(answer(posted), (got) => read(got, "node"))
    }
    const attempt = (before: RpcReadFailure | null) =>
      bodies(before, maxBatchSize).pipe(
        Effect.flatMap((all) => Effect.forEach(all, post, { discard: true })),
        Effect.mapError((reason): RpcReadFailure => ({ host: "node", reason })),
      )
    return attempt(null).pipe(
      Effect.catch((failed) => (failed.reason._tag === "Malformed" ? attempt(failed) : Effect.fail(failed))),
    )
  }
  return { asked, ask, sizes: () => asked.map(({ posted }) => requests(posted).length) }
}

const member = (method: string, ...params: readonly unknown[]): BatchMember => ({
  method,
  params,
  charge: () => true,
})
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)
const requestAll = (batch: Batch, members: readonly BatchMember[]) =>
  Effect.forEach(members, (one) => Effect.result(batch.request(one)), { concurrency: "unbounded" })
const failed = (reason: RpcReason, host = "node") => Result.fail({ host, reason })

describe("makeBatch with reads of one tick", () => {
  it.effect("sends one body, and returns each member's own result in any reply order", () =>
    Effect.gen(function* () {
      const node = listen((posted) =>
        Effect.succeed(reply(JSON.stringify(requests(posted).map(result).toReversed()))),
      )
      const batch = yield* makeBatch(node.ask)
      const got = yield* requestAll(
        batch,
        numbers(3).map((n) => member("eth_call", n)),
      )
      expect(got).toEqual(numbers(3).map((n) => Result.succeed(["eth_call", n])))
      expect(node.asked.map(({ method }) => method)).toEqual(["batch of 3"])
      expect(node.sizes()).toEqual([3])
    }),
  )

  it.effect("sends a plain request for a single or a last remaining member", () =>
    Effect.gen(function* () {
      const node = listen(answerAll)
      const batch = yield* makeBatch(node.ask)
      expect(yield* batch.request(member("eth_chainId"))).toEqual(["eth_chainId"])
      const leaving = yield* Effect.forkChild(batch.request(member("a")), { startImmediately: true })
      const staying = yield* Effect.forkChild(batch.request(member("b")), { startImmediately: true })
      yield* Fiber.interrupt(leaving)
      expect(yield* Fiber.join(staying)).toEqual(["b"])
      expect(node.asked).toEqual([
        { method: "eth_chainId", posted: { jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] } },
        { method: "b", posted: { jsonrpc: "2.0", id: 3, method: "b", params: [] } },
      ])
    }),
  )

  it.effect("splits 10,000 members into ten bodies", () =>
    Effect.gen(function* () {
      const node = listen(answerAll)
      const batch = yield* makeBatch(node.ask)
      const got = yield* requestAll(
        batch,
        numbers(10_000).map((n) => member("eth_call", n)),
      )
      expect(got).toEqual(numbers(10_000).map((n) => Result.succeed(["eth_call", n])))
      expect(node.sizes()).toEqual(numbers(10).map(() => 1_000))
    }),
  )

  it.effect("sends a member of a later tick separately", () =>
    Effect.gen(function* () {
      const node = listen(answerAll)
      const batch = yield* makeBatch(node.ask)
      yield* requestAll(batch, [member("a"), member("b")])
      const again = batch
        .request(member("c"))
        .pipe(Effect.andThen(requestAll(batch, [member("d"), member("e")])))
      yield* again
      expect(node.sizes()).toEqual([2, 1, 2])
    }),
  )
})

describe("makeBatch with a single member's outcome", () => {
  it.effect("fails missing, rejected, duplicate and oversized members alone, without a retry", () =>
    Effect.gen(function* () {
      const node = listen((posted) => {
        const [fine, , refused, twice, large] = requests(posted).map(result)
        const error = { code: 3, message: "reverted" }
        const members = [
          "junk",
          { id: 999, result: 1 },
          { id: refused?.id, error },
          twice,
          twice,
          { ...large, result: "x".repeat(maxMemberBytes) },
          fine,
        ]
        return Effect.succeed(reply(JSON.stringify(members)))
      })
      const batch = yield* makeBatch(node.ask)
      const names = ["fine", "lost", "refused", "twice", "large"]
      expect(
        yield* requestAll(
          batch,
          names.map((name) => member(name)),
        ),
      ).toEqual([
        Result.succeed(["fine"]),
        failed({ _tag: "Malformed", detail: "no reply to this request" }),
        failed({ _tag: "Answered", code: 3, meaning: "ExecutionReverted", text: "reverted" }),
        failed({ _tag: "Malformed", detail: "more than one reply to this request" }),
        failed({ _tag: "TooLarge", limit: maxMemberBytes }),
      ])
      expect(node.sizes()).toEqual([5])
    }),
  )

  it.effect("dies only for the member whose parameters cannot be serialized", () =>
    Effect.gen(function* () {
      const node = listen(answerAll)
      const batch = yield* makeBatch(node.ask)
      const exits = yield* Effect.forEach(
        [member("a"), member("b", 1n), member("c")],
        (one) => Effect.exit(batch.request(one)),
        { concurrency: "unbounded" },
      )
      expect(exits.map(Exit.isSuccess)).toEqual([true, false, true])
      expect(node.sizes()).toEqual([2])
    }),
  )

  it.effect("keeps the other members when one is interrupted, and retries without it", () =>
    Effect.gen(function* () {
      const sent = yield* Deferred.make<void>()
      const left = yield* Deferred.make<void>()
      const node = listen((posted) =>
        Array.isArray(posted) && posted.length === 3
          ? Deferred.succeed(sent, undefined).pipe(
              Effect.andThen(Deferred.await(left)),
              Effect.as(reply("busy")),
            )
          : answerAll(posted),
      )
      const batch = yield* makeBatch(node.ask)
      const [a, b, c] = yield* Effect.forEach(["a", "b", "c"], (name) =>
        Effect.forkChild(batch.request(member(name)), { startImmediately: true }),
      )
      if (!a || !b || !c) throw new Error("Three fibers were forked")
      yield* Deferred.await(sent)
      yield* Fiber.interrupt(b)
      yield* Deferred.succeed(left, undefined)
      expect(yield* Fiber.join(a)).toEqual(["a"])
      expect(yield* Fiber.join(c)).toEqual(["c"])
      expect(node.asked.map(({ posted }) => requests(posted).map(({ method }) => method))).toEqual([
        ["a", "b", "c"],
        ["a", "c"],
      ])
    }),
  )

  it.effect("aborts the request when the last member is interrupted, or sends none", () =>
    Effect.gen(function* () {
      const sent = yield* Deferred.make<void>()
      const aborted = yield* Deferred.make<void>()
      const node = listen(() =>
        Deferred.succeed(sent, undefined).pipe(
          Effect.andThen(Effect.never),
          Effect.onInterrupt(() => Deferred.succeed(aborted, undefined)),
        ),
      )
      const batch = yield* makeBatch(node.ask)
      const fork = (name: string) => Effect.forkChild(batch.request(member(name)), { startImmediately: true })
      const early = yield* Effect.forEach(["a", "b"], fork)
      yield* Fiber.interruptAll(early)
      const fibers = yield* Effect.forEach(["c", "d"], fork)
      yield* Deferred.await(sent)
      yield* Fiber.interruptAll(fibers)
      yield* Deferred.await(aborted)
      expect(node.asked.map(({ posted }) => requests(posted).map(({ method }) => method))).toEqual([
        ["c", "d"],
      ])
    }),
  )

  it.effect("accepts a new request as soon as a member has its result", () =>
    Effect.gen(function* () {
      const node = listen(answerAll)
      const batch = yield* makeBatch(node.ask)
      const twice = (name: string) =>
        batch.request(member(name)).pipe(Effect.andThen(batch.request(member(`${name} again`))))
      expect(yield* Effect.all([twice("a"), twice("b")], { concurrency: "unbounded" })).toEqual([
        ["a again"],
        ["b again"],
      ])
      expect(node.sizes()).toEqual([2, 2])
    }),
  )

  it.effect(
    "charges a member for each attempt, and fails it with the last reason when its budget is exhausted",
    () =>
      Effect.gen(function* () {
        let left = 3
        const paying = (name: string) => ({ ...member(name), charge: () => left-- > 0 })
        const broke = { ...member("broke"), charge: () => false }
        const node = listen(() => Effect.succeed(reply("busy")))
        const batch = yield* makeBatch(node.ask)
        const malformed = failed({ _tag: "Malformed", detail: "not JSON" })
        expect(yield* requestAll(batch, [paying("a"), paying("b"), broke])).toEqual([
          malformed,
          malformed,
          failed({ _tag: "BudgetExhausted" }, ""),
        ])
        expect(node.asked.map(({ posted }) => requests(posted).map(({ method }) => method))).toEqual([
          ["a", "b"],
          ["a"],
        ])
      }),
  )

  it.effect("charges members of one logical call once per body", () =>
    Effect.gen(function* () {
      let charged = 0
      const charge = () => ++charged < 2
      const node = listen(() => Effect.succeed(reply("busy")))
      const batch = yield* makeBatch(node.ask)
      yield* requestAll(
        batch,
        ["a", "b", "c"].map((name) => ({ ...member(name), charge })),
      )
      expect(node.sizes()).toEqual([3])
      expect(charged).toBe(2)
    }),
  )
})

describe("makeBatch with a failed body", () => {
  it.effect("fails every member with the same reason when no attempt succeeds", () =>
    Effect.gen(function* () {
      const node = listen(() => Effect.fail({ _tag: "Status", status: 503 }))
      const batch = yield* makeBatch(node.ask)
      const unavailable = failed({ _tag: "Status", status: 503 })
      expect(yield* requestAll(batch, [member("a"), member("b")])).toEqual([unavailable, unavailable])
    }),
  )

  it.effect.each([
    { what: "an empty list", text: "[]" },
    { what: "a list of junk", text: "[1,null,{}]" },
    { what: "a text", text: '"busy"' },
  ])("repeats the batch when the whole reply is $what", ({ text }) =>
    Effect.gen(function* () {
      let first = true
      const node = listen((posted) => {
        if (!first) return answerAll(posted)
        first = false
        return Effect.succeed(reply(text))
      })
      const batch = yield* makeBatch(node.ask)
      expect(yield* requestAll(batch, [member("a"), member("b")])).toEqual([
        Result.succeed(["a"]),
        Result.succeed(["b"]),
      ])
      expect(node.sizes()).toEqual([2, 2])
    }),
  )

  it.effect("ends every member when the read dies", () =>
    Effect.gen(function* () {
      const node = listen(() => Effect.die(new Error("broken")))
      const batch = yield* makeBatch(node.ask)
      const exits = yield* Effect.forEach(["a", "b"], (name) => Effect.exit(batch.request(member(name))), {
        concurrency: "unbounded",
      })
      expect(exits.map(Exit.hasDies)).toEqual([true, true])
    }),
  )
})

const fates = fc.array(
  fc.record({
    fate: fc.constantFrom("answered", "refused", "lost", "repeated", "empty"),
    value: fc.jsonValue(),
    place: fc.nat(),
  }),
  { minLength: 1, maxLength: 60 },
)

describe("makeBatch with arbitrary replies", () => {
  it("settles each member with its own result or a typed failure", async () => {
    await fc.assert(
      fc.asyncProperty(fates, fc.array(fc.jsonValue(), { maxLength: 5 }), async (all, junk) => {
        const node = listen((posted) => {
          const members = requests(posted).flatMap(({ id }, at) => {
            const { fate, value, place } = all[at] ?? { fate: "lost", value: null, place: 0 }
            const right = { place, said: { id, result: value } }
            switch (fate) {
              case "answered":
                return [right]
              case "refused":
                return [{ place, said: { id, error: { code: at, message: "no" } } }]
              case "repeated":
                return [right, { ...right, place: place + 1 }]
              case "empty":
                return [{ place, said: { id } }]
              default:
                return []
            }
          })
          const sorted = members.toSorted((a, b) => a.place - b.place).map(({ said }) => said)
          const strangers = junk.map((value) => ({ id: `${JSON.stringify(value)}`, result: value }))
          return Effect.succeed(reply(JSON.stringify([...strangers, ...sorted, "junk"])))
        })
        const got = await Effect.runPromise(
          Effect.flatMap(makeBatch(node.ask), (batch) =>
            requestAll(
              batch,
              all.map(() => member("eth_call")),
            ),
          ),
        )
        const tags = got.map((one) => (Result.isSuccess(one) ? one.success : one.failure.reason._tag))
        // JSON cannot represent negative zero.
        const written: unknown[] = JSON.parse(JSON.stringify(all.map(({ value }) => value)))
        const expected = all.map(({ fate }, at) =>
          fate === "answered" ? written[at] : fate === "refused" ? "Answered" : "Malformed",
        )
        expect(tags).toEqual(expected)
      }),
    )
  })

  it("settles every member, and never throws", async () => {
    const texts = fc.oneof(
      fc.string(),
      fc.json(),
      fc.array(fc.json()).map((all) => `[${all.join(",")}]`),
    )
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 1, max: 5 }), async (text, count) => {
        const node = listen(() => Effect.succeed(reply(text)))
        const got = await Effect.runPromise(
          Effect.flatMap(makeBatch(node.ask), (batch) =>
            requestAll(
              batch,
              numbers(count).map(() => member("eth_call")),
            ),
          ),
        )
        expect(got).toHaveLength(count)
      }),
    )
  })
})
