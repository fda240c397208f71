import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { decodeNativeMovements, decodeTokenMovements, type Trace } from "./movements.ts"

const [a, b, c, token] = [
  `0x${"a".repeat(40)}`,
  `0x${"b".repeat(40)}`,
  `0x${"c".repeat(40)}`,
  `0x${"d".repeat(40)}`,
] as const
const topic = (address: string) => `0x${address.slice(2).padStart(64, "0")}`
const word = (value: bigint) => `0x${value.toString(16).padStart(64, "0")}`
const transferred = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"

describe("decodeTokenMovements", () => {
  const moved = (topics: readonly string[], data: string) =>
    decodeTokenMovements([{ address: token, topics: [...topics], data }])

  it("returns ERC-20 amounts and ERC-721 tokens", () => {
    expect(moved([transferred, topic(a), topic(b)], word(5n))).toEqual([
      { from: a, to: b, moved: { _tag: "Fungible", token, amount: 5n } },
    ])
    expect(moved([transferred, topic(a), topic(b), word(7n)], "0x")).toEqual([
      { from: a, to: b, moved: { _tag: "Collectible", token, tokenId: 7n } },
    ])
  })

  it("ignores look-alike and empty logs", () => {
    expect(moved([transferred, topic(a), topic(b)], word(0n))).toEqual([])
    expect(moved([transferred, topic(a)], word(5n))).toEqual([])
    expect(moved([transferred], `${word(1n)}${word(2n).slice(2)}`)).toEqual([])
    expect(moved([transferred, topic(a), topic(b)], `${word(5n)}00`)).toEqual([])
    expect(moved([], word(5n))).toEqual([])
  })

  it("accepts any logs of a contract", () => {
    const hex = fc
      .uint8Array({ minLength: 32, maxLength: 32 })
      .map((bytes) => `0x${Buffer.from(bytes).toString("hex")}`)
    const log = fc.record({
      address: fc.constant(token),
      topics: fc.array(fc.oneof(fc.constant(transferred), hex), { maxLength: 4 }),
      data: fc.oneof(
        fc.constant("0x"),
        hex,
        fc.tuple(hex, hex).map(([one, two]) => one + two.slice(2)),
      ),
    })
    fc.assert(
      fc.property(fc.array(log), (logs) => {
        for (const { from, to } of decodeTokenMovements(logs)) {
          expect(from).toMatch(/^0x[0-9a-f]{40}$/)
          expect(to).toMatch(/^0x[0-9a-f]{40}$/)
        }
      }),
    )
  })
})

describe("decodeNativeMovements", () => {
  const call = (
    traceAddress: readonly number[],
    from: string,
    to: string,
    more: Partial<Trace["action"]> = {},
  ): Trace => ({
    type: "call",
    traceAddress: [...traceAddress],
    action: { from, to, callType: "call", value: "0x5", ...more },
  })

  it("returns payments by contracts", () => {
    expect(decodeNativeMovements([call([], a, b), call([0], b, c, { value: "0x3" })])).toEqual([
      { from: a, to: b, moved: { _tag: "Native", amount: 5n } },
      { from: b, to: c, moved: { _tag: "Native", amount: 3n } },
    ])
  })

  it("returns the value of a created contract", () => {
    const create: Trace = {
      type: "create",
      traceAddress: [],
      action: { from: a, value: "0x1" },
      result: { address: b },
    }
    expect(decodeNativeMovements([create])).toEqual([
      { from: a, to: b, moved: { _tag: "Native", amount: 1n } },
    ])
  })

  it("ignores delegate calls and reverted calls with their children", () => {
    expect(
      decodeNativeMovements([call([], a, b, { callType: "delegatecall" }), call([], a, b, { value: "0x0" })]),
    ).toEqual([])
    const undone = { ...call([1], b, c), error: "Reverted" }
    expect(
      decodeNativeMovements([call([], a, b), call([0], b, c), undone, call([1, 0], c, a), call([2], b, a)]),
    ).toEqual([
      { from: a, to: b, moved: { _tag: "Native", amount: 5n } },
      { from: b, to: c, moved: { _tag: "Native", amount: 5n } },
      { from: b, to: a, moved: { _tag: "Native", amount: 5n } },
    ])
  })
})
