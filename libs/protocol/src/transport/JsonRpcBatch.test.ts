import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { decodeBatchReply, maxMemberBytes } from "./JsonRpcBatch.ts"

const reply = (id: unknown, result: unknown) => ({ jsonrpc: "2.0", id, result })
const refusal = { code: -32000, message: "no" }
const decode = (ids: readonly number[], body: unknown) =>
  decodeBatchReply(ids, { body, bytes: JSON.stringify(body).length })
const said = (ids: readonly number[], body: unknown) =>
  decode(ids, body).map((outcome) => (Result.isSuccess(outcome) ? outcome.success : outcome.failure))
const malformed = (detail: string) => ({ _tag: "Malformed", detail })
const answered = { _tag: "Answered", code: -32000, meaning: "InvalidInput", text: "no" }

describe("decodeBatchReply", () => {
  it("matches members by id in any order", () => {
    expect(said([1, 2, 3], [reply(3, "c"), reply(1, "a"), { id: 2, error: refusal }])).toEqual([
      "a",
      answered,
      "c",
    ])
    expect(said([], [])).toEqual([])
  })

  it("fails missing, repeated and malformed members alone", () => {
    expect(
      said([1, 2, 3, 4], [reply(1, null), { id: 3 }, null, "x", reply(4, 1), reply(4, 1), reply(9, 1)]),
    ).toEqual([
      null,
      malformed("no reply to this request"),
      malformed("neither result nor error"),
      malformed("more than one reply to this request"),
    ])
  })

  it("applies an error without an id to members without another reply", () => {
    expect(said([1, 2], [{ id: null, error: refusal }, reply(2, "b")])).toEqual([answered, "b"])
    expect(said([1], [{ error: refusal }])).toEqual([answered])
  })

  it("ignores a result without an id", () => {
    expect(said([1, 2], [{ result: "x" }, reply(2, "b")])).toEqual([
      malformed("the id of another request"),
      "b",
    ])
  })
})

describe("decodeBatchReply with a large reply", () => {
  const tooLarge = { _tag: "TooLarge", limit: maxMemberBytes }
  const deps = JSON.stringify(reply(1, "")).length

  it("fails only the oversized member", () => {
    const most = "x".repeat(maxMemberBytes - deps)
    expect(said([1, 2, 3], [reply(1, most), reply(2, `${most}x`), reply(3, "c")])).toEqual([
      most,
      tooLarge,
      "c",
    ])
  })

  it("counts bytes, including those of an error", () => {
    const half = "é".repeat(maxMemberBytes / 2)
    expect(said([1, 2], [reply(1, half), { id: 2, error: { ...refusal, data: half } }])).toEqual([
      tooLarge,
      tooLarge,
    ])
  })

  it("fails a member that is nested too deeply to serialize", () => {
    const depth = maxMemberBytes
    const body: unknown = JSON.parse(
      `[{"id":1,"result":${"[".repeat(depth)}${"]".repeat(depth)}},{"id":2,"result":"b"}]`,
    )
    const outcomes = decodeBatchReply([1, 2], { body, bytes: 2 * depth })
    expect(outcomes).toEqual([Result.fail(tooLarge), Result.succeed("b")])
  })

  it("accepts many small members", () => {
    const ids = Array.from({ length: 1000 }, (_, at) => at)
    const text = "x".repeat(4000)
    expect(
      said(
        ids,
        ids.map((id) => reply(id, text)),
      ),
    ).toEqual(ids.map(() => text))
  })
})

it("decodes millions of invented members without validating each", () => {
  const start = performance.now()
  const body = JSON.parse(`[${"0,".repeat(4_999_999)}0]`)
  const parsed = performance.now()
  const outcomes = decodeBatchReply([1], { body, bytes: 10_000_000 })
  const read = performance.now()
  expect(outcomes).toEqual([Result.fail(malformed("no reply to this request"))])
  // About the parsing time. A schema check for each member takes more than a hundred times as long.
  expect(read - parsed).toBeLessThan(30 * (parsed - start))
})

it("applies the error of a node without batch support to every member", () => {
  expect(said([1, 2], { jsonrpc: "2.0", id: null, error: refusal })).toEqual([answered, answered])
  expect(said([1, 2], reply(2, "b"))).toEqual([malformed("the id of another request"), "b"])
  expect(said([1], "busy")).toEqual([malformed("not an object")])
})

const results = fc.uniqueArray(fc.record({ id: fc.nat(), result: fc.jsonValue(), lost: fc.boolean() }), {
  selector: ({ id }) => id,
  maxLength: 50,
})

it("returns each member's result in any order, and fails only missing members", () => {
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

it("returns one outcome per id for any reply", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: 5 })),
      fc.jsonValue(),
      fc.array(fc.jsonValue()),
      (ids, body, members) => {
        const loose = members.map((result, at) => ({ id: at % 6, result }))
        for (const sent of [body, members, loose, [...loose, body]]) {
          const outcomes = decode(ids, sent)
          expect(outcomes).toHaveLength(ids.length)
          expect(
            outcomes.every((outcome) => Result.isSuccess(outcome) || outcome.failure._tag !== undefined),
          ).toBe(true)
        }
      },
    ),
  )
})
