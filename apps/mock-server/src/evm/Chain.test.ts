import { mainnet } from "@wmodal/protocol/networks"
import { afterEach, describe, expect, it, vi } from "vitest"
import type { Sleep } from "../faults/applyFault.ts"
import { makeStubAnvil } from "../testing/stubAnvil.ts"
import { type Anvil, AnvilFailed } from "./Anvil.ts"
import { accounts } from "./accounts.ts"
import { type Chain, type ChainClock, makeChain } from "./Chain.ts"
import { genesisTimestamp } from "./genesis.ts"
import { makeRunningChains, type RunningLimits } from "./RunningChains.ts"
import { fetchRpcResults } from "./rpcResults.ts"
import { type StartChain, startChain } from "./startChain.ts"

const [vera, milo] = accounts
const never: Sleep = () => new Promise(() => {})

const made: Chain[] = []
afterEach(async () => {
  await Promise.all(made.splice(0).map((chain) => chain.end()))
})

const setup = ({
  start = startChain,
  limits = { chains: 10, idle: 1000 },
  sleep = never,
}: {
  readonly start?: StartChain
  readonly limits?: RunningLimits
  readonly sleep?: Sleep
} = {}) => {
  const running = makeRunningChains(limits, sleep)
  let now = genesisTimestamp * 1000
  let jumps = 0
  const advance: ChainClock["advance"] = (milliseconds) => {
    now += milliseconds
  }
  const chain = () => {
    const one = makeChain({
      network: mainnet,
      start,
      running,
      clock: { now: () => now, advance, jumps: () => jumps },
      endowed: () => [],
      onTip: () => {},
      onUse: () => {},
    })
    made.push(one)
    return one
  }
  const jump = (milliseconds: number) => {
    advance(milliseconds)
    jumps += 1
  }
  return { chain, running, advance, jump }
}

const call = async (chain: Chain, method: string, ...params: readonly unknown[]) =>
  (await fetchRpcResults(chain, [[method, ...params]]))[0]

const pay = (chain: Chain, value = "0x1", more: object = {}) =>
  call(chain, "eth_sendTransaction", { from: vera, to: milo, value, ...more })

const blockNumber = async (chain: Chain) => Number(await call(chain, "eth_blockNumber"))

