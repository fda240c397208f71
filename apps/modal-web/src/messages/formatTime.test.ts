import { describe, expect, it } from "vitest"
import { formatMonthName, formatShortTime } from "./formatTime.ts"

const now = new Date(2026, 10, 21, 18, 30).getTime()

describe("formatTime", () => {
  it("returns the time of day for today and the date for other days", () => {
    expect(formatShortTime("en-GB", new Date(2026, 10, 21, 12, 4).getTime(), now)).toBe("12:04")
    expect(formatShortTime("en-GB", new Date(2026, 10, 19, 12, 4).getTime(), now)).toBe("19 Nov")
    expect(formatShortTime("de", new Date(2026, 9, 30).getTime(), now)).toMatch(/^30\. Okt/)
  })

  it("returns the month, with its year when it is not the current one", () => {
    expect(formatMonthName("en", 2026, 10, now)).toBe("November")
    expect(formatMonthName("en", 2025, 8, now)).toBe("September 2025")
    expect(formatMonthName("de", 2026, 2, now)).toBe("März")
  })
})
