import { mainnet, optimism } from "@wmodal/protocol/networks"
import { describe, expect, it, vi } from "vitest"
import { type Anvil, AnvilFailed } from "../evm/Anvil.ts"
import { makeRunningChains } from "../evm/RunningChains.ts"
import { decodeScenario } from "../faults/Scenario.ts"
import { makeStubAnvil } from "../testing/stubAnvil.ts"
import { makeWorld, type World, type WorldOptions } from "./World.ts"

const never = () => new Promise<void>(() => {})

const world = (over: Partial<WorldOptions> = {}) =>
  makeWorld({
    projectId: "p",
    seed: "s",
    scenario: decodeScenario({}),
    start: async () => makeStubAnvil(),
    running: makeRunningChains({ chains: 10, idle: 1000 }, never),
    wallNow: () => 5000,
    written: () => {},
    ...over,
  })

const request = { method: "GET", path: "/", query: {}, headers: {}, body: "", rpc: [] }

describe("end of a world", () => {
  it("ends a starting chain and starts no other", async () => {
    const end = vi.fn<Anvil["end"]>(async () => {})
    const starting = Promise.withResolvers<Anvil>()
    const start = vi.fn(() => starting.promise)
    const ending = world({ start })
    const asked = (await ending.chain(mainnet)).send([])
    await vi.waitFor(() => expect(start).toHaveBeenCalled())
    const ended = ending.end()
    await expect(ending.chain(optimism)).rejects.toBeInstanceOf(AnvilFailed)
    starting.resolve(makeStubAnvil({ end }))
    await expect(asked).rejects.toBeInstanceOf(AnvilFailed)
    await ended
    expect(start).toHaveBeenCalledTimes(1)
    expect(end).toHaveBeenCalledTimes(1)
    await expect(ending.chain(mainnet)).rejects.toBeInstanceOf(AnvilFailed)
    expect(await ending.chains()).toEqual([])
  })
})

describe("World", () => {
  it("derives ids and numbers from seed and name", () => {
    const ids = (over: Partial<WorldOptions>) => {
      const one = world(over)
      return [one.enter(request).id, one.enter(request).id, one.random("a").uuid(), one.random("b").uuid()]
    }
    expect(ids({})).toEqual(ids({}))
    expect(new Set([...ids({}), ...ids({ projectId: "q" }), ...ids({ seed: "t" })]).size).toBe(12)
  })

  it("keeps a separate stream per name, which continues", () => {
    const one = world()
    const first = one.random("a").uuid()
    expect(one.random("a").uuid()).not.toBe(first)
    expect(world().random("a").uuid()).toBe(first)
  })

  it("keeps its own clock, and reads the machine's with a shift", () => {
    const one = world({ scenario: { faults: [], wallShift: -2000 } })
    const begun = one.now()
    expect(new Date(begun).toISOString()).toBe("2026-01-01T00:00:00.000Z")
    one.enter(request)
    expect(one.now() - begun).toBe(1000)
    one.advance(86_400_000)
    expect(one.now() - begun).toBe(86_401_000)
    expect(one.wallNow()).toBe(3000)
    one.setWallShift(500)
    expect(one.wallNow()).toBe(5500)
  })

  it("keeps the clock fixed during a request", () => {
    const one = world()
    const first = one.enter(request)
    const came = one.now()
    const second = one.enter(request)
    expect(first.run(one.now)).toBe(came)
    expect(second.run(one.now)).toBe(came + 1000)
    one.advance(5000)
    expect(first.run(one.now)).toBe(came + 5000)
  })

  it("gives a request the same numbers regardless of concurrent requests", () => {
    const drawn = (order: readonly number[]) => {
      const one = world()
      const entered = [one.enter(request), one.enter(request)]
      const ids = order.map((n) => [n, entered[n]?.run(() => one.random("a").uuid())] as const)
      return new Map(ids)
    }
    expect(drawn([1, 0])).toEqual(drawn([0, 1]))
    expect(drawn([0]).get(0)).not.toBe(drawn([1]).get(1))
  })
})

