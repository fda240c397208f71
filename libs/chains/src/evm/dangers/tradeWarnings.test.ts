import { Effect } from "effect"
import { encodeFunctionData, parseAbi } from "viem"
import { describe, expect, it } from "vitest"
import type { Trade } from "../../effects/Trade.ts"
import { testSources } from "../../testing/explainFixtures.ts"
import { makeScriptedRpc } from "../../testing/scriptedRpc.ts"
import { decodeTypedData } from "../explain/data/DecodedTypedData.ts"
import { decodeCallTrades } from "./decodeCallTrades.ts"
import { decodeOrderTrade } from "./decodeOrderTrades.ts"
import { isGiveaway } from "./isGiveaway.ts"
import { fetchTradeWarnings, isFarBelowExpected } from "./tradeWarnings.ts"

const me = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const thief = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
const usdc = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
const dai = "0x6B175474E89094C44Da98b954EedeAC495271d0F"
const weth = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"
const ape = "0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D"
const dollars = 5_000n * 10n ** 6n
const ether = 10n ** 18n
const kept = "0x0000000000000000000000000000000000000002"

const gusd = "0x056Fd409E1d7A124BD7017459dFEa2F387b6d5Cd"
const decimals: Readonly<Record<string, number>> = {
  [usdc]: 6,
  [gusd]: 2,
  "0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599": 8,
}
const sources = {
  ...testSources,
  token: (address: string) =>
    Effect.succeed(
      address === ape || address === eeee
        ? null
        : { name: "", symbol: "", decimals: decimals[address] ?? 18 },
    ),
}
const eeee = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE"
/** A node on which all but one address is a contract. */
const { rpc } = makeScriptedRpc((method, [address]) =>
  method === "eth_getCode" ? (address === thief ? "0x" : "0x60") : undefined,
)
const warn = (trades: readonly Trade[], nativePrice: number | null = 2_500) =>
  Effect.runPromise(
    fetchTradeWarnings(
      trades,
      { chainId: 1n, sources },
      (token) => (token === null ? nativePrice : null),
      rpc,
    ),
  )
const decode = (call: { readonly data: string; readonly value: bigint }) =>
  decodeCallTrades(call, { chainId: 1n, from: me })
const bad = [{ _tag: "Giveaway" }]

const abi = parseAbi([
  "function swapExactTokensForTokens(uint256,uint256,address[],address,uint256)",
  "function swapExactTokensForETH(uint256,uint256,address[],address,uint256)",
  "function swapExactETHForTokens(uint256,address[],address,uint256)",
  "function swapETHForExactTokens(uint256,address[],address,uint256)",
  "function swapTokensForExactTokens(uint256,uint256,address[],address,uint256)",
  "struct Single { address a; address b; uint24 c; address d; uint256 e; uint256 f; uint160 g; }",
  "function exactInputSingle(Single)",
  "function exactOutputSingle(Single)",
  "function swap(address,(address,address,address,address,uint256,uint256,uint256),bytes,bytes)",
  "function multicall(bytes[])",
  "function unwrapWETH9(uint256,address)",
])
const abiUntil = parseAbi([
  "struct Single { address a; address b; uint24 c; address d; uint256 u; uint256 e; uint256 f; uint160 g; }",
  "function exactInputSingle(Single)",
])
type Encoded = `0x${string}`
const single = (to: Encoded, least: bigint) =>
  encodeFunctionData({
    abi,
    functionName: "exactInputSingle",
    args: [{ a: usdc, b: weth, c: 500, d: to, e: dollars, f: least, g: 0n }],
  })
const multicall = (...calls: readonly Encoded[]) =>
  encodeFunctionData({ abi, functionName: "multicall", args: [calls] })
const unwrap = (least: bigint) => encodeFunctionData({ abi, functionName: "unwrapWETH9", args: [least, me] })

