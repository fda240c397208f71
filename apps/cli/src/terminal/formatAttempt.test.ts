import { describe, expect, it } from "vitest"
import { formatAttempt } from "./formatAttempt.ts"

const attempt = { at: 1_700_000_000_000, host: "node.example:8545", method: "eth_call", ms: 12 } as const

describe("formatAttempt", () => {
  it.each([
    [{ ...attempt, outcome: "ok", why: "" }, "node.example:8545 eth_call: ok, 12 ms"],
    [
      { ...attempt, outcome: "failed", why: "HTTP status code: 503" },
      "node.example:8545 eth_call: failed (HTTP status code: 503), 12 ms",
    ],
    [{ ...attempt, outcome: "overtaken", why: "" }, "node.example:8545 eth_call: overtaken, 12 ms"],
  ] as const)("formats host, method, outcome and time of %j", (given, line) => {
    expect(formatAttempt(given)).toBe(line)
  })
})
