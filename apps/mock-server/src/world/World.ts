import { AsyncLocalStorage } from "node:async_hooks"
import { createHash } from "node:crypto"
import type { CaipNetworkId, Network } from "@wmodal/protocol"
import { AnvilFailed } from "../evm/Anvil.ts"
import { type Chain, makeChain } from "../evm/Chain.ts"
import type { ChainTraits } from "../evm/ChainTraits.ts"
import { genesisTimestamp } from "../evm/genesis.ts"
import type { RunningChains } from "../evm/RunningChains.ts"
import type { StartChain } from "../evm/startChain.ts"
import type { FaultRule } from "../faults/Fault.ts"
import { type FaultPlan, makeFaultPlan } from "../faults/FaultPlan.ts"
import type { WorldScenario } from "../faults/Scenario.ts"
import type { LogEntry, LoggedRequest } from "./LogEntry.ts"
import { makeSeededRandom, type SeededRandom } from "./SeededRandom.ts"
import { makeWorldLog, type RequestOutcome, type WorldLog } from "./WorldLog.ts"

/** The state of one project id: its chains, clock, fault plan and request log. */
export interface World {
  readonly projectId: string
  /** The world's own seed, for values that are constant in it. */
  readonly seed: string
  /**
   * UTC milliseconds by the world's own clock, which starts at the genesis of its chains and advances with events.
   * During a request it is fixed at the time of arrival.
   */
  readonly now: () => number
  /** Milliseconds of all manual clock moves. */
  readonly advanced: () => number
  /** Moves the world's clock forward, and gives each of its chains a block of the new time on its next use. */
  readonly advance: (milliseconds: number) => void
  /**
   * UTC milliseconds by this machine's clock, for checks of dates by real clients (a JWT, a name message). A scenario
   * may shift it. It must not affect a response, which would then differ from run to run.
   */
  readonly wallNow: () => number
  /** Milliseconds that `wallNow` is ahead of the machine's clock. */
  readonly wallShift: () => number
  readonly setWallShift: (milliseconds: number) => void
  /**
   * Returns the random stream of that name, separate for each request: its numbers do not depend on concurrent
   * requests. Callers with the same name share one stream.
   */
  readonly random: (name: string) => SeededRandom
  /**
   * Reports the first block (or slot) of a chain, or its new newest one: the log adds it to the request that caused
   * it.
   */
  readonly tip: (chainId: CaipNetworkId, hash: string) => void
  /** Reports the use of a chain: the log adds its first block to the first request that uses it. */
  readonly use: (chainId: CaipNetworkId) => void
  readonly faults: () => FaultPlan
  /** Sets a new plan and resets its counters. */
  readonly setFaults: (rules: readonly FaultRule[]) => void
  /** Opens the request's entry in the log. */
  readonly enter: (request: LoggedRequest) => EnteredRequest
  /**
   * Opens a log entry for an event that is not a request of the world (a relay message): it moves no clock and is not
   * counted. @returns the function that writes the entry
   */
  readonly note: (request: LoggedRequest) => EnteredRequest["leave"]
  /** Funds an account on every existing and future chain of the namespace, once. */
  readonly endow: (namespace: "eip155" | "solana", address: string) => void
  /** Returns those accounts, in order. */
  readonly endowed: (namespace: "eip155" | "solana") => readonly string[]
  /** Returns the number of requests received. */
  readonly requests: () => number
  readonly log: WorldLog["lines"]
  /**
   * Returns the chain of a network, whose process starts with the first call.
   * @throws AnvilFailed once the world has ended.
   */
  readonly chain: (network: Network) => Promise<Chain>
  /** What its EVM chains are like. */
  readonly traits: ChainTraits
  /** Returns the used chains: EVM chains in the order of first use, then the others. */
  readonly chains: () => Promise<readonly UsedChain[]>
  /** The running chains of the server. The keeper of another kind of chain registers it here. */
  readonly running: RunningChains
  /** Ends the chains permanently: later calls get `AnvilFailed`. */
  readonly end: () => Promise<void>
  /** Aborts when the world has ended, which closes its web sockets. */
  readonly ended: AbortSignal
}

/** A request in progress. */
interface EnteredRequest {
  /** The response's `x-request-id`: the same in every run for the same requests in the same order. */
  readonly id: string
  /** Runs the request's work: its time, its random numbers and its blocks are bound to the request. */
  readonly run: <A>(work: () => A) => A
  /** Writes the entry. Later calls have no effect. */
  readonly leave: (outcome: RequestOutcome) => void
}

/** The activity of a request in its world; changes between requests, by the control API, count for the next one. */
interface RequestActivity {
  /** Number of the request in the world, from 1. */
  readonly place: number
  readonly streams: Map<string, SeededRandom>
  readonly used: Set<CaipNetworkId>
  readonly tips: Map<CaipNetworkId, string>
  /** Set when the log has the entry. */
  told: boolean
}

const makeRequestActivity = (place: number): RequestActivity => ({
  place,
  streams: new Map(),
  used: new Set(),
  tips: new Map(),
  told: false,
})

interface UsedChain {
  readonly chainId: CaipNetworkId
  /** `null` while the chain rests, and for a chain without its own process. */
  readonly pid: number | null
}

