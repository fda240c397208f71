import { describe, expect, it } from "vitest"
import { formatMonthName, formatShortTime } from "./formatTime.ts"

const now = new Date(2026, 10, 21, 18, 30).getTime()

describe("times in a language", () => {
  it("says the time of day today, else the day", () => {
    expect(formatShortTime("en-GB", new Date(2026, 10, 21, 12, 4).getTime(), now)).toBe("12:04")
    expect(formatShortTime("en-GB", new Date(2026, 10, 19, 12, 4).getTime(), now)).toBe("19 Nov")
    expect(formatShortTime("de", new Date(2026, 9, 30).getTime(), now)).toMatch(/^30\. Okt/)
  })

  it("names a month, and its year where that is another one", () => {
    expect(formatMonthName("en", 2026, 10, now)).toBe("November")
    expect(formatMonthName("en", 2025, 8, now)).toBe("September 2025")
    expect(formatMonthName("de", 2026, 2, now)).toBe("März")
  })
})
