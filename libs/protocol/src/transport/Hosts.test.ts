import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { maxAttemptRecords } from "./AttemptRecord.ts"
import { type AttemptOutcome, getHedgeDelayMs, makeHosts } from "./Hosts.ts"

const ask = (hosts: ReturnType<typeof makeHosts>, host: string, at: number) =>
  hosts.begin({ host, method: "eth_call", at })
const ended = (now: number, ok: AttemptOutcome["ok"], retryAt?: number): AttemptOutcome => ({
  now,
  ok,
  outcome: ok ? "ok" : "failed",
  why: "",
  retryAt,
})

describe("a host", () => {
  it("is left alone until the latest time that it named, and no other host with it", () => {
    const hosts = makeHosts()
    const first = ask(hosts, "a", 0)
    const second = ask(hosts, "a", 0)
    first?.end(ended(10, false, 9_000))
    second?.end(ended(20, true, 4_000))
    expect(hosts.view("a")).toMatchObject({ isOpen: false, heldUntil: 9_000 })
    expect(ask(hosts, "a", 8_999)).toBeNull()
    expect(ask(hosts, "b", 8_999)).not.toBeNull()
    expect(ask(hosts, "a", 9_000)).not.toBeNull()
  })

  it("is asked once in 5 s when it failed five times in a row, and all who wait hear of its recovery", () => {
    const hosts = makeHosts()
    let changes = 0
    const off = hosts.onChange(() => changes++)
    for (let at = 0; at < 5; at++) ask(hosts, "a", at)?.end(ended(at, false))
    expect(changes).toBe(1)
    expect(hosts.view("a")).toMatchObject({ isOpen: true, heldUntil: 5_004 })
    const probe = ask(hosts, "a", 5_004)
    expect(ask(hosts, "a", 5_004)).toBeNull()
    probe?.end(ended(5_100, true))
    expect(changes).toBe(2)
    expect(hosts.view("a").isOpen).toBe(false)
    off()
    for (let at = 0; at < 5; at++) ask(hosts, "a", at)?.end(ended(at, false))
    expect(changes).toBe(2)
  })

  it("is not judged by what nobody waited for", () => {
    const hosts = makeHosts()
    for (let at = 0; at < 60; at++)
      ask(hosts, "a", at)?.end({ now: at + 9_000, ok: null, outcome: "overtaken", why: "" })
    expect(hosts.view("a")).toEqual({ isOpen: false, heldUntil: 0, hedgeDelayMs: 400 })
  })
})

describe("an attempt is late", () => {
  it("after 400 ms until there are 50, then after their p95, failures left out", () => {
    const hosts = makeHosts()
    const call = (ms: number, ok = true) => ask(hosts, "a", 0)?.end(ended(ms, ok))
    for (let ms = 1; ms < 50; ms++) call(ms)
    call(3, false)
    expect(hosts.view("a").hedgeDelayMs).toBe(400)
    call(50)
    expect(hosts.view("a").hedgeDelayMs).toBe(49)
    for (let count = 0; count < 50; count++) call(7)
    expect(hosts.view("a").hedgeDelayMs).toBe(8)
    expect(hosts.view("b").hedgeDelayMs).toBe(400)
  })

  it("never at once, and later than 19 of 20", () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 10_000 }), { minLength: 50, maxLength: 50 }), (times) => {
        const late = getHedgeDelayMs(times)
        expect(late).toBeGreaterThan(0)
        expect(times.filter((time) => time >= late).length).toBeLessThanOrEqual(2)
        expect(times.filter((time) => time + 1 >= late).length).toBeGreaterThan(2)
      }),
    )
  })
})

describe("what was asked", () => {
  it("is kept, the latest 200 of it, and told to those who listen", () => {
    const hosts = makeHosts()
    const heard: unknown[] = []
    const off = hosts.attempts.subscribe((attempt) => heard.push(attempt))
    hosts
      .begin({ host: "a.test:8545", method: "eth_call", at: 5 })
      ?.end({ now: 12, ok: true, outcome: "failed", why: "error 3" })
    off()
    const attempt = {
      at: 5,
      host: "a.test:8545",
      method: "eth_call",
      ms: 7,
      outcome: "failed",
      why: "error 3",
    }
    expect(heard).toEqual([attempt])
    expect(hosts.attempts.all()).toEqual([attempt])
    for (let at = 0; at < maxAttemptRecords; at++) ask(hosts, "a", at)?.end(ended(at, true))
    expect(heard).toEqual([attempt])
    expect(hosts.attempts.all()).toHaveLength(maxAttemptRecords)
    expect(hosts.attempts.all()).not.toContainEqual(attempt)
    expect(hosts.attempts.all().at(-1)).toMatchObject({ at: maxAttemptRecords - 1 })
  })

  it("is told to the others where one of those who listen throws", () => {
    const hosts = makeHosts()
    let heard = 0
    hosts.attempts.subscribe(() => {
      throw new Error("not now")
    })
    hosts.attempts.subscribe(() => heard++)
    ask(hosts, "a", 0)?.end(ended(1, true))
    expect(heard).toBe(1)
  })

  it("took no less than nothing, where the clock was set back", () => {
    const hosts = makeHosts()
    ask(hosts, "a", 1_000)?.end(ended(0, true))
    expect(hosts.attempts.all()[0]?.ms).toBe(0)
  })
})
