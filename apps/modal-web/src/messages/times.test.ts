import { describe, expect, it } from "vitest"
import { monthName, shortTime } from "./times.ts"

const now = new Date(2026, 10, 21, 18, 30).getTime()

describe("times in a language", () => {
  it("says the time of day today, else the day", () => {
    expect(shortTime("en-GB", new Date(2026, 10, 21, 12, 4).getTime(), now)).toBe("12:04")
    expect(shortTime("en-GB", new Date(2026, 10, 19, 12, 4).getTime(), now)).toBe("19 Nov")
    expect(shortTime("de", new Date(2026, 9, 30).getTime(), now)).toMatch(/^30\. Okt/)
  })

  it("names a month, and its year where that is another one", () => {
    expect(monthName("en", 2026, 10, now)).toBe("November")
    expect(monthName("en", 2025, 8, now)).toBe("September 2025")
    expect(monthName("de", 2026, 2, now)).toBe("März")
  })
})
