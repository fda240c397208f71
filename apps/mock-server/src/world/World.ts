import { createHash } from "node:crypto"
import type { CaipNetworkId, Network } from "@wmodal/protocol"
import { type Anvil, AnvilFailed } from "../evm/Anvil.ts"
import { genesisTimestamp } from "../evm/genesis.ts"
import type { StartChain } from "../evm/startChain.ts"
import type { FaultRule } from "../faults/Fault.ts"
import { type FaultPlan, makeFaultPlan } from "../faults/FaultPlan.ts"
import type { WorldScenario } from "../faults/Scenario.ts"
import type { LoggedRequest } from "./LogEntry.ts"
import { makeRandomStream, type RandomStream } from "./RandomStream.ts"
import { makeWorldLog, type Outcome, type WorldLog } from "./WorldLog.ts"

/** What one project id sees: its own chains and clock, what happens to its calls, and the log of what it asked. */
export interface World {
  readonly projectId: string
  /** UTC milliseconds by the world's own clock, which starts at the genesis of its chains and moves by what happens in it. */
  readonly now: () => number
  /** Moves the world's own clock on. */
  readonly advance: (milliseconds: number) => void
  /**
   * UTC milliseconds by this machine's clock, by which is checked what a real client dates (a JWT, a name message).
   * A scenario may shift it. It must not show in an answer: that would differ from run to run.
   */
  readonly wallNow: () => number
  /** Milliseconds that `wallNow` is ahead of the machine's clock. */
  readonly wallShift: () => number
  readonly shiftWall: (milliseconds: number) => void
  /** The stream of that name: each caller with the same name goes on where the last one stopped. */
  readonly random: (name: string) => RandomStream
  /** A chain of the world has a new newest block (or slot), or has been used for the first time: the log tells of it. */
  readonly tip: (chainId: CaipNetworkId, hash: string) => void
  readonly faults: () => FaultPlan
  /** Begins a new plan: nothing has been counted yet. */
  readonly setFaults: (rules: readonly FaultRule[]) => void
  /** Opens the request's entry in the log. */
  readonly enter: (request: LoggedRequest) => Entered
  /** How many requests have come. */
  readonly requests: () => number
  readonly log: WorldLog["lines"]
  /**
   * The running chain of a network, started by the first who asks.
   * @throws AnvilNotFound, AnvilFailed; the next who asks tries again.
   */
  readonly chain: (network: Network) => Promise<Anvil>
  /** The chains that run, in the order in which they were first asked for. */
  readonly chains: () => Promise<readonly RunningChain[]>
  /** Ends the chains, for good: whoever still asks for one gets `AnvilFailed`. */
  readonly end: () => Promise<void>
}

/** A request that the world is answering. */
export interface Entered {
  /** The response's `x-request-id`: the same in every run for the same requests in the same order. */
  readonly id: string
  /** Writes the entry down. Only the first call counts. */
  readonly leave: (outcome: Omit<Outcome, "chains">) => void
}

interface RunningChain {
  readonly chainId: CaipNetworkId
  readonly pid: number
}

export interface WorldOptions {
  readonly projectId: string
  /** Of the server: the world's own is made from it and the project id. */
  readonly seed: string
  readonly scenario: WorldScenario
  readonly start: StartChain
  /** The machine's clock. */
  readonly wallNow: () => number
  /** Is told each line of the log. */
  readonly written: (line: string) => void
}

export const makeWorld = ({ projectId, seed, scenario, start, wallNow, written }: WorldOptions): World => {
  const ownSeed = createHash("sha256").update(`${seed}\n${projectId}`).digest("hex")
  const ids = makeRandomStream(`${ownSeed}\nrequest ids`)
  const log = makeWorldLog(written)
  const chains = new Map<CaipNetworkId, Promise<Anvil>>()
  const tips = new Map<CaipNetworkId, string>()
  const moved = new Set<CaipNetworkId>()
  const streams = new Map<string, RandomStream>()
  let faults = makeFaultPlan(scenario.faults)
  let { wallShift } = scenario
  let advanced = 0
  let requests = 0
  let ended = false

  const chain = async (network: Network): Promise<Anvil> => {
    if (ended) throw new AnvilFailed({ detail: "its world has ended" })
    const known = chains.get(network.caipNetworkId)
    if (known !== undefined) return known
    const starting = start(network)
    chains.set(network.caipNetworkId, starting)
    starting.catch(() => chains.delete(network.caipNetworkId))
    return starting
  }

  const settled = async () => {
    const results = await Promise.allSettled(
      [...chains].map(async ([chainId, starting]) => ({ chainId, anvil: await starting })),
    )
    return results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []))
  }

  const takeMoved = () => {
    const entries = [...moved].toSorted().map((chainId) => [chainId, tips.get(chainId) ?? ""] as const)
    moved.clear()
    return Object.fromEntries(entries)
  }

  return {
    projectId,
    now: () => (genesisTimestamp + requests) * 1000 + advanced,
    advance: (milliseconds) => {
      advanced += milliseconds
    },
    wallNow: () => wallNow() + wallShift,
    wallShift: () => wallShift,
    shiftWall: (milliseconds) => {
      wallShift = milliseconds
    },
    random: (name) => {
      const stream = streams.get(name) ?? makeRandomStream(`${ownSeed}\n${name}`)
      streams.set(name, stream)
      return stream
    },
    tip: (chainId, hash) => {
      if (tips.get(chainId) === hash) return
      tips.set(chainId, hash)
      moved.add(chainId)
    },
    faults: () => faults,
    setFaults: (rules) => {
      faults = makeFaultPlan(rules)
    },
    enter: (request) => {
      requests += 1
      const id = ids.uuid()
      const write = log.open(id, request)
      return { id, leave: (outcome) => write({ ...outcome, chains: takeMoved() }) }
    },
    requests: () => requests,
    log: log.lines,
    chain,
    chains: async () => (await settled()).map(({ chainId, anvil }) => ({ chainId, pid: anvil.pid })),
    end: async () => {
      ended = true
      const running = await settled()
      chains.clear()
      await Promise.all(running.map(({ anvil }) => anvil.end()))
    },
  }
}
