import fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Decoder from "./Decoder.ts"

const decodePoint = Decoder.object({
  x: Decoder.number,
  label: Decoder.optional(Decoder.text),
  note: Decoder.exactOptional(Decoder.text),
})

describe("Decoder.object", () => {
  it("returns the known fields that are present", () => {
    expect(decodePoint({ x: 1, y: 2 })).toEqual({ x: 1 })
    expect(Object.keys(decodePoint({ x: 1, label: undefined, note: "n" }))).toEqual(["x", "label", "note"])
  })

  it.each([
    [undefined, "missing", []],
    [null, "expected Object", []],
    [{}, "missing", ["x"]],
    [{ x: Number.NaN }, "expected number", ["x"]],
    [{ x: 1, note: undefined }, "missing", ["note"]],
    [{ label: 7 }, "missing", ["x"]],
  ])("returns the first issue of %j", (input, message, path) => {
    expect(decodePoint(input)).toEqual(new Decoder.Issue(message, path))
  })

  it("counts no member that a script of the page added to Object.prototype", () => {
    class Point {
      get x() {
        return 1
      }
    }
    const added = { x: 7, note: "added", isOptional: true }
    try {
      for (const [key, value] of Object.entries(added))
        Reflect.defineProperty(Object.prototype, key, {
          value,
          enumerable: true,
          configurable: true,
          writable: true,
        })
      expect(decodePoint({})).toEqual(new Decoder.Issue("missing", ["x"]))
      expect(Object.entries(decodePoint({ x: 7 }))).toEqual([["x", 7]])
      expect(Object.entries(decodePoint(new Point()))).toEqual([["x", 1]])
    } finally {
      for (const key of Object.keys(added)) Reflect.deleteProperty(Object.prototype, key)
    }
  })

  it("throws when a field behind an issue cannot be read", () => {
    const input = {
      get label() {
        throw new Error("no")
      },
    }
    expect(() => decodePoint(input)).toThrow("no")
  })
})

describe("Decoder.list", () => {
  it("returns a copy, and the path of an issue", () => {
    const input = ["a", "b"]
    expect(Decoder.list(Decoder.text)(input)).toEqual(input)
    expect(Decoder.list(Decoder.text)(input)).not.toBe(input)
    expect(Decoder.list(decodePoint)([{ x: 1 }, { x: "1" }])).toEqual(
      new Decoder.Issue("expected number", ["1", "x"]),
    )
  })

  it("decodes the holes of a list as undefined", () => {
    // oxlint-disable-next-line no-sparse-arrays -- a host may pass one
    expect(Decoder.list(Decoder.text)([, "a"])).toEqual(new Decoder.Issue("missing", ["0"]))
  })
})

describe("Decoder.record", () => {
  const decode = Decoder.record(Decoder.choice(["a", "b"]), Decoder.flag)

  it("returns the entries without those that could change a prototype", () => {
    const input: unknown = JSON.parse('{"a":true,"__proto__":true,"constructor":true}')
    expect(decode(input)).toEqual({ a: true })
  })

  it("returns an issue of a key before that of its value, and refuses instances", () => {
    expect(decode({ c: 7 })).toEqual(new Decoder.Issue('expected ("a" | "b")', ["c"]))
    expect(decode({ b: 7 })).toEqual(new Decoder.Issue("expected boolean", ["b"]))
    for (const input of [[], new Map(), new Date(), null])
      expect(decode(input)).toEqual(new Decoder.Issue("expected an object"))
  })
})

describe("the condition of Decoder.check and the conversion of Decoder.map", () => {
  it("receives only a decoded value", () => {
    const decode = Decoder.map(
      Decoder.check(Decoder.text, (text) => text.startsWith("0x"), "no hex"),
      (text) => text.length,
    )
    expect(decode("0xab")).toBe(4)
    expect(decode("ab")).toEqual(new Decoder.Issue("no hex"))
    expect(decode(7)).toEqual(new Decoder.Issue("expected string"))
  })
})

it("decodes what it has decoded to the same value", () => {
  fc.assert(
    fc.property(fc.anything(), (input) => {
      const decoded = decodePoint(input)
      expect(decoded instanceof Decoder.Issue ? decoded : decodePoint(decoded)).toEqual(decoded)
    }),
  )
})