/** Swaps of 5,000 dollars, or of 2 ether, for at least an amount. */
const swaps: readonly (readonly [name: string, swap: (least: bigint) => { data: string; value: bigint }])[] =
  [
    [
      "swapExactTokensForTokens",
      (least) => ({
        value: 0n,
        data: encodeFunctionData({
          abi,
          functionName: "swapExactTokensForTokens",
          args: [dollars, least, [usdc, weth], me, 9n],
        }),
      }),
    ],
    [
      "swapExactTokensForETH",
      (least) => ({
        value: 0n,
        data: encodeFunctionData({
          abi,
          functionName: "swapExactTokensForETH",
          args: [dollars, least, [usdc, weth], me, 9n],
        }),
      }),
    ],
    [
      "swapTokensForExactTokens",
      (least) => ({
        value: 0n,
        data: encodeFunctionData({
          abi,
          functionName: "swapTokensForExactTokens",
          args: [least, dollars, [usdc, weth], me, 9n],
        }),
      }),
    ],
    ["exactInputSingle", (least) => ({ value: 0n, data: single(me, least) })],
    [
      "exactInputSingle with a deadline",
      (least) => ({
        value: 0n,
        data: encodeFunctionData({
          abi: abiUntil,
          functionName: "exactInputSingle",
          args: [{ a: usdc, b: weth, c: 500, d: me, u: 9n, e: dollars, f: least, g: 0n }],
        }),
      }),
    ],
    [
      "exactOutputSingle",
      (least) => ({
        value: 0n,
        data: encodeFunctionData({
          abi,
          functionName: "exactOutputSingle",
          args: [{ a: usdc, b: weth, c: 500, d: me, e: least, f: dollars, g: 0n }],
        }),
      }),
    ],
    [
      "swap of 1inch",
      (least) => ({
        value: 0n,
        data: encodeFunctionData({
          abi,
          functionName: "swap",
          args: [thief, [usdc, weth, thief, me, dollars, least, 0n], "0x", "0x"],
        }),
      }),
    ],
    ["a multicall", (least) => ({ value: 0n, data: multicall(single(me, least)) })],
    [
      "a multicall that unwraps",
      (least) => ({ value: 0n, data: multicall(single(kept, 0n), unwrap(least)) }),
    ],
  ]

describe("fetchTradeWarnings of calls", () => {
  it.each(swaps)("warns of less than half of the worth for %s", async (_, swap) => {
    expect(await warn(decode(swap(10_001n)))).toEqual(bad)
    expect(await warn(decode(swap(ether / 2n)))).toEqual(bad)
    expect(await warn(decode(swap((ether * 19n) / 10n)))).toEqual([])
  })

  it.each(["swapExactETHForTokens", "swapETHForExactTokens"] as const)(
    "warns of less than half of the sent value for %s",
    async (functionName) => {
      const swap = (least: bigint) =>
        decode({
          value: 2n * ether,
          data: encodeFunctionData({ abi, functionName, args: [least, [weth, usdc], me, 9n] }),
        })
      expect(await warn(swap(dollars / 5n))).toEqual(bad)
      expect(await warn(swap(dollars))).toEqual([])
    },
  )

  it("takes what is next to nothing for that without a price, and no more", async () => {
    const swap = (least: bigint) => decode({ data: single(me, least), value: 0n })
    expect(await warn(swap(10_001n), null)).toEqual(bad)
    expect(await warn(swap(ether / 2n), null)).toEqual([])
  })

  it("compares a small swap into a dear token by worth", async () => {
    const wbtc = "0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599"
    const swap = (least: bigint) => {
      const args = [9_000_000n, least, [usdc, wbtc], me, 9n] as const
      const data = encodeFunctionData({ abi, functionName: "swapExactTokensForTokens", args })
      expect(isGiveaway(data, me)).toBe(least === 0n)
      return decode({ data, value: 0n })
    }
    expect(await warn(swap(9_900n))).toEqual([])
    for (const least of [0n, 1n, 1_000n]) expect(await warn(swap(least))).toEqual(bad)
  })

  it("warns of few base units of a token with few decimals", async () => {
    const swap = (least: bigint) => {
      const args = [dollars, least, [usdc, gusd], me, 9n] as const
      const data = encodeFunctionData({ abi, functionName: "swapExactTokensForTokens", args })
      return decode({ data, value: 0n })
    }
    expect(await warn(swap(9_999n))).toEqual(bad)
    expect(await warn(swap(499_000n))).toEqual([])
  })

  it("returns no trade for other calls, and for a call that is cut", () => {
    expect(decode({ data: "0x", value: 1n })).toEqual([])
    expect(decode({ data: single(me, 1n).slice(0, 100), value: 0n })).toEqual([])
  })

  it("tells a minimum far below what the node expects", () => {
    const trades = decode({ data: single(me, ether), value: 0n })
    const arriving = (after: bigint) =>
      isFarBelowExpected(trades, { _tag: "Simulated", changes: [{ token: weth, before: 0n, after }] })
    expect([arriving(2n * ether + 1n), arriving(2n * ether), arriving(ether)]).toEqual([true, false, false])
    expect(isFarBelowExpected(trades, { _tag: "Unavailable" })).toBe(false)
  })

  it("adds up the minimums of a split route to compare them with what the node expects", () => {
    const leg = single(me, ether)
    const arriving = (after: bigint) => ({
      _tag: "Simulated" as const,
      changes: [{ token: weth, before: 0n, after }],
    })
    const split = decode({ data: multicall(leg, leg, leg), value: 0n })
    expect(isFarBelowExpected(split, arriving(6n * ether))).toBe(false)
    expect(isFarBelowExpected(split, arriving(6n * ether + 1n))).toBe(true)
    const two = [...decode({ data: leg, value: 0n }), ...decode({ data: leg, value: 0n })]
    expect(isFarBelowExpected(two, arriving(4n * ether))).toBe(false)
  })
})

