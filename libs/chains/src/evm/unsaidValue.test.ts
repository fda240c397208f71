import { mainnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { encodeFunctionData, parseAbi } from "viem"
import { describe, expect, it } from "vitest"
import type { WalletRequest } from "../contract/Explanation.ts"
import { emptyExplanation } from "../explain/emptyExplanation.ts"
import { feelessBlock, makeScriptedRpc } from "../testing/scriptedRpc.ts"
import { hidesValue } from "./explain/hidesValue.ts"
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
  "struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 least; uint160 limit; }",
  "function exactInputSingle(Single swap)",
  "function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)",
  "struct Inner { address to; bytes data; uint256 value; bool skipRevert; bytes32 callbackHash; }",
  "function multicall(Inner[] bundle)",
])
const inTime = parseAbi(["function multicall(uint256, bytes[])"])
const usdc = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
const router = "0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45"
const pool = "0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2"
const bundler = "0x6566194141eefa99Af43Bb5Aa71460Ca2Dc90245"
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
const swapping = (tokenIn: `0x${string}`, amountIn: bigint) =>
  encodeFunctionData({
    abi,
    functionName: "exactInputSingle",
    args: [{ tokenIn, tokenOut: weth, fee: 500, recipient: from, amountIn, least: 10n ** 16n, limit: 0n }],
  })
const swappingFor = (least: bigint) =>
  encodeFunctionData({
    abi,
    functionName: "exactInputSingle",
    args: [
      { tokenIn: usdc, tokenOut: weth, fee: 500, recipient: from, amountIn: 10n ** 10n, least, limit: 0n },
    ],
  })
const batching = (...calls: readonly `0x${string}`[]) =>
  encodeFunctionData({ abi: parseAbi(["function multicall(bytes[])"]), args: [calls] })
const batchingUntil = (...calls: readonly `0x${string}`[]) =>
  encodeFunctionData({ abi: inTime, functionName: "multicall", args: [9n, calls] })
const sendingOn = (value: bigint) =>
  ({ to: contract, data: "0x", value, skipRevert: false, callbackHash: `0x${"0".repeat(64)}` }) as const
const bundling = (...values: readonly bigint[]) =>
  encodeFunctionData({ abi, functionName: "multicall", args: [values.map(sendingOn)] })
const supplying = encodeFunctionData({ abi, functionName: "supply", args: [usdc, 5n, from, 0] })
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

  it("warns of a later call of a batch", async () => {
    const calls = [0n, value].map((sent) => ({ to: contract, data: accepting, value: sent }))
    const [first, ...others] = calls
    if (first === undefined) throw new Error("no call")
    expect(await warningsOf({ _tag: "Calls", calls: [first, ...others] })).toContainEqual({
      _tag: "UnsaidValue",
      value,
    })
  })

  it("counts what calls within pass on only if the contract is known", () => {
    const inner = { ...emptyExplanation, intent: "Send", contract: usdc, value, digest: "0x" }
    const passing = {
      ...emptyExplanation,
      contract,
      value,
      digest: "0x",
      fields: [{ label: "Call", text: "Send", value: { _tag: "Call", call: inner } as const }],
    }
    expect([true, false].map((isKnown) => hidesValue(passing, isKnown, 1n))).toEqual([false, true])
  })

  it("says how much is sent", async () => {
    expect(await warningsOf(sending(accepting))).toEqual([{ _tag: "UnsaidValue", value }])
  })

  it.each([
    ["a swap of USDC", router, swapping(usdc, 25n * 10n ** 6n)],
    ["a swap of less wrapped currency", router, swapping(weth, value - 1n)],
    ["a deposit of USDC", pool, supplying],
    ["a swap that returns as much wrapped currency", router, swappingFor(value)],
    ["a batch of a swap that returns as much", router, batching(swappingFor(value))],
    ["a batch of a swap of less", router, batching(swapping(weth, value - 1n))],
    ["a batch of nothing", router, batching()],
    ["a bundle of nothing", bundler, bundling()],
    ["a bundle that sends less", bundler, bundling(value - 1n)],
    [
      "an approval that a known token's descriptor reads",
      usdc,
      encodeFunctionData({ abi, functionName: "approve", args: [contract, 5n] }),
    ],
  ])("warns of 5 ETH with %s by a contract that is known", async (_, to, data) => {
    expect(await warningsOf(sending(data, value, to))).toContainEqual({ _tag: "UnsaidValue", value })
    expect(await warningsOf(sending(data, 0n, to))).not.toContainEqual(
      expect.objectContaining({ _tag: "UnsaidValue" }),
    )
  })

  it.each([
    ["a swap of as much wrapped currency", router, swapping(weth, value)],
    ["a batch of a swap of as much", router, batching(swapping(weth, value))],
    ["a batch of a swap of as much in time", router, batchingUntil(swapping(weth, value))],
    ["a batch of two swaps", router, batching(swapping(weth, value - 1n), swapping(weth, 1n))],
    ["a bundle that sends it all", bundler, bundling(value - 1n, 1n)],
  ])("says nothing of 5 ETH with %s", async (_, to, data) => {
    expect(await warningsOf(sending(data, value, to))).not.toContainEqual(
      expect.objectContaining({ _tag: "UnsaidValue" }),
    )
  })

  it("returns nothing when no value is sent, and when the words say it", async () => {
    expect(await warningsOf(sending(accepting, 0n))).toEqual([])
    expect(await warningsOf(sending("0x"))).toEqual([])
    const deposit = encodeFunctionData({ abi, functionName: "deposit" })
    expect(await warningsOf(sending(deposit, value, weth))).toEqual([])
  })
})
