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

describe("a world that is ended", () => {
  it("ends the chain that was still starting, and starts no other", async () => {
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

describe("a world", () => {
  it("gives the same ids and numbers for the same seed and name, and others otherwise", () => {
    const ids = (over: Partial<WorldOptions>) => {
      const one = world(over)
      return [one.enter(request).id, one.enter(request).id, one.random("a").uuid(), one.random("b").uuid()]
    }
    expect(ids({})).toEqual(ids({}))
    expect(new Set([...ids({}), ...ids({ projectId: "q" }), ...ids({ seed: "t" })]).size).toBe(12)
  })

  it("has a stream for each name, which goes on where it stopped", () => {
    const one = world()
    const first = one.random("a").uuid()
    expect(one.random("a").uuid()).not.toBe(first)
    expect(world().random("a").uuid()).toBe(first)
  })

  it("has a clock of its own, and sees the machine's through a shift", () => {
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

  it("stands still for a request that is being answered", () => {
    const one = world()
    const first = one.enter(request)
    const came = one.now()
    const second = one.enter(request)
    expect(first.run(one.now)).toBe(came)
    expect(second.run(one.now)).toBe(came + 1000)
    one.advance(5000)
    expect(first.run(one.now)).toBe(came + 5000)
  })

  it("gives a request the same numbers whatever else is under way", () => {
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

describe("what the log tells of chains", () => {
  const told = { faults: [], response: null }
  const chainsIn = ({ log }: Pick<World, "log">) => log().map((line) => JSON.parse(line).chains)

  it("is who used them first, and who gave them a new block; between requests, the one that came next", () => {
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

  it("is the same whichever of two requests is done first", () => {
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

  it("is with the next request what one does that the log has done with", async () => {
    const one = world()
    const late = one.enter(request)
    late.leave(told)
    late.run(() => one.tip("eip155:1", "e1"))
    one.enter(request).leave(told)
    expect(chainsIn(one)).toEqual([{}, { "eip155:1": "e1" }])
  })
})

describe("the log of a world", () => {
  const response = (body: string) => ({ faults: [], response: { status: 200, headers: {}, body } })

  it("is in the order in which requests came, and is told to who writes it", () => {
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

  it("waits for who is not answered, but not for ever", () => {
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

  it("cuts what is too long, and can still tell two such apart", () => {
    const logged = (body: string) => {
      const one = world()
      one.enter(request).leave(response(body))
      return String(one.log()[0])
    }
    const long = "x".repeat(1_000_000)
    expect(logged(long).length).toBeLessThan(17_000)
    expect(logged(long)).not.toBe(logged(`${long.slice(1)}y`))
  })

  it("does not grow without end", () => {
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
