import { mainnet, optimism } from "@wmodal/protocol/networks"
import { describe, expect, it, vi } from "vitest"
import { type Anvil, AnvilFailed } from "../evm/Anvil.ts"
import { decodeScenario } from "../faults/Scenario.ts"
import { makeWorld } from "./World.ts"

describe("a world that is ended", () => {
  it("ends the chain that was still starting, and starts no other", async () => {
    const end = vi.fn<Anvil["end"]>(async () => {})
    const starting = Promise.withResolvers<Anvil>()
    const start = vi.fn(() => starting.promise)
    const world = makeWorld({
      projectId: "p",
      seed: "s",
      scenario: decodeScenario({}),
      start,
      wallNow: () => 0,
      written: () => {},
    })
    const asked = world.chain(mainnet)
    const ended = world.end()
    await expect(world.chain(optimism)).rejects.toBeInstanceOf(AnvilFailed)
    starting.resolve({ pid: 1, url: "", send: async () => null, end })
    await asked
    await ended
    expect(start).toHaveBeenCalledTimes(1)
    expect(end).toHaveBeenCalledTimes(1)
    await expect(world.chain(mainnet)).rejects.toBeInstanceOf(AnvilFailed)
    expect(await world.chains()).toEqual([])
  })
})
