import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { cloneJson, maxMessageCharacters, maxMessageDepth } from "./cloneJson.ts"
import { decodeEnvelope, getMessageId } from "./decodeEnvelope.ts"

const nested = (depth: number) => {
  let value: unknown = 1
  for (let at = 0; at < depth; at += 1) value = at % 2 === 0 ? [value] : { a: value }
  return value
}
const getValue = (read: ReturnType<typeof cloneJson>) => (read._tag === "Plain" ? read.value : undefined)
const getReason = (value: unknown) => {
  const read = cloneJson(value)
  return read._tag === "NotPlain" ? read.what : null
}

describe("cloneJson", () => {
  it("copies plain JSON completely, and shares nothing", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        fc.pre(!/"(__proto__|constructor|prototype)":/.test(JSON.stringify(value)))
        const read = cloneJson(value)
        expect(read).toEqual({ _tag: "Plain", value })
        expect(typeof value === "object" && value !== null && Object.is(getValue(read), value)).toBe(false)
      }),
    )
    expect(cloneJson({ a: undefined, b: Number.NaN })).toEqual({
      _tag: "Plain",
      value: { a: undefined, b: Number.NaN },
    })
    expect(cloneJson(Object.assign(Object.create(null), { a: 1 }))).toEqual({
      _tag: "Plain",
      value: { a: 1 },
    })
  })

  it("rejects more than 16 levels", () => {
    expect(getReason(nested(maxMessageDepth))).toBeNull()
    expect(getReason(nested(maxMessageDepth + 1))).toBe("too deep")
    expect(getReason(nested(100_000))).toBe("too deep")
  })

  it("rejects more than 256 Ki characters in any place", () => {
    expect(getReason("x".repeat(maxMessageCharacters - 1))).toBeNull()
    for (const large of [
      "x".repeat(maxMessageCharacters),
      Array.from({ length: 300_000 }, () => 0),
      { ["x".repeat(maxMessageCharacters)]: 1 },
      Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`n${at}`, 1])),
      ["x".repeat(maxMessageCharacters / 2), "x".repeat(maxMessageCharacters / 2)],
    ]) {
      expect(getReason(large)).toBe("too large")
    }
  })

  it("rejects sparse, cyclic and widely shared values quickly", () => {
    const sparse: unknown[] = []
    sparse.length = 2 ** 32 - 1
    expect(getReason(sparse)).toBe("too large")
    const cyclic: Record<string, unknown> = {}
    cyclic["self"] = cyclic
    expect(getReason(cyclic)).toBe("too deep")
    let wide: unknown = 1
    for (let depth = 0; depth < 15; depth += 1) wide = Array.from({ length: 20 }, () => wide)
    expect(getReason(wide)).toBe("too large")
  })

  it.each(["__proto__", "constructor", "prototype"])("rejects the name %s at any depth", (name) => {
    const poisoned: unknown = JSON.parse(`{"${name}":{"polluted":true}}`)
    expect(getReason(poisoned)).toBe("a forbidden name")
    expect(getReason({ a: [{ b: poisoned }] })).toBe("a forbidden name")
  })

  it("rejects values other than objects, arrays, strings, numbers, booleans and null", () => {
    for (const other of [
      () => 1,
      Symbol("s"),
      1n,
      new Date(0),
      new Map(),
      new Set(),
      new Uint8Array(4),
      new Error("e"),
      /a/,
      new (class Own {
        field = 1
      })(),
      Promise.resolve(),
    ]) {
      expect(getReason(other)).toBe("not JSON")
      expect(getReason({ a: [other] })).toBe("not JSON")
    }
  })

  it("reads getters once, and contains errors of getters and proxies", () => {
    let asked = 0
    const read = cloneJson({
      get a() {
        asked += 1
        return asked
      },
    })
    expect([read, asked]).toEqual([{ _tag: "Plain", value: { a: 1 } }, 1])
    const throwing = {
      get a(): never {
        throw new Error("secret")
      },
    }
    expect(getReason(throwing)).toBe("not JSON")
    const hostile = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("secret")
        },
        has: () => {
          throw new Error("secret")
        },
      },
    )
    expect([getReason(hostile), getMessageId(hostile), decodeEnvelope(hostile)]).toEqual([
      "not JSON",
      null,
      null,
    ])
  })
})

it("returns an envelope or null for any value", () => {
  expect(decodeEnvelope({ type: "a", id: "b", payload: { c: 1 }, more: 1 })).toEqual({
    type: "a",
    id: "b",
    payload: { c: 1 },
  })
  expect([getMessageId({ id: "b" }), getMessageId({ id: 1 }), getMessageId(null), getMessageId("b")]).toEqual(
    ["b", null, null, null],
  )
  fc.assert(
    fc.property(
      fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true }),
      (value) => {
        const read = decodeEnvelope(value)
        expect(read === null || typeof read.type === "string").toBe(true)
      },
    ),
  )
})
