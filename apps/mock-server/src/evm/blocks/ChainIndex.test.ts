import { mainnet } from "@wmodal/protocol/networks"
import { afterEach, describe, expect, it } from "vitest"
import { type Anvil, AnvilFailed } from "../Anvil.ts"
import { accounts } from "../accounts.ts"
import { exchangeAddress } from "../exchange.ts"
import { fetchRpcResults } from "../rpcResults.ts"
import { type SavedChain, saveChain } from "../savedChain.ts"
import { startChain } from "../startChain.ts"
import { makeChainIndex } from "./ChainIndex.ts"
import type { ChainTransaction } from "./ChainTransaction.ts"

const [vera, milo] = accounts
/** `swap(0xEeee…, mUSDC, 1 ether, 0, vera, 2^64 - 1)` */
const swap =
  "0x9908fc8b000000000000000000000000eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee0000000000000000000000008bbc3514477d75ec797bbe4e19d7961660bb849c0000000000000000000000000000000000000000000000000de0b6b3a76400000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000f39fd6e51aad88f6f4ce6ab8827279cfffb92266000000000000000000000000000000000000000000000000ffffffffffffffff"

const running: Anvil[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((anvil) => anvil.end()))
})

const begin = async (saved: SavedChain | null = null) => {
  const anvil = await startChain(mainnet, saved)
  running.push(anvil)
  return anvil
}

const call = async (anvil: Anvil, method: string, ...params: readonly unknown[]) =>
  (await fetchRpcResults(anvil, [[method, ...params]]))[0]

const pay = async (anvil: Anvil, ...values: readonly number[]) => {
  for (const value of values) {
    await call(anvil, "eth_sendTransaction", { from: vera, to: milo, value: `0x${value.toString(16)}` })
    await call(anvil, "evm_mine")
  }
}

const amounts = (transactions: readonly ChainTransaction[]) =>
  transactions.flatMap(({ movements }) =>
    movements.map(({ moved }) => (moved._tag === "Collectible" ? 0 : Number(moved.amount))),
  )

describe("ChainIndex", { timeout: 30_000 }, () => {
  it("reads each block once for concurrent queries", async () => {
    const anvil = await begin()
    await pay(anvil, 1, 2)
    const asked: string[] = []
    const index = makeChainIndex(async () => ({
      send: (payload) => {
        asked.push(JSON.stringify(payload))
        return anvil.send(payload)
      },
    }))
    const all = await Promise.all([index.transactions(), index.transactions(), index.transactions()])
    for (const transactions of all) expect(amounts(transactions)).toEqual([1, 2])
    expect(asked.filter((text) => text.includes("trace_block"))).toHaveLength(2)
    await pay(anvil, 3)
    expect(amounts(await index.transactions())).toEqual([1, 2, 3])
    expect(asked.filter((text) => text.includes("trace_block"))).toHaveLength(3)
  })

  it("follows a reverted chain of any depth", async () => {
    const anvil = await begin()
    const index = makeChainIndex(async () => anvil)
    await pay(anvil, 1)
    const far = await call(anvil, "evm_snapshot")
    await pay(anvil, 2)
    await call(anvil, "anvil_mine", "0x5")
    const near = await call(anvil, "evm_snapshot")
    await pay(anvil, 3)
    expect(amounts(await index.transactions())).toEqual([1, 2, 3])
    await call(anvil, "evm_revert", near)
    await pay(anvil, 4)
    expect(amounts(await index.transactions())).toEqual([1, 2, 4])
    await call(anvil, "evm_revert", far)
    await call(anvil, "anvil_mine", "0x20")
    expect(amounts(await index.transactions())).toEqual([1])
    await pay(anvil, 5)
    expect(amounts(await index.transactions())).toEqual([1, 5])
  })

  it("keeps its entries, including inner payments, when the chain rests", async () => {
    let anvil = await begin()
    const index = makeChainIndex(async () => anvil)
    await pay(anvil, 1)
    const value = "0xde0b6b3a7640000"
    await call(anvil, "eth_sendTransaction", { from: vera, to: exchangeAddress, value, data: swap })
    await call(anvil, "evm_mine")
    const before = await index.transactions()
    expect(before.map(({ movements }) => movements.length)).toEqual([1, 3])

    anvil = await begin(await saveChain(anvil))
    expect(await makeChainIndex(async () => anvil).transactions()).toEqual(before)
    await pay(anvil, 2)
    expect((await index.transactions()).slice(0, 2)).toEqual(before)
    expect(await index.transactions()).toHaveLength(3)
  })

  it("lists nothing twice after a failed update", async () => {
    const anvil = await begin()
    await pay(anvil, 1, 2)
    let broken = true
    const index = makeChainIndex(async () => ({
      send: async (payload) => {
        if (broken && JSON.stringify(payload).includes("0x2")) throw new AnvilFailed({ detail: "gone" })
        return anvil.send(payload)
      },
    }))
    await expect(index.transactions()).rejects.toBeInstanceOf(AnvilFailed)
    broken = false
    expect(amounts(await index.transactions())).toEqual([1, 2])
  })

  it("skips any number of empty blocks", { tags: ["full"] }, async () => {
    const anvil = await begin()
    const index = makeChainIndex(async () => anvil)
    await call(anvil, "anvil_mine", "0x4b0")
    await pay(anvil, 7)
    expect(amounts(await index.transactions())).toEqual([7])
  })
})
