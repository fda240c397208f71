import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type AbiValue, toPlainText } from "../data/AbiValue.ts"
import { parsePath, toPathKey } from "./DescriptorPath.ts"
import { resolvePath } from "./resolvePath.ts"

const number = (value: bigint): AbiValue => ({ _tag: "Integer", value })
const struct = (members: Readonly<Record<string, AbiValue>>): AbiValue => ({
  _tag: "Struct",
  members: new Map(Object.entries(members)),
})
const list = (...items: readonly AbiValue[]): AbiValue => ({ _tag: "List", items })

const root = struct({
  amount: number(7n),
  pools: list(number(1n), number(2n), number(3n)),
  parts: list(
    struct({ token: number(10n), amounts: list(number(1n), number(2n)) }),
    struct({ token: number(20n), amounts: list(number(3n)) }),
  ),
  none: list(),
  data: { _tag: "Bytes", hex: "0x0102030405" },
  until: number(0x0102_0304n),
})

const at = (text: string, along?: readonly number[]) => {
  const path = parsePath(text)
  if (path === null) return "no path"
  return resolvePath(root, path.steps, along)?.map(({ value }) => toPlainText(value)) ?? null
}

describe("resolvePath", () => {
  it.each([
    ["amount", ["7"]],
    ["#.amount", ["7"]],
    ["pools", ["1", "2", "3"]],
    ["pools.[]", ["1", "2", "3"]],
    ["pools.[-1]", ["3"]],
    ["pools[0]", ["1"]],
    ["pools.[1:]", ["2", "3"]],
    ["pools.[:-1]", ["1", "2"]],
    ["parts.[].token", ["10", "20"]],
    ["parts.[].amounts.[]", ["1", "2", "3"]],
    ["parts.[-1].amounts", ["3"]],
    ["none.[]", []],
    ["data.[0:2]", ["0x0102"]],
    ["data.[-2:]", ["0x0405"]],
    ["until.[-2:]", [String(0x0304)]],
    ["pools.[3]", null],
    ["none.[-1]", null],
    ["data.[0:6]", null],
    ["data.[2:2]", null],
    ["other", null],
    ["amount.token", null],
    ["amount.[]", null],
    ["toString", null],
    ["a b", "no path"],
    ["a..b", "no path"],
    ["[x]", "no path"],
    ["[:", "no path"],
  ])("resolves %s to %j", (path, values) => {
    expect(at(path)).toEqual(values)
  })

  it("stays in the list elements of another path", () => {
    expect(at("parts.[].token", [1])).toEqual(["20"])
    expect(at("parts.[].amounts.[]", [0, 1])).toEqual(["2"])
    expect(at("parts.[].token", [1, 0])).toEqual(["20"])
    expect(at("parts.[].token", [2])).toBeNull()
    expect(at("amount", [1])).toEqual(["7"])
  })

  it("returns an address for 20 bytes, and never throws", () => {
    const hex = `0x${"11".repeat(23)}` as const
    expect(resolvePath({ _tag: "Bytes", hex }, parsePath("[0:20]")?.steps ?? [])?.[0]?.value._tag).toBe(
      "Address",
    )
    fc.assert(fc.property(fc.string(), (text) => void at(text)))
  })

  it("returns the same key for equal paths in any notation", () => {
    const keyOf = (text: string) => toPathKey(parsePath(text) ?? { root: "$", steps: [] })
    expect(keyOf("#.pools[-1]")).toBe(keyOf("pools.[-1]"))
    expect(keyOf("@.to")).not.toBe(keyOf("to"))
  })
})
