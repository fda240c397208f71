import { mainnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { encodeFunctionData, parseAbi } from "viem"
import { describe, expect, it } from "vitest"
import type { WalletRequest } from "../contract/Explanation.ts"
import { feelessBlock, makeScriptedRpc } from "../testing/scriptedRpc.ts"
import { makeExplain } from "./makeExplain.ts"

const from = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const contract = "0xbad0bad0bad0bad0bad0bad0bad0bad0bad0bad0"
const weth = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"
const value = 5n * 10n ** 18n
const abi = parseAbi([
  "function acceptOwnership()",
  "function approve(address,uint256)",
  "function deposit()",
  "function multicall(bytes[])",
  "function setApprovalForAll(address,bool)",
  "function transfer(address,uint256)",
])
const word = `0x${"0".repeat(63)}6`

/** A node on which every address is a token of 6 decimals, and calls do nothing. */
const warningsOf = async (request: WalletRequest) => {
  const { rpc } = makeScriptedRpc((method, [first]) => {
    if (method === "eth_getCode") return "0x60"
    if (method === "eth_call") return word
    if (method !== "eth_simulateV1") return feelessBlock[method]
    return [
      { calls: Object(first).blockStateCalls[0].calls.map(() => ({ status: "0x1", returnData: word })) },
    ]
  })
  const asked = { network, rpc, from, own: [from], request, tokens: [], nameOf: () => null }
  const { dangers } = await Effect.runPromise(makeExplain([])(asked))
  return dangers.filter(({ _tag }) => _tag === "UnsaidValue" || _tag === "Unread")
}
const sending = (data: string, sent = value, to = contract): WalletRequest => ({
  _tag: "Transaction",
  transaction: { to, data, value: `0x${sent.toString(16)}` },
})
const accepting = encodeFunctionData({ abi, functionName: "acceptOwnership" })

describe("makeExplain of what a call sends without saying so", () => {
  it.each([
    ["accepts an ownership", accepting],
    ["approves nothing", encodeFunctionData({ abi, functionName: "approve", args: [contract, 0n] })],
    ["transfers nothing to oneself", encodeFunctionData({ abi, functionName: "transfer", args: [from, 0n] })],
    ["is a multicall of nothing", encodeFunctionData({ abi, functionName: "multicall", args: [[]] })],
    [
      "ends an approval",
      encodeFunctionData({ abi, functionName: "setApprovalForAll", args: [contract, false] }),
    ],
    ["is deposit() of another contract", encodeFunctionData({ abi, functionName: "deposit" })],
  ])("warns of 5 ETH when the call %s", async (_, data) => {
    expect(await warningsOf(sending(data))).not.toEqual([])
    expect(await warningsOf({ _tag: "Calls", calls: [{ to: contract, data, value }] })).not.toEqual([])
  })

  it("says how much is sent", async () => {
    expect(await warningsOf(sending(accepting))).toEqual([{ _tag: "UnsaidValue", value }])
  })

  it("returns nothing when no value is sent, when the words say it, and for a contract that is known", async () => {
    expect(await warningsOf(sending(accepting, 0n))).toEqual([])
    expect(await warningsOf(sending("0x"))).toEqual([])
    const deposit = encodeFunctionData({ abi, functionName: "deposit" })
    expect(await warningsOf(sending(deposit, value, weth))).toEqual([])
  })
})
