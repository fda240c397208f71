import { renderToStaticMarkup } from "react-dom/server"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { makeTranslate, TranslateProvider } from "../messages/Translate.tsx"
import "../messages/walletMessages.ts"
import { Countdown, formatClockTime, getSecondsUntil } from "./Countdown.tsx"

describe("formatClockTime", () => {
  it("returns two digits of seconds in the digits of the language", () => {
    expect([222, 60, 9, 0].map((seconds) => formatClockTime("en", seconds))).toEqual([
      "3:42",
      "1:00",
      "0:09",
      "0:00",
    ])
    expect(formatClockTime("ar-EG", 222)).toBe("٣:٤٢")
  })
})

describe("getSecondsUntil", () => {
  it("counts each started second and returns 0 after the end", () => {
    expect(getSecondsUntil(10_000, 8_999)).toBe(2)
    expect(getSecondsUntil(10_000, 9_000)).toBe(1)
    expect(getSecondsUntil(10_000, 10_001)).toBe(0)
  })
})

describe("Countdown", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000_000 })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const render = (until: number) =>
    renderToStaticMarkup(
      <TranslateProvider value={makeTranslate("en", {})}>
        <Countdown until={until}>{(seconds) => ["phone.renews", seconds]}</Countdown>
      </TranslateProvider>,
    )

  it("shows the time within its sentence and hides it from screen readers", () => {
    expect(render(1_000_000 + 222_000)).toBe(
      '<span role="timer" aria-live="off">New code in <strong>3:42</strong> · waiting for your wallet</span>',
    )
  })

  it("stays at zero after the end", () => {
    expect(render(999_000)).toContain("<strong>0:00</strong>")
  })
})
