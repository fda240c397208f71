import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { mostCharacters, mostDepth, readPlain } from "./plain.ts"
import { idIn, readEnvelope } from "./readEnvelope.ts"

const nested = (depth: number) => {
  let value: unknown = 1
  for (let at = 0; at < depth; at += 1) value = at % 2 === 0 ? [value] : { a: value }
  return value
}
const valueIn = (read: ReturnType<typeof readPlain>) => (read._tag === "Plain" ? read.value : undefined)
const whatIs = (value: unknown) => {
  const read = readPlain(value)
  return read._tag === "NotPlain" ? read.what : null
}

describe("plain JSON", () => {
  it("is copied whole, and shares nothing", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        fc.pre(!/"(__proto__|constructor|prototype)":/.test(JSON.stringify(value)))
        const read = readPlain(value)
        expect(read).toEqual({ _tag: "Plain", value })
        expect(typeof value === "object" && value !== null && Object.is(valueIn(read), value)).toBe(false)
      }),
    )
    expect(readPlain({ a: undefined, b: Number.NaN })).toEqual({
      _tag: "Plain",
      value: { a: undefined, b: Number.NaN },
    })
    expect(readPlain(Object.assign(Object.create(null), { a: 1 }))).toEqual({
      _tag: "Plain",
      value: { a: 1 },
    })
  })

  it("is 16 deep at most", () => {
    expect(whatIs(nested(mostDepth))).toBeNull()
    expect(whatIs(nested(mostDepth + 1))).toBe("too deep")
    expect(whatIs(nested(100_000))).toBe("too deep")
  })

  it("has 256 ki characters at most, wherever they are", () => {
    expect(whatIs("x".repeat(mostCharacters - 1))).toBeNull()
    for (const large of [
      "x".repeat(mostCharacters),
      Array.from({ length: 300_000 }, () => 0),
      { ["x".repeat(mostCharacters)]: 1 },
      Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`n${at}`, 1])),
      ["x".repeat(mostCharacters / 2), "x".repeat(mostCharacters / 2)],
    ]) {
      expect(whatIs(large)).toBe("too large")
    }
  })

  it("is soon told from what is long but empty, cyclic, or shares its parts", () => {
    const sparse: unknown[] = []
    sparse.length = 2 ** 32 - 1
    expect(whatIs(sparse)).toBe("too large")
    const cyclic: Record<string, unknown> = {}
    cyclic["self"] = cyclic
    expect(whatIs(cyclic)).toBe("too deep")
    let wide: unknown = 1
    for (let depth = 0; depth < 15; depth += 1) wide = Array.from({ length: 20 }, () => wide)
    expect(whatIs(wide)).toBe("too large")
  })

  it.each(["__proto__", "constructor", "prototype"])("has nothing named %s, at any depth", (name) => {
    const poisoned: unknown = JSON.parse(`{"${name}":{"polluted":true}}`)
    expect(whatIs(poisoned)).toBe("a name that is refused")
    expect(whatIs({ a: [{ b: poisoned }] })).toBe("a name that is refused")
  })

  it("is nothing but objects, arrays, texts, numbers, yes, no and null", () => {
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
      expect(whatIs(other)).toBe("not JSON")
      expect(whatIs({ a: [other] })).toBe("not JSON")
    }
  })

  it("is read once: what a getter or a proxy says later is not asked", () => {
    let asked = 0
    const read = readPlain({
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
    expect(whatIs(throwing)).toBe("not JSON")
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
    expect([whatIs(hostile), idIn(hostile), readEnvelope(hostile)]).toEqual(["not JSON", null, null])
  })
})

it("an envelope is read from anything, or not", () => {
  expect(readEnvelope({ type: "a", id: "b", payload: { c: 1 }, more: 1 })).toEqual({
    type: "a",
    id: "b",
    payload: { c: 1 },
  })
  expect([idIn({ id: "b" }), idIn({ id: 1 }), idIn(null), idIn("b")]).toEqual(["b", null, null, null])
  fc.assert(
    fc.property(
      fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true }),
      (value) => {
        const read = readEnvelope(value)
        expect(read === null || typeof read.type === "string").toBe(true)
      },
    ),
  )
})
