import { evm } from "@wmodal/chains/evm"
import { type Rpc, RpcError } from "@wmodal/protocol"
import { mainnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { numberToHex, parseEther } from "viem"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { type Anvil, startAnvil } from "./Anvil.ts"
import { accounts } from "./accounts.ts"
import { genesisTimestamp } from "./genesis.ts"
import { fetchRpcResults } from "./rpcResults.ts"

const [from] = accounts
const contract = "0x00000000000000000000000000000000000bad00"
const miner = "0x00000000000000000000000000000000000000cb"
const gasPrice = parseEther("3", "gwei")

/**
 * The code of a contract that keeps what it is paid, but returns twice as much where a condition of the stack holds:
 * the mark of a simulation.
 */
const makeTrap = (condition: string) => {
  // An iszero and a jump over the call: PUSH1 0 four times, PUSH8 2 ether, CALLER, GAS, CALL.
  const pay = `600060006000600067${toWord(parseEther("2"), 8)}335af150`
  const end = condition.length / 2 + 4 + pay.length / 2
  return `0x${condition}1560${end.toString(16).padStart(2, "0")}57${pay}5b00`
}

const toWord = (value: bigint, bytes: number) => value.toString(16).padStart(2 * bytes, "0")

describe("review of a call to a contract that behaves well only in a simulation", { timeout: 30_000 }, () => {
  let anvil: Anvil
  beforeAll(async () => {
    anvil = await startAnvil({ chainId: 1, timestamp: genesisTimestamp })
    await fetchRpcResults(anvil, [
      ["anvil_setCoinbase", miner],
      ["anvil_setBalance", contract, numberToHex(parseEther("100"))],
      ["evm_mine"],
    ])
  })
  afterAll(() => anvil.end())

  const rpc: Rpc = {
    request: (method, params = []) =>
      Effect.tryPromise({
        try: async () => (await fetchRpcResults(anvil, [[method, ...params]]))[0],
        catch: (error) =>
          new RpcError({
            method,
            host: "",
            reason: { _tag: "Answered", code: -32000, text: String(error) },
          }),
      }),
    pin: Effect.suspend(() => Effect.succeed(rpc)),
  }

  const getBalance = async () =>
    BigInt(z.string().parse((await fetchRpcResults(anvil, [["eth_getBalance", from, "latest"]]))[0]))

  /** The condition of each, by the head of the chain and what its caller has left of its balance. */
  it.each<[string, (head: bigint, left: bigint) => string]>([
    ["by code at the address that balances were once read at", () => `73${"0ba1a2".padStart(40, "0")}3b`],
    ["by a gas price of zero", () => "3a15"],
    ["by a base fee of zero", () => "4815"],
    ["by a block without a miner", () => "4115"],
    ["by the number of the latest block", (head) => `61${toWord(head, 2)}431115`],
    ["by a caller who pays no fee", (_, left) => `7f${toWord(left, 32)}333114`],
    ["by the gas of a whole block", () => "62ffffff5a11"],
    ["by a caller with code", () => "333b"],
  ])("shows the loss to one that recognises it %s", async (_, condition) => {
    const [head] = await fetchRpcResults(anvil, [["eth_blockNumber"]])
    const left = (await getBalance()) - parseEther("1")
    const trap = makeTrap(condition(BigInt(z.string().parse(head)), left))
    await fetchRpcResults(anvil, [["anvil_setCode", contract, trap]])
    const transaction = { from, to: contract, value: numberToHex(parseEther("1")), data: "0x" }
    const { actions } = await evm().load()
    const { explain } = await actions.get()
    const { trial } = await Effect.runPromise(
      explain({
        network,
        rpc,
        from,
        request: { _tag: "Transaction", transaction },
        tokens: [],
        nameOf: () => null,
      }),
    )
    const before = await getBalance()
    const [hash] = await fetchRpcResults(anvil, [
      ["eth_sendTransaction", { ...transaction, gas: "0x30000", gasPrice: numberToHex(gasPrice) }],
    ])
    await fetchRpcResults(anvil, [["evm_mine"]])
    const [receipt] = await fetchRpcResults(anvil, [["eth_getTransactionReceipt", hash]])
    const { gasUsed } = z.object({ gasUsed: z.string() }).parse(receipt)
    const change = (await getBalance()) - before + BigInt(gasUsed) * gasPrice
    if (trial?._tag !== "Simulated") throw new Error(`not simulated: ${trial?._tag}`)
    expect(trial.changes.map(({ after, before: was }) => after - was)).toEqual([change])
    expect(change).toBe(-parseEther("1"))
  })
})
