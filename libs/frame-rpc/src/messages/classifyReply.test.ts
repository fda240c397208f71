import { expect, it } from "vitest"
import { classifyReply } from "./classifyReply.ts"
import { createMessageId } from "./createMessageId.ts"

it.each([
  ["hash", `0x${"aF".repeat(32)}`],
  ["signature", `0x${"a".repeat(62)}`],
  ["signature", `0x${"a".repeat(63)}`],
  ["signature", `0x${"a".repeat(65)}`],
  ["signature", `0x${"aF".repeat(65)}`],
  ["object", `0x${"a".repeat(61)}`],
  ["object", "a".repeat(64)],
  ["object", `0x${"g".repeat(64)}`],
  ["object", ` 0x${"a".repeat(64)}`],
  ["object", `0x${"a".repeat(64)}\n`],
  ["object", ""],
  ["object", null],
  ["object", undefined],
  ["object", 1],
  ["object", { signature: "5x" }],
  ["object", [`0x${"a".repeat(64)}`]],
] as const)("returns %s for %j", (kind, result) => {
  expect(classifyReply(result)).toBe(kind)
})

it("creates request ids of 128 random bits", () => {
  const ids = Array.from({ length: 1000 }, createMessageId)
  expect(new Set(ids).size).toBe(1000)
  expect(ids.every((id) => /^[0-9a-f]{32}$/.test(id))).toBe(true)
})
