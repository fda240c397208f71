import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { decodeBatchReply } from "./JsonRpcBatch.ts"

const reply = (id: unknown, result: unknown) => ({ jsonrpc: "2.0", id, result })
const refusal = { code: -32000, message: "no" }
const said = (ids: readonly number[], body: unknown) =>
  decodeBatchReply(ids, body).map((outcome) =>
    Result.isSuccess(outcome) ? outcome.success : outcome.failure,
  )
const malformed = (detail: string) => ({ _tag: "Malformed", detail })
const answered = { _tag: "Answered", code: -32000, text: "no" }

describe("members", () => {
  it("are matched by id, in whatever order they come", () => {
    expect(said([1, 2, 3], [reply(3, "c"), reply(1, "a"), { id: 2, error: refusal }])).toEqual([
      "a",
      answered,
      "c",
    ])
    expect(said([], [])).toEqual([])
  })

  it("fail alone where they are lost, repeated, or no reply", () => {
    expect(
      said([1, 2, 3, 4], [reply(1, null), { id: 3 }, null, "x", reply(4, 1), reply(4, 1), reply(9, 1)]),
    ).toEqual([
      null,
      malformed("no reply to this request"),
      malformed("neither result nor error"),
      malformed("more than one reply to this request"),
    ])
  })

  it("take the error that names nobody where nothing else answers them", () => {
    expect(said([1, 2], [{ id: null, error: refusal }, reply(2, "b")])).toEqual([answered, "b"])
    expect(said([1], [{ error: refusal }])).toEqual([answered])
  })

  it("take no result that names nobody", () => {
    expect(said([1, 2], [{ result: "x" }, reply(2, "b")])).toEqual([
      malformed("the id of another request"),
      "b",
    ])
  })
})

it("gives every member the error of a node that takes no batches", () => {
  expect(said([1, 2], { jsonrpc: "2.0", id: null, error: refusal })).toEqual([answered, answered])
  expect(said([1, 2], reply(2, "b"))).toEqual([malformed("the id of another request"), "b"])
  expect(said([1], "busy")).toEqual([malformed("not an object")])
})

const results = fc.uniqueArray(fc.record({ id: fc.nat(), result: fc.jsonValue(), lost: fc.boolean() }), {
  selector: ({ id }) => id,
  maxLength: 50,
})

it("gives each its own, shuffled, and loses only what was lost", () => {
  const shuffled = results.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })),
  )
  fc.assert(
    fc.property(shuffled, ([asked, order]) => {
      const body = order.filter(({ lost }) => !lost).map(({ id, result }) => reply(id, result))
      expect(
        said(
          asked.map(({ id }) => id),
          body,
        ),
      ).toEqual(asked.map(({ result, lost }) => (lost ? malformed("no reply to this request") : result)))
    }),
  )
})

it("answers each once, whatever the node sent", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: 5 })),
      fc.jsonValue(),
      fc.array(fc.jsonValue()),
      (ids, body, members) => {
        const loose = members.map((result, at) => ({ id: at % 6, result }))
        for (const sent of [body, members, loose, [...loose, body]]) {
          const outcomes = decodeBatchReply(ids, sent)
          expect(outcomes).toHaveLength(ids.length)
          expect(
            outcomes.every((outcome) => Result.isSuccess(outcome) || outcome.failure._tag !== undefined),
          ).toBe(true)
        }
      },
    ),
  )
})
