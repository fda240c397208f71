import type { Network } from "@wmodal/protocol"
import * as z from "zod/mini"
import { type Anvil, AnvilFailed } from "./Anvil.ts"
import { type ChainHead, fetchChainHead } from "./ChainHead.ts"
import { fundAccount } from "./fundAccount.ts"
import type { IdleProcess, RunningChains } from "./RunningChains.ts"
import { fetchRpcResults } from "./rpcResults.ts"
import { countPendingTransactions, type SavedChain, saveChain } from "./savedChain.ts"
import type { StartChain } from "./startChain.ts"

/** A network's chain in one world. It outlives its process, which may stop and restart. */
export interface Chain extends IdleProcess {
  readonly network: Network
  /**
   * Sends JSON-RPC, single or batched, and starts the process if necessary. Calls run in order, reads concurrently;
   * unless mining is off, sent transactions are in a block when the response arrives.
   * @throws AnvilNotFound, AnvilFailed
   */
  readonly send: (payload: unknown) => Promise<unknown>
  /** Process id; `null` while the chain rests. */
  readonly pid: () => number | null
  /** Returns whether transactions are mined at once: true until `evm_setAutomine` disables it. */
  readonly mining: () => boolean
  /** Returns the newest block; `null` before the first start. */
  readonly tip: () => ChainHead | null
  /** Ends the process permanently. */
  readonly end: () => Promise<void>
}

export interface ChainOptions {
  readonly network: Network
  readonly start: StartChain
  readonly running: RunningChains
  readonly clock: ChainClock
  /** Returns the accounts with initial funds, in the order of their creation. */
  readonly endowed: () => readonly string[]
  /** Receives the newest block when it has changed or the chain starts. */
  readonly onTip: (tip: ChainHead) => void
  /** Called on each use, once the chain runs. */
  readonly onUse: () => void
}

/** The clock of the chain's world. */
export interface ChainClock {
  /** Returns the world's time, in UTC milliseconds. */
  readonly now: () => number
  readonly advance: (milliseconds: number) => void
  /** Returns the number of manual clock moves. Each one creates a block of the new time on the chain. */
  readonly jumps: () => number
}

const ChainCall = z.looseObject({ method: z.string(), params: z.optional(z.array(z.unknown())) })
type ChainCall = z.output<typeof ChainCall>

const decodeRpcCalls = (payload: unknown): readonly ChainCall[] =>
  (Array.isArray(payload) ? payload : [payload]).flatMap((member) => {
    const call = z.safeParse(ChainCall, member)
    return call.success ? [call.data] : []
  })

/** Matches either name of the method. */
const isAutomine = ({ method }: ChainCall): boolean => method.endsWith("_setAutomine")

/**
 * Anvil's own mining follows the response after a variable delay, which would make runs differ: the chain mines
 * instead.
 */
const withoutAutomine = (payload: unknown): unknown => {
  if (Array.isArray(payload)) return payload.map(withoutAutomine)
  const call = z.safeParse(ChainCall, payload)
  return call.success && isAutomine(call.data) && call.data.params?.[0] === true
    ? { ...call.data, params: [false] }
    : payload
}

/** Methods that may create a block or change the next one. All others only read. */
const isWrite = ({ method }: ChainCall): boolean => /^(?:eth_send|evm_|anvil_|hardhat_)/.test(method)

/**
 * Cheat methods whose effects a dump keeps. Other effects (a snapshot, an impersonated account) exist in the process
 * only.
 */
const isKeptByDump = ({ method }: ChainCall): boolean =>
  !/^(?:evm_|anvil_|hardhat_)/.test(method) ||
  /_(?:set(?:Balance|Code|Nonce|StorageAt|Automine|NextBlockTimestamp)|mine|increaseTime|dumpState|drop(?:All)?Transactions?)$/.test(
    method,
  )

