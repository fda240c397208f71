import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { cloneRequest } from "./cloneRequest.ts"

const refusal = (value: unknown): unknown => {
  try {
    return cloneRequest(value)
  } catch (error) {
    return error
  }
}

describe("cloneRequest", () => {
  it("copies values as JSON carries them", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        fc.pre(!JSON.stringify(value).match(/[0-9]e|[0-9]{16}/))
        expect(JSON.stringify(cloneRequest(value))).toBe(JSON.stringify(value))
      }),
    )
  })

  it("returns a copy that ignores later changes to the source", () => {
    const call = { to: "0x1", nested: [{ a: 1 }] }
    const copy = cloneRequest([call])
    call.to = "0x2"
    call.nested.push({ a: 2 })
    expect(copy).toEqual([{ to: "0x1", nested: [{ a: 1 }] }])
  })

  it("leaves out undefined members, and keeps __proto__ as an own key", () => {
    const copy = cloneRequest(JSON.parse('{"__proto__":{"a":1},"b":2}'))
    expect(Object.keys(copy ?? {})).toEqual(["__proto__", "b"])
    expect(cloneRequest({ a: undefined, b: 1 })).toEqual({ b: 1 })
  })

  const circle: unknown[] = []
  circle.push(circle)
  const wide = { a: [] as unknown[] }
  for (let depth = 0; depth < 16; depth += 1) wide.a = [{ ...wide }, { ...wide }]

  it.each<[string, unknown]>([
    ["a getter", Object.defineProperty({}, "to", { enumerable: true, get: () => "0x1" })],
    ["a getter in a list", [Object.defineProperty([], 0, { enumerable: true, get: () => "0x1" })]],
    ["toJSON", { toJSON: () => ({ to: "0x1" }) }],
    ["an object of a class", new Date(0)],
    ["a String", Object("text")],
    ["a Map", new Map()],
    ["a bigint", 1n],
    ["a symbol", Symbol("a")],
    ["a number past what JSON keeps", 2 ** 53 + 2],
    ["no number", Number.NaN],
    ["a circle", circle],
    ["what grows as it is copied", wide],
    ["a long list", Array.from({ length: 30_000 }, () => 0)],
    ["a list with an implausible length", Object.assign([], { length: 4_000_000_000 })],
    ["too much text", "x".repeat(1_000_001)],
    ["undefined", undefined],
    [
      "a proxy that throws",
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw Object.assign(new Error("mine"), { code: -32602 })
          },
        },
      ),
    ],
  ])("throws invalid params for %s", (_, value) => {
    expect(refusal(value)).toMatchObject({ code: -32602 })
  })

  it("reads each member once", () => {
    let looks = 0
    const proxy = new Proxy(
      { to: "0x1" },
      {
        get: () => {
          throw new Error("never read so")
        },
        getOwnPropertyDescriptor: () => {
          looks += 1
          return { configurable: true, enumerable: true, value: `0x${looks}`, writable: true }
        },
      },
    )
    expect(cloneRequest(proxy)).toEqual({ to: "0x1" })
    expect(looks).toBe(1)
  })
})
