import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { decodeFrame, encodeError, encodeResult } from "./RelayFrame.ts"

describe("decodeFrame", () => {
  it("never throws and gives a JSON response for any text", () => {
    const near = fc.record(
      { id: fc.jsonValue(), method: fc.jsonValue(), params: fc.jsonValue(), result: fc.jsonValue() },
      { requiredKeys: [] },
    )
    const answerTo = (text: string): string => {
      const frame = decodeFrame(text)
      switch (frame._tag) {
        case "Call":
          return encodeResult(frame.id, true)
        case "Unreadable":
          return encodeError(frame.id, frame.problem)
        default:
          return '{"jsonrpc":"2.0"}'
      }
    }
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          near.map((it) => JSON.stringify(it)),
        ),
        (text) => {
          expect(JSON.parse(answerTo(text))).toMatchObject({ jsonrpc: "2.0" })
        },
      ),
    )
  })

  it("repeats the ID of a call unchanged at any size", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ maxLength: 100 }), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n })),
        (id) => {
          const text = typeof id === "bigint" ? String(id) : JSON.stringify(id)
          const frame = decodeFrame(`{"id":${text},"jsonrpc":"2.0","method":"m"}`)
          expect(frame).toEqual({ _tag: "Call", id: text, method: "m", params: undefined })
        },
      ),
    )
  })
})
