import { expect, it } from "vitest"
import { makeRateLimiter } from "./RateLimiter.ts"

const passed = (pace: ReturnType<typeof makeRateLimiter>, now: number, times: number) =>
  Array.from({ length: times }, () => pace.tryAcquire(now)).filter(Boolean).length

it("permits 64 messages at once, then 50 per second", () => {
  const pace = makeRateLimiter()
  expect(passed(pace, 1_000_000, 1000)).toBe(64)
  expect(passed(pace, 1_000_500, 1000)).toBe(25)
  expect(passed(pace, 1_001_500, 1000)).toBe(50)
  // Unused permits do not accumulate.
  expect(passed(pace, 9_000_000, 1000)).toBe(64)
})

it("keeps working when the clock is set back", () => {
  const pace = makeRateLimiter()
  expect(passed(pace, 1_000_000, 64)).toBe(64)
  expect(passed(pace, 0, 10)).toBe(0)
  expect(passed(pace, 1000, 100)).toBe(50)
})
