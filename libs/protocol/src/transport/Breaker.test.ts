import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { acquirePermit, type Breaker, closedBreaker, type Permit, recordOutcome } from "./Breaker.ts"

/** A host with its breaker and its own clock, in ms. */
const makeHost = () => {
  let breaker: Breaker = closedBreaker
  let now = 0
  const ask = () => {
    const asked = acquirePermit(breaker, now)
    breaker = asked.breaker
    return asked.permit
  }
  const settle = (permit: Permit | null, ok: boolean) => {
    if (permit !== null) breaker = recordOutcome(breaker, { permit, ok, now })
  }
  return {
    ask,
    settle,
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    /** Returns the permissions of calls with these outcomes. */
    call: (...outcomes: readonly boolean[]) =>
      outcomes.map((ok) => {
        const permit = ask()
        settle(permit, ok)
        return permit !== null
      }),
    state: () => breaker._tag,
  }
}

const times = (count: number, ok: boolean) => Array.from({ length: count }, () => ok)

describe("opening the breaker", () => {
  it("opens after five consecutive failures", () => {
    const host = makeHost()
    host.call(...times(4, false))
    expect(host.state()).toBe("Closed")
    host.call(true, ...times(4, false))
    expect(host.state()).toBe("Closed")
    expect(host.call(false, true)).toEqual([true, false])
    expect(host.state()).toBe("Open")
  })

  it("opens when half of the last twenty calls failed", () => {
    const host = makeHost()
    host.call(...Array.from({ length: 18 }, (_, at) => at % 2 === 0), true)
    expect(host.state()).toBe("Closed")
    host.call(false)
    expect(host.state()).toBe("Open")
  })

  it("ignores calls older than the last twenty", () => {
    const host = makeHost()
    host.call(...Array.from({ length: 18 }, (_, at) => at % 2 === 0), ...times(20, true), ...times(4, false))
    expect(host.state()).toBe("Closed")
  })

  it("opens exactly when the rule requires it", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 60 }), (outcomes) => {
        const host = makeHost()
        const seen: boolean[] = []
        for (const ok of outcomes) {
          host.call(ok)
          seen.push(ok)
          const row = seen.slice(-5)
          const half = seen.slice(-20).filter((good) => !good).length >= 10
          const expected = half || (row.length === 5 && row.every((good) => !good)) ? "Open" : "Closed"
          expect(host.state()).toBe(expected)
          if (expected === "Open") break
        }
      }),
    )
  })
})

describe("an open breaker", () => {
  const opened = () => {
    const host = makeHost()
    host.call(...times(5, false))
    return host
  }

  it("permits one probe after 5 s, doubling to 60 s", () => {
    const host = opened()
    const waits = [5_000, 10_000, 20_000, 40_000, 60_000, 60_000].map((wait) => {
      host.pass(wait - 1)
      const early = host.call(false)
      host.pass(1)
      const permit = host.ask()
      const second = host.ask()
      host.settle(permit, false)
      return [early, permit !== null, second]
    })
    expect(waits).toEqual(Array.from({ length: 6 }, () => [[false], true, null]))
  })

  it("closes after a successful probe, and resets the failures", () => {
    const host = opened()
    host.pass(5_000)
    expect(host.call(true)).toEqual([true])
    expect(host.state()).toBe("Closed")
    host.call(...times(4, false))
    expect(host.state()).toBe("Closed")
    host.call(false)
    host.pass(4_999)
    expect(host.call(true)).toEqual([false])
    host.pass(1)
    expect(host.call(true)).toEqual([true])
  })

  it("ignores calls that were sent before it opened", () => {
    const host = makeHost()
    const slow = host.ask()
    const other = host.ask()
    host.call(...times(5, false))
    host.settle(slow, true)
    expect(host.state()).toBe("Open")
    host.pass(5_000)
    const probe = host.ask()
    host.settle(other, true)
    expect(host.state()).toBe("Open")
    host.settle(probe, true)
    expect(host.state()).toBe("Closed")
    host.settle(slow, false)
    expect(host.call(...times(4, false), true)).toEqual(times(5, true))
  })

  it("expires a probe without an outcome after the timeout of one attempt", () => {
    const host = opened()
    host.pass(5_000)
    const lost = host.ask()
    host.pass(9_999)
    expect(host.ask()).toBeNull()
    host.pass(1)
    const next = host.ask()
    expect(next).not.toBeNull()
    host.settle(lost, true)
    expect(host.state()).toBe("Open")
    host.settle(next, true)
    expect(host.state()).toBe("Closed")
  })
})

/** An event of one host: a call is sent, the oldest one ends, or time passes. */
const event = fc.oneof(
  { weight: 4, arbitrary: fc.constant("ask" as const) },
  { weight: 4, arbitrary: fc.boolean() },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 70_000 }) },
)

it("permits at most one probe in 5 s, and always permits one 60 s after the last call", () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 200 }), (events) => {
      const host = makeHost()
      const pending: Permit[] = []
      const gaps: number[] = []
      let since = Number.POSITIVE_INFINITY
      for (const happened of events) {
        if (typeof happened === "number") {
          host.pass(happened)
          since += happened
        } else if (typeof happened === "boolean") {
          host.settle(pending.shift() ?? null, happened)
        } else {
          const wasOpen = host.state() === "Open"
          const permit = host.ask()
          if (permit !== null) {
            pending.push(permit)
            if (wasOpen) gaps.push(since)
            since = wasOpen ? 0 : since
          }
        }
      }
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(5_000)
      host.pass(60_000)
      expect(host.ask()).not.toBeNull()
    }),
  )
})
