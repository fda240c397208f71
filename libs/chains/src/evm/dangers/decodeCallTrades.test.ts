import { polluteObjects } from "@wmodal/protocol/testing"
import { concatHex, encodeFunctionData, numberToHex, parseAbi } from "viem"
import { describe, expect, it } from "vitest"
import { decodeCallApprovals } from "./decodeCallApprovals.ts"
import { decodeCallTrades } from "./decodeCallTrades.ts"
import { listNestedCalls } from "./FunctionCall.ts"

const me = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const thief = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
const usdc = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
const dai = "0x6B175474E89094C44Da98b954EedeAC495271d0F"
const weth = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"
const spam = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
const kept = "0x0000000000000000000000000000000000000002"
const dollars = 5_000n * 10n ** 6n
const ether = 10n ** 18n

const abi = parseAbi([
  "struct Single { address a; address b; uint24 c; address d; uint256 e; uint256 f; uint160 g; }",
  "function exactInputSingle(Single)",
  "function exactOutputSingle(Single)",
  "function swapExactTokensForTokens(uint256,uint256,address[],address,uint256)",
  "function swapTokensForExactTokens(uint256,uint256,address[],address)",
  "function multicall(bytes[])",
  "function unwrapWETH9(uint256,address)",
  "function sweepToken(address,uint256,address)",
  "struct Hops { bytes path; address to; uint256 a; uint256 b; }",
  "function exactInput(Hops)",
  "function exactOutput(Hops)",
  "function unwrapWETH9WithFee(uint256,address,uint256,address)",
  "function sweepTokenWithFee(address,uint256,uint256,address)",
])
type Encoded = `0x${string}`
const single = (out: Encoded, to: Encoded, units = dollars) =>
  encodeFunctionData({
    abi,
    functionName: "exactInputSingle",
    args: [{ a: usdc, b: out, c: 500, d: to, e: units, f: 0n, g: 0n }],
  })
const unwrap = (to: Encoded = me) =>
  encodeFunctionData({ abi, functionName: "unwrapWETH9", args: [ether, to] })
const sweep = (token: Encoded, to: Encoded = me) =>
  encodeFunctionData({ abi, functionName: "sweepToken", args: [token, ether, to] })
const decode = (calls: readonly Encoded[], chainId = 1n) =>
  decodeCallTrades(
    { data: encodeFunctionData({ abi, functionName: "multicall", args: [calls] }), value: 0n },
    { chainId, from: me },
  )
const token = (address: string, units: bigint) => ({ asset: { _tag: "Token", token: address }, units })
const given = token(usdc, dollars)
const native = { asset: { _tag: "Native" }, units: ether }

describe("decodeCallTrades on a page that adds members to Object.prototype", () => {
  it("returns the same trades", () => {
    const calls = [[single(weth, kept), unwrap()], [single(weth, me)], [sweep(spam)]]
    const before = calls.map((all) => decode(all))
    const restore = polluteObjects(["path", "hops", "components", "name", "data"])
    try {
      expect(calls.map((all) => decode(all))).toEqual(before)
    } finally {
      restore()
    }
  })
})

describe("decodeCallTrades of what a router keeps", () => {
  it.each<readonly [string, readonly Encoded[]]>([
    ["another token", [single(weth, kept), sweep(spam)]],
    ["another token than is unwrapped", [single(dai, kept), unwrap()]],
    ["the token to another account", [single(weth, kept), sweep(weth, thief)]],
    ["the currency to another account", [single(weth, kept), unwrap(thief)]],
    ["nothing", [single(weth, kept)]],
  ])("returns nothing for it when the batch pays %s", (_, calls) => {
    expect(decode(calls)).toEqual([{ gives: [given], gets: [] }])
  })

  it("returns what the batch pays of the same token", () => {
    expect(decode([single(weth, kept), unwrap()])).toEqual([{ gives: [given], gets: [native] }])
    expect(decode([single(dai, kept), sweep(spam), sweep(dai)])).toEqual([
      { gives: [given], gets: [token(dai, ether)] },
    ])
  })

  it("counts one payout once when several swaps are paid by it", () => {
    expect(decode([single(weth, kept), single(weth, kept), unwrap()])).toEqual([
      { gives: [given, given], gets: [native] },
    ])
    expect(decode([single(weth, kept), single(spam, kept), unwrap(), sweep(spam)])).toEqual([
      { gives: [given], gets: [native] },
      { gives: [given], gets: [token(spam, ether)] },
    ])
  })

  it("takes the token that no call sweeps for the wrapped currency of another network", () => {
    expect(decode([single(spam, kept), single(dai, kept), sweep(spam), unwrap()], 250n)).toEqual([
      { gives: [given], gets: [token(spam, ether)] },
      { gives: [given], gets: [native] },
    ])
  })

  it("returns nothing for a swap that pays another account", () => {
    const args = [{ a: usdc, b: weth, c: 500, d: thief, e: ether, f: dollars, g: 0n }] as const
    expect(decode([encodeFunctionData({ abi, functionName: "exactOutputSingle", args })])).toEqual([
      { gives: [given], gets: [] },
    ])
  })
})