export const makeChain = (options: ChainOptions): Chain => {
  const { clock, endowed, network, onTip, onUse, running, start } = options
  let saved: SavedChain | null = null
  /** The number of funded accounts: in the process, and in the saved state. */
  let given = 0
  let givenWhenSaved = 0
  let current: Promise<Anvil> | null = null
  let saving: Promise<void> | null = null
  let pid: number | null = null
  let tip: ChainHead | null = null
  let using = 0
  let jumps = 0
  let ended = false
  /** Set while transactions are mined at once. */
  let mining = true
  /** Set when a request has set the time of the next block. */
  let dated = false
  /** Set while the process has state that a dump would lose. */
  let pinned = false
  /** Resolves when all writes are done, and all reads since the last write. */
  let written: Promise<unknown> = Promise.resolve()
  let read: Promise<unknown> = Promise.resolve()

  const begin = async (): Promise<Anvil> => {
    await running.started(self)
    const anvil = await start(network, saved)
    if (ended) {
      await anvil.end()
      throw makeEndedError()
    }
    pid = anvil.pid
    given = givenWhenSaved
    await look(anvil)
    return anvil
  }

  const up = async (): Promise<Anvil> => {
    if (saving !== null) {
      await saving
      return up()
    }
    if (ended) throw makeEndedError()
    if (current !== null) return current
    const starting = begin()
    current = starting
    const gone = () => {
      if (current !== starting) return
      current = null
      pid = null
      pinned = false
      dated = false
      running.ended(self)
    }
    starting.then((anvil) => anvil.exited.then(gone), gone)
    return starting
  }

  const look = async (anvil: Anvil) => {
    const seen = await fetchChainHead(anvil)
    if (tip?.hash === seen.hash) return
    tip = seen
    onTip(seen)
  }

  /** Sets the next block's time to the world's time, unless a request has set it. */
  const date = async (anvil: Anvil) => {
    if (dated) return
    const timestamp = Math.max((tip?.timestamp ?? 0) + 1, Math.floor(clock.now() / 1000))
    await fetchRpcResults(anvil, [["evm_setNextBlockTimestamp", timestamp]])
  }

  const write = async (anvil: Anvil, payload: unknown, calls: readonly ChainCall[]) => {
    if (!calls.every(isKeptByDump)) pinned = true
    for (const { method, params } of calls) {
      if (method === "evm_increaseTime") clock.advance(toSeconds(params?.[0]) * 1000)
      if (method.endsWith("_setNextBlockTimestamp")) dated = true
    }
    await date(anvil)
    const reply = await anvil.send(withoutAutomine(payload))
    if (calls.some(({ method }) => method.endsWith("_mine"))) dated = false
    const automine = calls.findLast(isAutomine)
    if (automine !== undefined) mining = automine.params?.[0] !== false
    const brings = automine !== undefined || calls.some(({ method }) => method.startsWith("eth_send"))
    if (mining && brings && (await countPendingTransactions(anvil)).pending > 0) {
      await fetchRpcResults(anvil, [["evm_mine"]])
      dated = false
    }
    await look(anvil)
    return reply
  }

  const give = async (anvil: Anvil) => {
    const due = endowed().slice(given)
    given += due.length
    await fetchRpcResults(anvil, due.flatMap(fundAccount))
  }

  /** Makes a block of the new time after a manual clock move, which sets the chain's clock. */
  const catchUp = async (anvil: Anvil) => {
    if (jumps === clock.jumps()) return
    jumps = clock.jumps()
    await date(anvil)
    await fetchRpcResults(anvil, [["evm_mine"]])
    await look(anvil)
  }

  /** Runs work without concurrent calls, whose view of its effects would vary between runs. */
  const alone = <A>(work: () => Promise<A>): Promise<A> => {
    const done = Promise.all([written, read]).then(work)
    written = done.catch(() => {})
    return done
  }

  const besideReads = <A>(work: () => Promise<A>): Promise<A> => {
    const done = written.then(work)
    read = Promise.allSettled([read, done]).then(() => {})
    return done
  }

  const ask = async (anvil: Anvil, payload: unknown, calls: readonly ChainCall[]) => {
    if (jumps !== clock.jumps()) await alone(() => catchUp(anvil))
    if (given < endowed().length) await alone(() => give(anvil))
    return calls.some(isWrite)
      ? alone(() => write(anvil, payload, calls))
      : besideReads(() => anvil.send(payload))
  }

  const saveAndEnd = async (anvil: Anvil) => {
    const state = await saveChain(anvil)
    if (state === null) return
    saved = state
    givenWhenSaved = given
    await anvil.end()
  }

  const self: Chain = {
    network,
    send: async (payload) => {
      const calls = decodeRpcCalls(payload)
      using += 1
      try {
        const anvil = await up()
        running.used(self)
        onUse()
        try {
          return await ask(anvil, payload, calls)
        } catch (error) {
          if (ended || !(error instanceof AnvilFailed) || (await isResponding(anvil))) throw error
          // The process has exited with its unsaved state: a new one continues from the saved state.
          await anvil.end()
          return await ask(await up(), payload, calls)
        }
      } finally {
        using -= 1
      }
    },
    pid: () => pid,
    mining: () => mining,
    tip: () => tip,
    rest: async () => {
      if (using > 0 || pinned || dated || saving !== null) return
      // A chain that cannot be saved keeps running.
      saving = current?.then(saveAndEnd).catch(() => {}) ?? null
      await saving
      saving = null
    },
    end: async () => {
      ended = true
      const anvil = await current?.catch(() => null)
      await anvil?.end()
    },
  }
  return self
}

const isResponding = (anvil: Anvil): Promise<boolean> =>
  anvil.send({ jsonrpc: "2.0", id: 0, method: "net_version", params: [] }).then(
    () => true,
    () => false,
  )

/** Returns 0 for a value that the chain rejects, so that the clock does not move. */
const toSeconds = (value: unknown): number => {
  const seconds = Math.floor(Number(value))
  return seconds >= 0 && seconds < 2 ** 40 ? seconds : 0
}

const makeEndedError = () => new AnvilFailed({ detail: "its world has ended" })
