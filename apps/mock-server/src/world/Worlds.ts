import { AnvilFailed } from "../evm/Anvil.ts"
import type { RunningChains } from "../evm/RunningChains.ts"
import type { StartChain } from "../evm/startChain.ts"
import type { Scenario } from "../faults/Scenario.ts"
import { RequestError } from "../http/RequestError.ts"
import { makeWorld, type World } from "./World.ts"

/** Limit of a project id, in characters; those of the wire have 32. */
const maxProjectIdLength = 200
/** Above the daily use of a server: beyond it the least recently used world is removed, with its chains. */
const maxWorlds = 1000
/** Worlds that one web page of another host may create, and all such pages together. */
const maxWorldsPerPage = 20
const maxWorldsOfPages = 60

/** All worlds. Any non-empty project id names one. */
export interface Worlds {
  /**
   * Returns the world, created on first use.
   * @param page the web page of another host that sends the request (`getForeignPage`), else `null`. Any page that a
   * user visits can send requests to this machine, so such pages may create few worlds.
   * @throws Failed for a project id of more than 200 characters, and for a page beyond its quota.
   */
  readonly open: (projectId: string, page: string | null) => World
  readonly find: (projectId: string) => World | undefined
  /** Returns the worlds, least recently used first. */
  readonly entries: () => readonly World[]
  /** Ends the world's chains and forgets it. @returns whether there was one. */
  readonly remove: (projectId: string) => Promise<boolean>
  /** Ends all worlds permanently: no chain can start afterwards. */
  readonly end: () => Promise<void>
}

export interface WorldsOptions {
  readonly seed: string
  readonly scenario: Scenario
  readonly start: StartChain
  readonly running: RunningChains
  /** Returns UTC milliseconds by this machine's clock. */
  readonly wallNow: () => number
  /** Receives each line of each world's log. */
  readonly written: (projectId: string, line: string) => void
}

export const makeWorlds = ({ seed, scenario, start, running, wallNow, written }: WorldsOptions): Worlds => {
  const worlds = new Map<string, World>()
  /** The foreign page that created a world, by project id. */
  const creators = new Map<string, string>()
  let ended = false
  const startWhileOpen: StartChain = async (network, saved, traits) => {
    if (ended) throw new AnvilFailed({ detail: "the server has been closed" })
    return start(network, saved, traits)
  }
  const scenarios = new Map(Object.entries(scenario.worlds))
  const make = (projectId: string) =>
    makeWorld({
      projectId,
      seed,
      scenario: scenarios.get(projectId) ?? scenario,
      start: startWhileOpen,
      running,
      wallNow,
      written: (line) => written(projectId, line),
    })
  const remove = async (projectId: string) => {
    const world = worlds.get(projectId)
    worlds.delete(projectId)
    creators.delete(projectId)
    await world?.end()
    return world !== undefined
  }
  const checkQuota = (page: string) => {
    const pages = [...creators.values()]
    const own = pages.filter((creator) => creator === page).length
    if (own < maxWorldsPerPage && pages.length < maxWorldsOfPages) return
    throw new RequestError({
      status: 429,
      field: "projectId",
      description: `${page} has created ${own} worlds of ${maxWorldsPerPage}, all pages of other hosts ${pages.length} of ${maxWorldsOfPages}. Create further worlds from this machine: GET /control/worlds/<projectId>/clock`,
    })
  }
  return {
    open: (projectId, page) => {
      if (projectId.length > maxProjectIdLength)
        throw new RequestError({ status: 400, field: "projectId", description: "Invalid project ID" })
      if (page !== null && !worlds.has(projectId)) {
        checkQuota(page)
        creators.set(projectId, page)
      }
      const world = worlds.get(projectId) ?? make(projectId)
      worlds.delete(projectId)
      worlds.set(projectId, world)
      const [oldest] = worlds.keys()
      if (worlds.size > maxWorlds && oldest !== undefined) void remove(oldest)
      return world
    },
    find: (projectId) => worlds.get(projectId),
    entries: () => [...worlds.values()],
    remove,
    end: async () => {
      ended = true
      await Promise.all([...worlds.keys()].map(remove))
    },
  }
}