const hops = (...tokens: readonly Encoded[]) =>
  concatHex(tokens.flatMap((one, at) => (at === 0 ? [one] : ["0x0001f4", one])))
const exactInput = (path: Encoded, to: Encoded = me) =>
  encodeFunctionData({ abi, functionName: "exactInput", args: [{ path, to, a: dollars, b: ether }] })

describe("decodeCallTrades of paths of pools", () => {
  it("reads the first and the last token, in their order", () => {
    const fair = [{ gives: [given], gets: [token(weth, ether)] }]
    expect(decode([exactInput(hops(usdc, dai, weth))])).toEqual(fair)
    const args = [{ path: hops(weth, dai, usdc), to: me, a: ether, b: dollars }] as const
    expect(decode([encodeFunctionData({ abi, functionName: "exactOutput", args })])).toEqual(fair)
    expect(decode([exactInput(hops(usdc, weth), thief)])).toEqual([{ gives: [given], gets: [] }])
  })

  it("reads nothing of a path that is cut, too short or of another length", () => {
    for (const path of [usdc, hops(usdc, weth).slice(0, -2), `${hops(usdc, weth)}00`])
      expect(decode([exactInput(`0x${path.slice(2)}`)])).toEqual([])
    const data = exactInput(hops(usdc, weth)).slice(0, -64)
    expect(decodeCallTrades({ data, value: 0n }, { chainId: 1n, from: me })).toEqual([])
  })

  it("takes the fee from what the router pays out, and nothing for a fee out of proportion", () => {
    const paid = (bips: bigint) =>
      decode([
        exactInput(hops(usdc, dai, weth), kept),
        encodeFunctionData({ abi, functionName: "unwrapWETH9WithFee", args: [ether, me, bips, thief] }),
      ])
    expect(paid(100n)).toEqual([{ gives: [given], gets: [{ ...native, units: (ether * 99n) / 100n }] }])
    expect(paid(1_001n)).toEqual([{ gives: [given], gets: [{ ...native, units: 0n }] }])
    const swept = encodeFunctionData({
      abi,
      functionName: "sweepTokenWithFee",
      args: [weth, ether, 50n, thief],
    })
    expect(decode([exactInput(hops(usdc, dai, weth), kept), swept])).toEqual([
      { gives: [given], gets: [token(weth, (ether * 995n) / 1_000n)] },
    ])
  })
})

/** A multicall of 190 calls that are all at the same place. */
const repeat = (call: Encoded) =>
  concatHex([
    "0xac9650d8",
    numberToHex(32, { size: 32 }),
    numberToHex(190, { size: 32 }),
    ...Array.from({ length: 190 }, () => numberToHex(190 * 32, { size: 32 })),
    numberToHex((call.length - 2) / 2, { size: 32 }),
    call,
  ])
const long = encodeFunctionData({
  abi,
  functionName: "swapExactTokensForTokens",
  args: [dollars, ether, [usdc, ...Array.from({ length: 9_000 }, (): Encoded => spam), weth], me, 9n],
})

describe("decodeCallTrades of long calls", () => {
  it("reads the first and the last token of a path of 9,000", () => {
    expect(decodeCallTrades({ data: long, value: 0n }, { chainId: 1n, from: me })).toEqual([
      { gives: [given], gets: [token(weth, ether)] },
    ])
    const cut = long.slice(0, -40)
    expect(decodeCallTrades({ data: cut, value: 0n }, { chainId: 1n, from: me })).toEqual([])
  })

  it("refuses nested calls that are at the same place", { timeout: 5_000 }, () => {
    const data = repeat(long)
    expect(listNestedCalls(data.slice(2))).toMatchObject({
      calls: [{ selector: "ac9650d8" }],
      isComplete: false,
    })
    expect(decodeCallApprovals(weth, data)).toEqual([null])
    expect(decodeCallTrades({ data, value: 0n }, { chainId: 1n, from: me })).toEqual([])
  })
})

describe("decodeCallTrades of an exact output that the router does not compare", () => {
  const exactly = (...path: readonly Encoded[]) =>
    encodeFunctionData({ abi, functionName: "swapTokensForExactTokens", args: [ether, dollars, path, me] })

  it("returns nothing when a token on the path may keep it", () => {
    expect(decode([exactly(usdc, spam, weth)])).toEqual([{ gives: [given], gets: [token(weth, 0n)] }])
    expect(decode([exactly(usdc, dai, spam, weth)])).toEqual([{ gives: [given], gets: [token(weth, 0n)] }])
  })

  it("returns the amount when every token on the path passes on all", () => {
    const fair = [{ gives: [given], gets: [token(weth, ether)] }]
    expect(decode([exactly(usdc, weth)])).toEqual(fair)
    expect(decode([exactly(usdc, dai, weth)])).toEqual(fair)
  })
})