export interface WorldOptions {
  readonly projectId: string
  /** The server's seed: the world's own derives from it and the project id. */
  readonly seed: string
  readonly scenario: WorldScenario
  readonly start: StartChain
  readonly running: RunningChains
  /** Returns the machine's time, in UTC milliseconds. */
  readonly wallNow: () => number
  /** Receives each line of the log. */
  readonly written: (line: string) => void
}

export const makeWorld = ({
  projectId,
  seed,
  scenario,
  start,
  running,
  wallNow,
  written,
}: WorldOptions): World => {
  const ownSeed = createHash("sha256").update(`${seed}\n${projectId}`).digest("hex")
  const ids = makeSeededRandom(`${ownSeed}\nrequest ids`)
  const noteIds = makeSeededRandom(`${ownSeed}\nnote ids`)
  const log = makeWorldLog(written)
  const chains = new Map<CaipNetworkId, Chain>()
  /** The newest block of each chain, and the first one until the log has it. */
  const tips = new Map<CaipNetworkId, string>()
  const firstTips = new Map<CaipNetworkId, string>()
  const answering = new AsyncLocalStorage<RequestActivity>()
  let between = makeRequestActivity(1)
  let faults = makeFaultPlan(scenario.faults)
  let { wallShift } = scenario
  const traits = scenario.chains ?? {}
  let advanced = 0
  let jumps = 0
  let requests = 0
  const ending = new AbortController()
  const endowed = { eip155: new Set<string>(), solana: new Set<string>() }

  const now = () => (genesisTimestamp + (answering.getStore()?.place ?? requests)) * 1000 + advanced

  const doing = (): RequestActivity => {
    const own = answering.getStore()
    return own === undefined || own.told ? between : own
  }

  const advance = (milliseconds: number) => {
    advanced += milliseconds
  }

  const tip = (chainId: CaipNetworkId, hash: string) => {
    if (tips.get(chainId) === hash) return
    if (tips.has(chainId)) doing().tips.set(chainId, hash)
    else firstTips.set(chainId, hash)
    tips.set(chainId, hash)
    use(chainId)
  }

  const use = (chainId: CaipNetworkId) => {
    if (firstTips.has(chainId)) doing().used.add(chainId)
  }

  const chain = async (network: Network): Promise<Chain> => {
    if (ending.signal.aborted) throw new AnvilFailed({ detail: "its world has ended" })
    const chainId = network.caipNetworkId
    const known =
      chains.get(chainId) ??
      makeChain({
        network,
        start: (of, saved) => start(of, saved, traits),
        running,
        clock: { now, advance, jumps: () => jumps },
        endowed: () => [...endowed.eip155],
        onTip: ({ hash }) => tip(chainId, hash),
        onUse: () => use(chainId),
      })
    chains.set(chainId, known)
    return known
  }

  /**
   * Returns the blocks for a log entry, in the order of the requests, so that concurrent ones are logged the same in
   * every run.
   */
  const tell = (done: RequestActivity): LogEntry["chains"] => {
    done.told = true
    const told = new Map(done.tips)
    for (const chainId of done.used) {
      const first = firstTips.get(chainId)
      if (first !== undefined && !told.has(chainId)) told.set(chainId, first)
      firstTips.delete(chainId)
    }
    return Object.fromEntries([...told].toSorted(([one], [other]) => (one < other ? -1 : 1)))
  }

  return {
    projectId,
    seed: ownSeed,
    now,
    advanced: () => advanced,
    advance: (milliseconds) => {
      advance(milliseconds)
      jumps += 1
    },
    wallNow: () => wallNow() + wallShift,
    wallShift: () => wallShift,
    setWallShift: (milliseconds) => {
      wallShift = milliseconds
    },
    random: (name) => {
      const { place, streams } = answering.getStore() ?? between
      const stream = streams.get(name) ?? makeSeededRandom(`${ownSeed}\n${name}\n${place}`)
      streams.set(name, stream)
      return stream
    },
    tip,
    use,
    faults: () => faults,
    setFaults: (rules) => {
      faults = makeFaultPlan(rules)
    },
    enter: (request) => {
      requests += 1
      const id = ids.uuid()
      const own = between
      between = makeRequestActivity(requests + 1)
      return { id, run: (work) => answering.run(own, work), leave: log.open(id, request, () => tell(own)) }
    },
    note: (request) => log.open(noteIds.uuid(), request, () => ({})),
    endow: (namespace, address) => void endowed[namespace].add(address),
    endowed: (namespace) => [...endowed[namespace]],
    requests: () => requests,
    log: log.lines,
    chain,
    traits,
    chains: async () => {
      const asked = [...chains].flatMap(([chainId, used]) => (used.tip() === null ? [] : chainId))
      return [...new Set([...asked, ...tips.keys()])].map((chainId) => ({
        chainId,
        pid: chains.get(chainId)?.pid() ?? null,
      }))
    },
    running,
    ended: ending.signal,
    end: async () => {
      ending.abort()
      await Promise.all([...chains.values()].map((used) => used.end()))
      chains.clear()
      tips.clear()
    },
  }
}