describe("Chain", { timeout: 30_000 }, () => {
  it("mines a sent transaction before the response, at the world's time", async () => {
    const { chain, advance } = setup()
    const one = chain()
    for (const n of [1, 2, 3]) {
      advance(100_000)
      const hash = await pay(one)
      expect(await call(one, "eth_getTransactionReceipt", hash)).toMatchObject({ blockNumber: `0x${n}` })
      expect(one.tip()).toMatchObject({ number: n, timestamp: genesisTimestamp + n * 100 })
    }
    // The clock is fixed; blocks still advance.
    await pay(one)
    expect(one.tip()).toMatchObject({ number: 4, timestamp: genesisTimestamp + 301 })
  })

  it("mines concurrent transactions in separate blocks", async () => {
    const one = setup().chain()
    const hashes = await Promise.all([1, 2, 3, 4].map(() => pay(one)))
    for (const hash of hashes) expect(await call(one, "eth_getTransactionReceipt", hash)).not.toBeNull()
    expect(new Set(hashes).size).toBe(4)
  })

  it("runs concurrent calls in order: a read sees earlier writes only", async () => {
    const one = setup().chain()
    const seen = await Promise.all([
      blockNumber(one),
      pay(one),
      blockNumber(one),
      blockNumber(one),
      pay(one),
      pay(one),
      blockNumber(one),
    ])
    expect(seen.filter((value) => typeof value === "number")).toEqual([0, 1, 1, 3])
  })

  it.each(["evm_setAutomine", "anvil_setAutomine"])(
    "keeps transactions pending while %s is off",
    async (name) => {
      const one = setup().chain()
      await call(one, name, false)
      const hash = await pay(one)
      expect(await call(one, "eth_getTransactionReceipt", hash)).toBeNull()
      await one.rest()
      expect(one.pid()).not.toBeNull()
      await call(one, name, true)
      expect(await call(one, "eth_getTransactionReceipt", hash)).not.toBeNull()
      expect(await blockNumber(one)).toBe(1)
    },
  )

  it("drops a pending transaction, and rests afterwards", async () => {
    const one = setup().chain()
    await call(one, "evm_setAutomine", false)
    const hash = await pay(one)
    await call(one, "anvil_dropTransaction", hash)
    await one.rest()
    expect(one.pid()).toBeNull()
    expect(await call(one, "eth_getTransactionByHash", hash)).toBeNull()
    expect(one.mining()).toBe(false)
  })

  it("follows manual moves of the world's clock and of the chain's", async () => {
    const { chain, jump } = setup()
    const one = chain()
    expect(await blockNumber(one)).toBe(0)
    jump(86_400_000)
    expect(await call(one, "eth_getBlockByNumber", "latest", false)).toMatchObject({
      number: "0x1",
      timestamp: `0x${(genesisTimestamp + 86_400).toString(16)}`,
    })
    await call(one, "evm_increaseTime", 3600)
    await call(one, "evm_mine")
    expect(one.tip()).toMatchObject({ number: 2, timestamp: genesisTimestamp + 90_000 })
    await call(one, "evm_setNextBlockTimestamp", genesisTimestamp + 200_000)
    await pay(one)
    expect(one.tip()).toMatchObject({ number: 3, timestamp: genesisTimestamp + 200_000 })
  })

  it("restores tip, history and next block after a rest", async () => {
    const { chain } = setup()
    const [tired, awake] = [chain(), chain()]
    const hash = await pay(tired)
    await pay(tired, "0x2")
    await pay(awake)
    await pay(awake, "0x2")
    const pid = Number(tired.pid())
    await tired.rest()
    expect(tired.pid()).toBeNull()
    expect(() => process.kill(pid, 0)).toThrow("ESRCH")

    const asked = [
      ["eth_getBlockByNumber", "latest", true],
      ["eth_getBlockByNumber", "0x1", true],
      ["eth_getTransactionReceipt", hash],
      ["eth_getBalance", milo, "latest"],
      ["eth_getBalance", milo, "0x1"],
      ["eth_getLogs", { fromBlock: "0x0" }],
    ] as const
    expect(await fetchRpcResults(tired, asked)).toEqual(await fetchRpcResults(awake, asked))
    await pay(tired, "0x3")
    await pay(awake, "0x3")
    expect(tired.tip()).toEqual(awake.tip())
    expect(tired.tip()?.number).toBe(3)
  })

  it("stays awake while it has state that would be lost", async () => {
    const one = setup().chain()
    await pay(one, "0x1", { nonce: "0x9" })
    await one.rest()
    expect(one.pid()).not.toBeNull()
    const other = setup().chain()
    const snapshot = await call(other, "evm_snapshot")
    await pay(other)
    await other.rest()
    expect(await call(other, "evm_revert", snapshot)).toBe(true)
    expect(await blockNumber(other)).toBe(0)
  })

  it("restarts from the saved state after its process was killed", async () => {
    const one = setup().chain()
    await pay(one)
    await one.rest()
    await pay(one)
    expect(await blockNumber(one)).toBe(2)
    process.kill(Number(one.pid()), "SIGKILL")
    expect(await blockNumber(one)).toBe(1)
    await pay(one)
    expect(await blockNumber(one)).toBe(2)
  })

  it("answers each of many calls despite repeated rests", async () => {
    const one = setup().chain()
    await pay(one)
    const answers = Array.from({ length: 30 }, async (_, n) => {
      if (n % 3 === 0) await one.rest()
      return blockNumber(one)
    })
    expect(new Set(await Promise.all(answers))).toEqual(new Set([1]))
  })

  it("starts again after a failed start", async () => {
    const start = vi.fn<StartChain>(startChain).mockRejectedValueOnce(new AnvilFailed({ detail: "once" }))
    const { chain, running } = setup({ start })
    const one = chain()
    await expect(one.send([])).rejects.toThrow("once")
    expect(running.count()).toBe(0)
    expect(await blockNumber(one)).toBe(0)
  })
})

describe("RunningChains", () => {
  const ended = vi.fn<Anvil["end"]>(async () => {})
  const restful: StartChain = async () => {
    const gone = Promise.withResolvers<void>()
    const state = Buffer.from("").toString("hex")
    return makeStubAnvil({
      exited: gone.promise,
      end: async () => {
        await ended()
        gone.resolve()
      },
      send: async () => [{ jsonrpc: "2.0", id: 0, result: `0x${state}` }],
    })
  }

  it("rests the least recently used chain above the limit", async () => {
    const { chain, running } = setup({ start: restful, limits: { chains: 2, idle: 1000 } })
    const [a, b, c] = [chain(), chain(), chain()]
    await a.send([])
    await b.send([])
    await a.send([])
    await c.send([])
    expect([a.pid(), b.pid(), c.pid()]).toEqual([0, null, 0])
    expect(running.count()).toBe(2)
    await b.send([])
    expect([a.pid(), b.pid(), c.pid()]).toEqual([null, 0, 0])
  })

  it("rests chains after the idle limit", async () => {
    const waits: (() => void)[] = []
    const sleep: Sleep = (milliseconds) => {
      expect(milliseconds).toBe(1000)
      return new Promise((resolve) => waits.push(resolve))
    }
    const passed = async () => {
      const count = waits.length
      waits.at(-1)?.()
      await vi.waitFor(() => expect(one.pid() === null || waits.length > count).toBe(true))
    }
    const { chain } = setup({ start: restful, sleep })
    const one = chain()
    await one.send([])
    await one.send([])
    await passed()
    expect(one.pid()).toBe(0)
    await passed()
    expect(one.pid()).toBeNull()
    await one.send([])
    expect(one.pid()).toBe(0)
  })
})
