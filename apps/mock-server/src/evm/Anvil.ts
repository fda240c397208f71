import { type ChildProcess, spawn } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Data } from "effect"
import { findAnvil } from "./anvilBinary.ts"
import { endWithParent, releaseFromParent } from "./watchdog.ts"

/** One running chain. */
export interface Anvil {
  readonly pid: number
  readonly url: string
  /**
   * Sends JSON-RPC, single or batched, unchanged.
   * @throws AnvilFailed when the process is gone.
   */
  readonly send: (payload: unknown) => Promise<unknown>
  /** Resolves when the process has ended, for any reason. */
  readonly exited: Promise<void>
  /** Ends the process and resolves after its exit. */
  readonly end: () => Promise<void>
}

/** The initial state of a chain. */
export interface AnvilOptions {
  /** EVM chain id. */
  readonly chainId: number
  /** Unix seconds of the last block of `state`, or of the genesis block. */
  readonly timestamp: number
  /** The result of `anvil_dumpState`, as JSON text; a fresh chain without it. */
  readonly state?: string
  /** True for a rollup of the OP Stack since Isthmus, which charges by the contract of its terms. Default: Ethereum. */
  readonly isRollup?: boolean
  /** True for Celo, which has a contract that moves the native currency for its token. */
  readonly isCelo?: boolean
}

export const secondsPerBlock = 12

/**
 * Starts an anvil on a free port of this machine and waits for its first response.
 * The same start and the same calls give the same blocks in every process.
 * @throws AnvilNotFound, AnvilFailed
 */
export const startAnvil = async ({
  chainId,
  timestamp,
  state,
  isRollup = false,
  isCelo = false,
}: AnvilOptions): Promise<Anvil> => {
  const binary = findAnvil()
  const folder = await mkdtemp(join(tmpdir(), "wmodal-anvil-"))
  try {
    const file = join(folder, "state.json")
    if (state !== undefined) await writeFile(file, state)
    const child = spawn(
      binary,
      [
        // Port 0: the system chooses one, so that any number can start side by side.
        "--port=0",
        "--host=127.0.0.1",
        `--chain-id=${chainId}`,
        `--timestamp=${timestamp}`,
        // Web pages must reach it only through the mock server, whose public side rejects cheat methods.
        "--no-cors",
        "--threads=1",
        ...(state === undefined ? [] : [`--load-state=${file}`]),
        ...(isRollup ? ["--network=optimism", "--hardfork=isthmus"] : []),
        ...(isCelo ? ["--celo"] : []),
      ],
      { stdio: ["ignore", "pipe", "ignore"] },
    )
    return await waitForAnvil(child)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const waitForAnvil = async (child: ChildProcess): Promise<Anvil> => {
  const { pid } = child
  const gone = new Promise<void>((resolve) => {
    child.once("exit", () => resolve())
    child.once("error", () => resolve())
  })
  if (pid === undefined) throw new AnvilFailed({ detail: "it could not be started" })
  endWithParent(pid)
  const exited = gone.then(() => releaseFromParent(pid))
  const end = async () => {
    child.kill("SIGTERM")
    await exited
  }
  try {
    const url = await waitForPort(child)
    const send = (payload: unknown) => postJson(url, payload)
    await send([
      { jsonrpc: "2.0", id: 0, method: "anvil_setLoggingEnabled", params: [false] },
      { jsonrpc: "2.0", id: 1, method: "anvil_setBlockTimestampInterval", params: [secondsPerBlock] },
    ])
    return { pid, url, send, exited: exited, end }
  } catch (error) {
    await end()
    throw error
  }
}

const waitForPort = (child: ChildProcess) =>
  new Promise<string>((resolve, reject) => {
    let said = ""
    const read = (chunk: Buffer) => {
      said += chunk.toString()
      const port = /^Listening on \S+:(\d+)$/m.exec(said)?.[1]
      if (port === undefined) return
      child.stdout?.off("data", read)
      // Keep draining: a full pipe would stop the chain.
      child.stdout?.resume()
      resolve(`http://127.0.0.1:${port}`)
    }
    child.stdout?.on("data", read)
    child.once("exit", (code) => reject(new AnvilFailed({ detail: `it exited on start with code ${code}` })))
    child.once("error", (error) => reject(new AnvilFailed({ detail: error.message })))
  })

const postJson = async (url: string, payload: unknown): Promise<unknown> => {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(payload),
      redirect: "error",
    })
    return await response.json()
  } catch (cause) {
    throw new AnvilFailed({ detail: "it no longer responds", cause })
  }
}

/** The chain's process did not start, or has exited. */
export class AnvilFailed extends Data.TaggedError("AnvilFailed")<{
  readonly detail: string
  readonly cause?: unknown
}> {
  override get message() {
    return `The chain's anvil failed: ${this.detail}.`
  }
}
