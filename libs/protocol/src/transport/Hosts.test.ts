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

describe("the state of a host", () => {
  it("blocks a host until its latest Retry-After, without blocking other hosts", () => {
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

  it("permits one probe in 5 s after five consecutive failures, and notifies listeners of the recovery", () => {
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

  it("ignores overtaken attempts", () => {
    const hosts = makeHosts()
    for (let at = 0; at < 60; at++)
      ask(hosts, "a", at)?.end({ now: at + 9_000, ok: null, outcome: "overtaken", why: "" })
    expect(hosts.view("a")).toEqual({ isOpen: false, heldUntil: 0, hedgeDelayMs: 400 })
  })
})

describe("the hedge delay", () => {
  it("starts at 400 ms, and is the p95 of successful calls from the 50th on", () => {
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

  it("exceeds zero and at least 95 % of the response times", () => {
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

describe("the attempt log", () => {
  it("keeps the latest 200 attempts and emits each to subscribers", () => {
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

  it("notifies the other listeners when one throws", () => {
    const hosts = makeHosts()
    let heard = 0
    hosts.attempts.subscribe(() => {
      throw new Error("not now")
    })
    hosts.attempts.subscribe(() => heard++)
    ask(hosts, "a", 0)?.end(ended(1, true))
    expect(heard).toBe(1)
  })

  it("records at least 0 ms when the clock is set back", () => {
    const hosts = makeHosts()
    ask(hosts, "a", 1_000)?.end(ended(0, true))
    expect(hosts.attempts.all()[0]?.ms).toBe(0)
  })
})
