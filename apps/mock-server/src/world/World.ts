import { createHash } from "node:crypto"
import type { CaipNetworkId, Network } from "@wmodal/protocol"
import { type Anvil, AnvilFailed } from "../evm/Anvil.ts"
import { genesisTimestamp } from "../evm/genesis.ts"
import type { StartChain } from "../evm/startChain.ts"
import type { LogEntry } from "./LogEntry.ts"
import { makeRandomStream, type RandomStream } from "./RandomStream.ts"

/** More entries than a test asks about; the oldest go first. */
const logLimit = 10_000

/** What one project id sees: its own chains, and the log of what it asked. */
export interface World {
  readonly projectId: string
  /** UTC milliseconds by the world's own clock, which starts at the genesis of its chains and moves by what happens in it. */
  readonly now: () => number
  /**
   * UTC milliseconds by this machine's clock, by which is checked what a real client dates (a JWT, a name message).
   * A scenario may shift it. It must not show in an answer: that would differ from run to run.
   */
  readonly wallNow: () => number
  /** The stream of that name: each caller with the same name goes on where the last one stopped. */
  readonly random: (name: string) => RandomStream
  /** A chain of the world has a new newest block (or slot), or has been used for the first time: the log tells of it. */
  readonly tip: (chainId: CaipNetworkId, hash: string) => void
  readonly log: () => readonly LogEntry[]
  readonly record: (entry: Omit<LogEntry, "id">) => LogEntry
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

interface RunningChain {
  readonly chainId: CaipNetworkId
  readonly pid: number
}

/** A UUID that is the same in every run: the `n`th of a world. */
const requestId = (projectId: string, n: number): string => {
  const hex = createHash("sha256").update(`${projectId}\n${n}`).digest("hex")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export const makeWorld = (projectId: string, start: StartChain): World => {
  const log: LogEntry[] = []
  const chains = new Map<CaipNetworkId, Promise<Anvil>>()
  const tips = new Map<CaipNetworkId, string>()
  const streams = new Map<string, RandomStream>()
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

  return {
    projectId,
    now: () => (genesisTimestamp + requests) * 1000,
    wallNow: Date.now,
    random: (name) => {
      const stream = streams.get(name) ?? makeRandomStream(`${projectId}\n${name}`)
      streams.set(name, stream)
      return stream
    },
    tip: (chainId, hash) => {
      tips.set(chainId, hash)
    },
    log: () => log,
    record: (entry) => {
      requests += 1
      const recorded = { id: requestId(projectId, requests), ...entry }
      log.push(recorded)
      if (log.length > logLimit) log.shift()
      return recorded
    },
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
