import { describe, expect, it } from "vitest"
import { makeToMonth } from "./calendar.ts"

const at = (iso: string) => Date.parse(iso)

describe("month of a time", () => {
  it.each([
    // 14 hours ahead of UTC, and 11 behind.
    ["Pacific/Kiritimati", "2026-01-31T09:59:59.999Z", 2026, 0],
    ["Pacific/Kiritimati", "2026-01-31T10:00:00.000Z", 2026, 1],
    ["Pacific/Kiritimati", "2025-12-31T10:00:00.000Z", 2026, 0],
    ["Pacific/Pago_Pago", "2026-01-01T10:59:59.999Z", 2025, 11],
    ["Pacific/Pago_Pago", "2026-01-01T11:00:00.000Z", 2026, 0],
    ["UTC", "2026-02-28T23:59:59.999Z", 2026, 1],
    ["UTC", "2026-03-01T00:00:00.000Z", 2026, 2],
    // Half an hour's offset.
    ["Asia/Kolkata", "2026-06-30T18:29:59.999Z", 2026, 5],
    ["Asia/Kolkata", "2026-06-30T18:30:00.000Z", 2026, 6],
    // An hour later in summer: clocks go back at the end of October, and forward at the end of March.
    ["Europe/Berlin", "2026-10-31T22:59:59.999Z", 2026, 9],
    ["Europe/Berlin", "2026-10-31T23:00:00.000Z", 2026, 10],
    ["Europe/Berlin", "2026-03-31T21:59:59.999Z", 2026, 2],
    ["Europe/Berlin", "2026-03-31T22:00:00.000Z", 2026, 3],
    ["Europe/Berlin", "2026-09-30T21:59:59.999Z", 2026, 8],
    ["Europe/Berlin", "2026-09-30T22:00:00.000Z", 2026, 9],
  ])("takes %s at %s and returns %i, %i", (zone, iso, year, month) => {
    expect(makeToMonth(zone)(at(iso))).toEqual({ year, month })
  })

  it("uses the user's time zone by default", () => {
    const own = new Date(2026, 6, 1, 0, 0, 0)
    expect(makeToMonth()(own.getTime())).toEqual({ year: 2026, month: 6 })
    expect(makeToMonth()(own.getTime() - 1)).toEqual({ year: 2026, month: 5 })
  })

  it("returns a month for every valid date", () => {
    expect(makeToMonth("UTC")(0)).toEqual({ year: 1970, month: 0 })
    expect(makeToMonth("UTC")(8.64e15)).toMatchObject({ month: 8 })
  })
})