describe("chains in the log", () => {
  const told = { faults: [], response: null }
  const chainsIn = ({ log }: Pick<World, "log">) => log().map((line) => JSON.parse(line).chains)

  it("names the request that first used or extended a chain; control calls count for the next request", () => {
    const one = world()
    one.tip("solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "s1")
    one.tip("eip155:1", "e1")
    one.enter(request).leave(told)
    one.tip("eip155:1", "e1")
    one.enter(request).leave(told)
    one.tip("eip155:1", "e2")
    one.enter(request).leave(told)
    expect(chainsIn(one)).toEqual([
      { "eip155:1": "e1", "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp": "s1" },
      {},
      { "eip155:1": "e2" },
    ])
  })

  it("stays the same in either order of completion", () => {
    const one = world()
    const [a, b] = [one.enter(request), one.enter(request)]
    b.run(() => one.tip("eip155:10", "b1"))
    b.run(() => one.tip("eip155:1", "e1"))
    b.run(() => one.tip("eip155:1", "e2"))
    b.leave(told)
    a.run(() => one.use("eip155:1"))
    a.run(() => one.tip("eip155:137", "a1"))
    a.leave(told)
    expect(chainsIn(one)).toEqual([
      { "eip155:1": "e1", "eip155:137": "a1" },
      { "eip155:1": "e2", "eip155:10": "b1" },
    ])
  })

  it("assigns later changes of a logged request to the next one", async () => {
    const one = world()
    const late = one.enter(request)
    late.leave(told)
    late.run(() => one.tip("eip155:1", "e1"))
    one.enter(request).leave(told)
    expect(chainsIn(one)).toEqual([{}, { "eip155:1": "e1" }])
  })
})

describe("log of a world", () => {
  const response = (body: string) => ({ faults: [], response: { status: 200, headers: {}, body } })

  it("keeps the order of the requests, and reports each line to its writer", () => {
    const written: string[] = []
    const one = world({ written: (line) => written.push(JSON.parse(line).path) })
    const [a, b, c] = ["/a", "/b", "/c"].map((path) => one.enter({ ...request, path }))
    c?.leave(response(""))
    b?.leave(response(""))
    expect(written).toEqual([])
    a?.leave(response(""))
    a?.leave(response("again"))
    expect(written).toEqual(["/a", "/b", "/c"])
    expect(one.log().map((line) => JSON.parse(line).response.body)).toEqual(["", "", ""])
  })

  it("waits for an unanswered request up to a limit of later ones", () => {
    const one = world()
    const late = one.enter({ ...request, path: "/late" })
    for (let n = 0; n < 999; n += 1) one.enter(request).leave(response(""))
    expect(one.log()).toEqual([])
    one.enter(request).leave(response(""))
    expect(one.log()).toHaveLength(1001)
    expect(JSON.parse(one.log()[0] ?? "")).toMatchObject({ path: "/late", response: null })
    late.leave(response("too late"))
    expect(one.log()).toHaveLength(1001)
  })

  it("truncates long bodies and distinguishes them by hash", () => {
    const logged = (body: string) => {
      const one = world()
      one.enter(request).leave(response(body))
      return String(one.log()[0])
    }
    const long = "x".repeat(1_000_000)
    expect(logged(long).length).toBeLessThan(17_000)
    expect(logged(long)).not.toBe(logged(`${long.slice(1)}y`))
  })

  it("limits its size", () => {
    const one = world()
    for (let n = 0; n < 1000; n += 1)
      one.enter({ ...request, path: `/${n}` }).leave(response("x".repeat(16_000)))
    expect(one.log().length).toBeLessThanOrEqual(250)
    expect(one.log().at(-1)).toContain('"/999"')
    const many = world()
    for (let n = 0; n < 20_001; n += 1) many.enter(request).leave(response(""))
    expect(many.log().length).toBeLessThanOrEqual(10_000)
  })
})
