import { AsyncLocalStorage } from "node:async_hooks"
import { createHash } from "node:crypto"
import type { CaipNetworkId, Network } from "@wmodal/protocol"
import { AnvilFailed } from "../evm/Anvil.ts"
import { type Chain, makeChain } from "../evm/Chain.ts"
import { genesisTimestamp } from "../evm/genesis.ts"
import type { RunningChains } from "../evm/RunningChains.ts"
import type { StartChain } from "../evm/startChain.ts"
import type { FaultRule } from "../faults/Fault.ts"
import { type FaultPlan, makeFaultPlan } from "../faults/FaultPlan.ts"
import type { WorldScenario } from "../faults/Scenario.ts"
import type { LogEntry, LoggedRequest } from "./LogEntry.ts"
import { makeSeededRandom, type SeededRandom } from "./SeededRandom.ts"
import { makeWorldLog, type RequestOutcome, type WorldLog } from "./WorldLog.ts"

/** What one project id sees: its own chains and clock, what happens to its calls, and the log of what it asked. */
export interface World {
  readonly projectId: string
  /** The world's own, for what stays the same in it. */
  readonly seed: string
  /**
   * UTC milliseconds by the world's own clock, which starts at the genesis of its chains and moves by what happens in
   * it. For the request that is being answered it stands still at when that came.
   */
  readonly now: () => number
  /** Milliseconds by which the clock was moved by hand. */
  readonly advanced: () => number
  /** Moves the world's own clock on, and gives each of its chains a block of the new time when it is next used. */
  readonly advance: (milliseconds: number) => void
  /**
   * UTC milliseconds by this machine's clock, by which is checked what a real client dates (a JWT, a name message).
   * A scenario may shift it. It must not show in an answer: that would differ from run to run.
   */
  readonly wallNow: () => number
  /** Milliseconds that `wallNow` is ahead of the machine's clock. */
  readonly wallShift: () => number
  readonly setWallShift: (milliseconds: number) => void
  /**
   * The stream of that name, another for each request: its numbers do not depend on what else is under way. Each caller
   * with the same name goes on where the last one stopped.
   */
  readonly random: (name: string) => SeededRandom
  /** A chain has its first block (or slot), or a new newest one: the log tells of it with the request that brought it. */
  readonly tip: (chainId: CaipNetworkId, hash: string) => void
  /** A chain that has a block is used: the log tells of its first block with the first request that does so. */
  readonly use: (chainId: CaipNetworkId) => void
  readonly faults: () => FaultPlan
  /** Begins a new plan: nothing has been counted yet. */
  readonly setFaults: (rules: readonly FaultRule[]) => void
  /** Opens the request's entry in the log. */
  readonly enter: (request: LoggedRequest) => EnteredRequest
  /**
   * Opens an entry in the log for what is no request of the world's (a relay's message): it moves no clock and is not
   * counted. @returns what writes it down
   */
  readonly note: (request: LoggedRequest) => EnteredRequest["leave"]
  /** Gives an account some funds on every chain of the namespace that there is, and that there will be. Once. */
  readonly endow: (namespace: "eip155" | "solana", address: string) => void
  /** Those accounts, in their order. */
  readonly endowed: (namespace: "eip155" | "solana") => readonly string[]
  /** The number of requests received. */
  readonly requests: () => number
  readonly log: WorldLog["lines"]
  /**
   * The chain of a network, whose process starts with the first call.
   * @throws AnvilFailed once the world has ended.
   */
  readonly chain: (network: Network) => Promise<Chain>
  /** The chains that were used: those of the EVM in the order in which they were first asked for, then the others. */
  readonly chains: () => Promise<readonly UsedChain[]>
  /** All chains of the server that are in use: whoever keeps one of another kind registers it here. */
  readonly running: RunningChains
  /** Ends the chains, for good: whoever still asks for one gets `AnvilFailed`. */
  readonly end: () => Promise<void>
  /** Aborted when the world has ended: what is open for it (a web socket) closes. */
  readonly ended: AbortSignal
}

/** A request that the world is answering. */
interface EnteredRequest {
  /** The response's `x-request-id`: the same in every run for the same requests in the same order. */
  readonly id: string
  /** Does what the request asks: its time, its random numbers and the blocks that it brings are its own. */
  readonly run: <A>(work: () => A) => A
  /** Writes the entry down. Only the first call counts. */
  readonly leave: (outcome: RequestOutcome) => void
}

/** What a request does to its world; what is done between two of them, by the control API, counts as the next one's. */
interface RequestActivity {
  /** Of the requests of the world, from 1. */
  readonly place: number
  readonly streams: Map<string, SeededRandom>
  readonly used: Set<CaipNetworkId>
  readonly tips: Map<CaipNetworkId, string>
  /** Whether the log has told of it. */
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
  /** `null` while the chain rests, and for one that is no process of its own. */
  readonly pid: number | null
}

export interface WorldOptions {
  readonly projectId: string
  /** Of the server: the world's own is made from it and the project id. */
  readonly seed: string
  readonly scenario: WorldScenario
  readonly start: StartChain
  readonly running: RunningChains
  /** The machine's clock. */
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
  /** The newest of each chain, and the first as long as the log has not told of it. */
  const tips = new Map<CaipNetworkId, string>()
  const firstTips = new Map<CaipNetworkId, string>()
  const answering = new AsyncLocalStorage<RequestActivity>()
  let between = makeRequestActivity(1)
  let faults = makeFaultPlan(scenario.faults)
  let { wallShift } = scenario
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
        start,
        running,
        clock: { now, advance, jumps: () => jumps },
        endowed: () => [...endowed.eip155],
        onTip: ({ hash }) => tip(chainId, hash),
        onUse: () => use(chainId),
      })
    chains.set(chainId, known)
    return known
  }

  /** The log asks in the order in which requests came: two that are answered side by side are told of as in every run. */
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
