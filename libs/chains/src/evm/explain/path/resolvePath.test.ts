import fc from "fast-check"
import { parseAbiParameters } from "viem/utils"
import { describe, expect, it } from "vitest"
import { type AbiValue, toPlainText } from "../data/AbiValue.ts"
import { parsePath, toPathKey } from "./DescriptorPath.ts"
import { resolvePath } from "./resolvePath.ts"

const root: AbiValue = {
  param: {
    type: "tuple",
    components: parseAbiParameters(
      "uint256 amount, uint256[] pools, (uint256 token, uint256[] amounts)[] parts, uint256[] none, bytes data, uint32 until",
    ),
  },
  value: [
    7n,
    [1n, 2n, 3n],
    [
      { token: 10n, amounts: [1n, 2n] },
      { token: 20n, amounts: [3n] },
    ],
    [],
    "0x0102030405",
    0x0102_0304,
  ],
}

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
    const bytes = { param: { type: "bytes" }, value: `0x${"11".repeat(23)}` }
    const [match] = resolvePath(bytes, parsePath("[0:20]")?.steps ?? []) ?? []
    expect(match?.value.param.type).toBe("address")
    fc.assert(fc.property(fc.string(), (text) => void at(text)))
  })

  it("returns the same key for equal paths in any notation", () => {
    const keyOf = (text: string) => toPathKey(parsePath(text) ?? { root: "$", steps: [] })
    expect(keyOf("#.pools[-1]")).toBe(keyOf("pools.[-1]"))
    expect(keyOf("@.to")).not.toBe(keyOf("to"))
  })
})
