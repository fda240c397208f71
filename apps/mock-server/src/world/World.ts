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
import type { LoggedRequest } from "./LogEntry.ts"
import { makeRandomStream, type RandomStream } from "./RandomStream.ts"
import { makeWorldLog, type Outcome, type WorldLog } from "./WorldLog.ts"

/** What one project id sees: its own chains and clock, what happens to its calls, and the log of what it asked. */
export interface World {
  readonly projectId: string
  /** UTC milliseconds by the world's own clock, which starts at the genesis of its chains and moves by what happens in it. */
  readonly now: () => number
  /** Moves the world's own clock on, and gives each of its chains a block of the new time when it is next used. */
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
   * The chain of a network, whose process starts with the first call.
   * @throws AnvilFailed once the world has ended.
   */
  readonly chain: (network: Network) => Promise<Chain>
  /** The chains that were used, in the order in which they were first asked for. */
  readonly chains: () => Promise<readonly UsedChain[]>
  /** All chains of the server that are in use: whoever keeps one of another kind registers it here. */
  readonly running: RunningChains
  /** Ends the chains, for good: whoever still asks for one gets `AnvilFailed`. */
  readonly end: () => Promise<void>
  /** Aborted when the world has ended: what is open for it (a web socket) closes. */
  readonly ended: AbortSignal
}

/** A request that the world is answering. */
interface Entered {
  /** The response's `x-request-id`: the same in every run for the same requests in the same order. */
  readonly id: string
  /** Writes the entry down. Only the first call counts. */
  readonly leave: (outcome: Omit<Outcome, "chains">) => void
}

interface UsedChain {
  readonly chainId: CaipNetworkId
  /** `null` while the chain rests. */
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
  /** Is told each line of the log. */
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
  const ids = makeRandomStream(`${ownSeed}\nrequest ids`)
  const log = makeWorldLog(written)
  const chains = new Map<CaipNetworkId, Chain>()
  const tips = new Map<CaipNetworkId, string>()
  const moved = new Set<CaipNetworkId>()
  const streams = new Map<string, RandomStream>()
  let faults = makeFaultPlan(scenario.faults)
  let { wallShift } = scenario
  let advanced = 0
  let jumps = 0
  let requests = 0
  const ending = new AbortController()

  const now = () => (genesisTimestamp + requests) * 1000 + advanced

  const advance = (milliseconds: number) => {
    advanced += milliseconds
  }

  const tip = (chainId: CaipNetworkId, hash: string) => {
    if (tips.get(chainId) === hash) return
    tips.set(chainId, hash)
    moved.add(chainId)
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
        onTip: ({ hash }) => tip(chainId, hash),
      })
    chains.set(chainId, known)
    return known
  }

  const takeMoved = () => {
    const entries = [...moved].toSorted().map((chainId) => [chainId, tips.get(chainId) ?? ""] as const)
    moved.clear()
    return Object.fromEntries(entries)
  }

  return {
    projectId,
    now,
    advance: (milliseconds) => {
      advance(milliseconds)
      jumps += 1
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
    tip,
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
    chains: async () =>
      [...chains]
        .filter(([, used]) => used.tip() !== null)
        .map(([chainId, used]) => ({ chainId, pid: used.pid() })),
    running,
    ended: ending.signal,
    end: async () => {
      ending.abort()
      await Promise.all([...chains.values()].map((used) => used.end()))
      chains.clear()
    },
  }
}