const seaport = (consideration: readonly Readonly<Record<string, string>>[], offer = [item(2, ape, 1n)]) =>
  toTrades(
    "Seaport",
    "0x0000000000000068F116a894984e2DB1123eB395",
    "OrderComponents",
    {
      OrderComponents: [
        ["offerer", "address"],
        ["offer", "Item[]"],
        ["consideration", "Item[]"],
      ],
      Item: [
        ["itemType", "uint8"],
        ["token", "address"],
        ["identifierOrCriteria", "uint256"],
        ["startAmount", "uint256"],
        ["endAmount", "uint256"],
        ["recipient", "address"],
      ],
    },
    { offerer: me, offer, consideration },
  )
const item = (itemType: number, token: string, start: bigint, end = start, recipient = me) => ({
  itemType: `${itemType}`,
  token,
  identifierOrCriteria: "7",
  startAmount: `${start}`,
  endAmount: `${end}`,
  recipient,
})
const cow = (terms: Readonly<Record<"sellAmount" | "feeAmount" | "buyAmount", bigint>>) =>
  toTrades(
    "Gnosis Protocol",
    "0x9008D19f58AAbD9eD0D60971565AA8510560ab41",
    "Order",
    {
      Order: [
        ["sellToken", "address"],
        ["buyToken", "address"],
        ["sellAmount", "uint256"],
        ["feeAmount", "uint256"],
        ["buyAmount", "uint256"],
      ],
    },
    {
      sellToken: usdc,
      buyToken: dai,
      ...Object.fromEntries(Object.entries(terms).map(([name, units]) => [name, `${units}`])),
    },
  )
const toTrades = (
  name: string,
  verifyingContract: string,
  primaryType: string,
  types: Readonly<Record<string, readonly (readonly [string, string])[]>>,
  message: unknown,
): readonly Trade[] => {
  const read = decodeTypedData(
    JSON.stringify({
      domain: { name, chainId: 1, verifyingContract: verifyingContract.toLowerCase() },
      primaryType,
      types: Object.fromEntries(
        Object.entries(types).map(([type, members]) => [
          type,
          members.map(([called, of]) => ({ name: called, type: of })),
        ]),
      ),
      message,
    }),
  )
  const trade = read === null ? null : decodeOrderTrade(read)
  return trade === null ? [] : [trade]
}
const none = "0x0000000000000000000000000000000000000000"

describe("fetchTradeWarnings of orders", () => {
  it.each([
    ["an ape for nothing", seaport([])],
    ["an ape for 10,000 wei of WETH", seaport([item(1, weth, 10_000n)])],
    ["an ape at a price that falls to nothing", seaport([item(0, none, ether, 0n)])],
    [
      "most of the price to another account",
      seaport([item(0, none, ether / 10_000n), item(0, none, 10n * ether, 10n * ether, thief)]),
    ],
    [
      "most of the price to another account in another currency",
      seaport([item(1, dai, ether), item(0, none, ether, ether, thief)]),
    ],
    ["5,000 dollars for 1 ether cent", seaport([item(0, none, ether / 100n)], [item(1, usdc, dollars)])],
    [
      "a fee of 4,999 on a sale of 1",
      cow({ sellAmount: 10n ** 6n, feeAmount: 4_999n * 10n ** 6n, buyAmount: ether }),
    ],
    ["an ape for half a thousandth of an ether", seaport([item(0, none, ether / 2_000n)])],
    ["an ape for half a dollar", seaport([item(1, usdc, 500_000n)])],
    ["an ape for another collectible", seaport([item(2, ape, 1n)])],
    ["an ape for a token whose decimals no node says", seaport([item(1, ape, ether)])],
    ["5,000 dollars for a collectible without code", seaport([item(2, thief, 1n)], [item(1, usdc, dollars)])],
    [
      "5,000 dollars for a token at the address that others write for ether",
      seaport([item(1, eeee, 2n * ether)], [item(1, usdc, dollars)]),
    ],
    ["a sale for nothing", cow({ sellAmount: dollars, feeAmount: 0n, buyAmount: 0n })],
  ])("warns of %s", async (_, trades) => {
    expect(trades).toHaveLength(1)
    expect(await warn(trades)).toEqual(bad)
  })

  it.each([
    [
      "an ape at 12 ether less the marketplace's fee",
      seaport([item(0, none, 11n * ether), item(0, none, ether, ether, thief)]),
    ],
    ["an ape for a token without a price", seaport([item(1, dai, ether)])],
    [
      "a bid of 1 ether for an ape, with a fee",
      seaport([item(2, ape, 1n), item(1, weth, ether / 40n, ether / 40n, thief)], [item(1, weth, ether)]),
    ],
    ["a sale of 5,000 at 4,990", cow({ sellAmount: dollars, feeAmount: 0n, buyAmount: 4_990n * ether })],
  ])("returns nothing for %s", async (_, trades) => {
    expect(trades).toHaveLength(1)
    expect(await warn(trades)).toEqual([])
  })
})
