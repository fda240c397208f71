import { spawn } from "node:child_process"
import { once } from "node:events"
import { connect } from "node:net"
import { createInterface } from "node:readline"
import { afterEach, describe, expect, it, vi } from "vitest"
import * as z from "zod/mini"
import { type Anvil, AnvilFailed, startAnvil } from "./Anvil.ts"
import { accounts } from "./accounts.ts"
import { AnvilNotFound } from "./anvilBinary.ts"
import { genesisTimestamp } from "./genesis.ts"
import { fetchRpcResults } from "./rpcResults.ts"

const start = { chainId: 10, timestamp: genesisTimestamp }

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const blocks = async (anvil: Anvil) => {
  const [from, to] = accounts
  await fetchRpcResults(anvil, [["eth_sendTransaction", { from, to, value: "0x1" }]])
  await fetchRpcResults(anvil, [["evm_mine"]])
  return fetchRpcResults(anvil, [
    ["eth_getBlockByNumber", "0x1", true],
    ["eth_getBlockByNumber", "0x2", true],
  ])
}

/** Keeps an anvil running until the process receives the exit command. */
const imported = `import { startAnvil } from ${JSON.stringify(new URL("./Anvil.ts", import.meta.url).href)}`
const script = `
  ${imported}
  const { pid, url } = await startAnvil(${JSON.stringify(start)})
  console.log(JSON.stringify({ pid, url }))
  process.stdin.once("data", () => process.exit(3))
`

describe("startAnvil", { timeout: 30_000 }, () => {
  const started: Anvil[] = []
  const startOne = async () => {
    const anvil = await startAnvil(start)
    started.push(anvil)
    return anvil
  }
  afterEach(async () => {
    vi.unstubAllEnvs()
    await Promise.all(started.splice(0).map((anvil) => anvil.end()))
  })

  it("makes the same blocks from the same calls in every process", async () => {
    const [one, two] = await Promise.all([startOne(), startOne()])
    const first = await blocks(one)
    expect(await blocks(two)).toEqual(first)
    const Block = z.object({ number: z.string(), timestamp: z.string() })
    expect(first.map((block) => Block.parse(block))).toEqual([
      { number: "0x1", timestamp: `0x${(genesisTimestamp + 12).toString(16)}` },
      { number: "0x2", timestamp: `0x${(genesisTimestamp + 24).toString(16)}` },
    ])
  })

  it("rejects further calls with AnvilFailed after it ends", async () => {
    const anvil = await startOne()
    expect(isAlive(anvil.pid)).toBe(true)
    await anvil.end()
    expect(isAlive(anvil.pid)).toBe(false)
    await expect(anvil.send({ jsonrpc: "2.0", id: 1, method: "eth_chainId" })).rejects.toBeInstanceOf(
      AnvilFailed,
    )
    await anvil.end()
  })

  it("leaves no listeners on the process", async () => {
    const before = process.listenerCount("SIGTERM")
    await (await startOne()).end()
    expect(process.listenerCount("SIGTERM")).toBe(before)
  })

  it("names the package to install when anvil is missing", async () => {
    vi.stubEnv("WMODAL_ANVIL", "/nowhere/anvil")
    await expect(startAnvil(start)).rejects.toEqual(new AnvilNotFound({ named: "/nowhere/anvil" }))
    await expect(startAnvil(start)).rejects.toThrow(
      'WMODAL_ANVIL names "/nowhere/anvil", which does not exist.',
    )
    expect(new AnvilNotFound({ named: "" }).message).toContain(
      "Install the npm package @foundry-rs/anvil-linux-amd64",
    )
  })

  it("fails with a reason when WMODAL_ANVIL names another program", async () => {
    vi.stubEnv("WMODAL_ANVIL", "/bin/false")
    await expect(startAnvil(start)).rejects.toThrow("it exited on start with code 1")
    vi.stubEnv("WMODAL_ANVIL", "/etc/hostname")
    await expect(startAnvil(start)).rejects.toBeInstanceOf(AnvilFailed)
  })

  it("fails when its state is invalid", async () => {
    await expect(startAnvil({ ...start, state: "{}" })).rejects.toBeInstanceOf(AnvilFailed)
  })
})

describe("exit of the parent process", { timeout: 30_000 }, () => {
  const Held = z.object({ pid: z.number(), url: z.string() })

  /** A child process that runs an anvil, and a socket to that anvil, which closes when the anvil exits. */
  const hold = async () => {
    const holder = spawn(process.execPath, ["--no-warnings", "--input-type=module", "--eval", script], {
      stdio: ["pipe", "pipe", "inherit"],
    })
    const [line] = await once(createInterface({ input: holder.stdout }), "line")
    const held = Held.parse(JSON.parse(String(line)))
    const socket = connect(Number(new URL(held.url).port), "127.0.0.1")
    await once(socket, "connect")
    // A killed process may close or reset its sockets.
    const gone = new Promise((resolve) => socket.resume().on("error", resolve).on("close", resolve))
    const exited = once(holder, "exit")
    return { holder, pid: held.pid, gone, exited }
  }

  it.for(["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"] as const)("ends its anvils on %s", async (signal) => {
    const { holder, pid, gone, exited } = await hold()
    expect(isAlive(pid)).toBe(true)
    holder.kill(signal)
    // The signal keeps its default effect.
    expect(await exited).toEqual([null, signal])
    await gone
  })

  it("exits on its own after its anvils have ended", async () => {
    const code = `${imported}; await (await startAnvil(${JSON.stringify(start)})).end()`
    const one = spawn(process.execPath, ["--no-warnings", "--input-type=module", "--eval", code])
    expect(await once(one, "exit")).toEqual([0, null])
  })

  it("ends its anvils when it exits", async () => {
    const { holder, pid, gone, exited } = await hold()
    expect(isAlive(pid)).toBe(true)
    holder.stdin.write("exit\n")
    expect(await exited).toEqual([3, null])
    await gone
  })
})
