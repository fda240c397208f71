import { describe, expect, it } from "vitest"
import { readGiven, takeOne } from "./givenMembers.ts"

describe("readGiven", () => {
  it.each([
    ["no member", {}],
    ["null", { tip: null }],
    ["an empty text", { tip: "" }],
    ["what is nothing in its chain", { tip: "0x" }],
  ])("reads nothing from %s", (_, request) => {
    expect(readGiven(request, "tip", (value) => value === "0x")).toBe(undefined)
  })

  it.each([0, false, {}, "0x", []])("reads %j, which says something", (tip) => {
    expect(readGiven({ tip }, "tip")).toBe(tip)
  })

  it("reads nothing from what throws", () => {
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    expect(readGiven(proxy, "tip")).toBe(undefined)
  })
})

describe("takeOne", () => {
  const toNumber = (value: string, name: string) => {
    if (value === "") throw new Error(`${name} is empty`)
    return Number(value)
  }

  it("returns the first member that is given, as it was given", () => {
    expect(
      takeOne(
        [
          ["gas", undefined],
          ["gasLimit", "0x10"],
        ],
        toNumber,
      ),
    ).toBe("0x10")
    expect(
      takeOne(
        [
          ["gas", "16"],
          ["gasLimit", "0x10"],
        ],
        toNumber,
      ),
    ).toBe("16")
    expect(takeOne<string>([["gas", undefined]])).toBe(undefined)
  })

  it("names the two members that contradict each other", () => {
    const members = [
      ["recipient", "a"],
      ["recipientAddress", undefined],
      ["recipients", "b"],
    ] as const
    expect(() => takeOne(members)).toThrow("recipient and recipients differ.")
  })

  it("reads also the only member, which may be malformed", () => {
    expect(() =>
      takeOne(
        [
          ["gas", undefined],
          ["gasLimit", ""],
        ],
        toNumber,
      ),
    ).toThrow("gasLimit is empty")
  })
})
