import { type Abi, encodeFunctionData, parseAbi } from "viem"
import { describe, expect, it } from "vitest"
import { decodeCallTrades } from "./decodeCallTrades.ts"
import { isGiveaway } from "./isGiveaway.ts"

const me = "0x1111111111111111111111111111111111111111"
const thief = "0x2222222222222222222222222222222222222222"
const token = "0x3333333333333333333333333333333333333333"
const none = "0x0000000000000000000000000000000000000000"
/** A path of two pools. */
const hops = `0x${[token, token, token].map((one) => one.slice(2)).join("0001f4")}`

interface Terms {
  /** The least amount that comes back. */
  readonly least: bigint
  readonly to: string
}

const encode = (signature: string, args: readonly unknown[]) => {
  const lines: readonly string[] = [`function ${signature}`]
  const abi: Abi = parseAbi(lines)
  return encodeFunctionData({ abi, args })
}

const kyberSwap =
  "swap((address,address,bytes,(address,address,address[],uint256[],address[],uint256[],address,uint256,uint256,uint256,bytes),bytes))"
const kyberArgs = (to: string, least: bigint, flags: bigint) => [
  [token, token, "0x12", [token, token, [token], [5n], [], [], to, 5n * 10n ** 6n, least, flags, "0x"], "0x"],
]

/** Swaps with a minimum, and with a recipient unless the sender gets the proceeds. */
const swaps: readonly (readonly [signature: string, args: (terms: Terms) => readonly unknown[]])[] = [
  ...[
    "swapExactTokensForTokens",
    "swapExactTokensForTokensSupportingFeeOnTransferTokens",
    "swapExactTokensForETH",
    "swapExactTokensForETHSupportingFeeOnTransferTokens",
  ].map(
    (name) =>
      [
        `${name}(uint256,uint256,address[],address,uint256)`,
        ({ least, to }: Terms) => [5n * 10n ** 6n, least, [token, token], to, 9n],
      ] as const,
  ),
  ...["swapTokensForExactTokens", "swapTokensForExactETH"].map(
    (name) =>
      [
        `${name}(uint256,uint256,address[],address,uint256)`,
        ({ least, to }: Terms) => [least, 5n * 10n ** 6n, [token, token], to, 9n],
      ] as const,
  ),
  ...[
    "swapExactETHForTokens",
    "swapExactETHForTokensSupportingFeeOnTransferTokens",
    "swapETHForExactTokens",
  ].map(
    (name) =>
      [
        `${name}(uint256,address[],address,uint256)`,
        ({ least, to }: Terms) => [least, [token, token], to, 9n],
      ] as const,
  ),
  [
    "exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))",
    ({ least, to }) => [[token, token, 500, to, 9n, 5n * 10n ** 6n, least, 0n]],
  ],
  [
    "exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))",
    ({ least, to }) => [[token, token, 500, to, 5n * 10n ** 6n, least, 0n]],
  ],
  ["unwrapWETH9(uint256,address)", ({ least, to }) => [least, to]],
  ["sweepToken(address,uint256,address)", ({ least, to }) => [token, least, to]],
  [
    "swap(address,(address,address,address,address,uint256,uint256,uint256),bytes,bytes)",
    ({ least, to }) => [token, [token, token, token, to, 5n * 10n ** 6n, least, 0n], "0x", "0x"],
  ],
  [
    "swap(address,(address,address,address,address,uint256,uint256,uint256),bytes)",
    ({ least, to }) => [token, [token, token, token, to, 5n * 10n ** 6n, least, 0n], "0x"],
  ],
  [kyberSwap, ({ least, to }) => kyberArgs(to, least, 0n)],
  ...["swapExactTokensForTokens", "swapTokensForExactTokens"].map(
    (name) =>
      [
        `${name}(uint256,uint256,address[],address)`,
        ({ least, to }: Terms) =>
          name === "swapExactTokensForTokens"
            ? [5n * 10n ** 6n, least, [token, token], to]
            : [least, 5n * 10n ** 6n, [token, token], to],
      ] as const,
  ),
  [
    "exactInput((bytes,address,uint256,uint256,uint256))",
    ({ least, to }) => [[hops, to, 9n, 5n * 10n ** 6n, least]],
  ],
  ["exactInput((bytes,address,uint256,uint256))", ({ least, to }) => [[hops, to, 5n * 10n ** 6n, least]]],
  [
    "exactOutput((bytes,address,uint256,uint256,uint256))",
    ({ least, to }) => [[hops, to, 9n, least, 5n * 10n ** 6n]],
  ],
  ["exactOutput((bytes,address,uint256,uint256))", ({ least, to }) => [[hops, to, least, 5n * 10n ** 6n]]],
  [
    "exactOutputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))",
    ({ least, to }) => [[token, token, 500, to, 9n, least, 5n * 10n ** 6n, 0n]],
  ],
  [
    "exactOutputSingle((address,address,uint24,address,uint256,uint256,uint160))",
    ({ least, to }) => [[token, token, 500, to, least, 5n * 10n ** 6n, 0n]],
  ],
  ["unwrapWETH9WithFee(uint256,address,uint256,address)", ({ least, to }) => [least, to, 50n, thief]],
  [
    "sweepTokenWithFee(address,uint256,address,uint256,address)",
    ({ least, to }) => [token, least, to, 50n, thief],
  ],
]

/** Swaps whose sender gets the proceeds. */
const ownSwaps: typeof swaps = [
  ["unwrapWETH9(uint256)", ({ least }) => [least]],
  ["sweepToken(address,uint256)", ({ least }) => [token, least]],
  ["unwrapWETH9WithFee(uint256,uint256,address)", ({ least }) => [least, 50n, thief]],
  ["sweepTokenWithFee(address,uint256,uint256,address)", ({ least }) => [token, least, 50n, thief]],
]

const single = (to: string, least: bigint) =>
  encode("exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))", [
    [token, token, 500, to, 5n * 10n ** 6n, least, 0n],
  ])
const multicall = (...calls: readonly string[]) => encode("multicall(bytes[])", [calls])
const kept = "0x0000000000000000000000000000000000000002"

describe("isGiveaway", () => {
  it.each([...swaps, ...ownSwaps])("returns true when %s returns next to nothing", (signature, args) => {
    expect(isGiveaway(encode(signature, args({ least: 4_900_000n, to: me })), me)).toBe(false)
    expect(isGiveaway(encode(signature, args({ least: 0n, to: me })), me)).toBe(true)
    // What is decoded as a trade is compared by worth.
    const data = encode(signature, args({ least: 1n, to: me }))
    const trades = decodeCallTrades({ data, value: 5n }, { chainId: 1n, from: me })
    expect(isGiveaway(data, me)).toBe(trades.length === 0)
  })

  it.each(swaps)("returns true when %s pays another account", (signature, args) => {
    expect(isGiveaway(encode(signature, args({ least: 4_900_000n, to: thief })), me)).toBe(true)
    expect(isGiveaway(multicall(encode(signature, args({ least: 4_900_000n, to: thief }))), me)).toBe(true)
  })

  it("returns true when Aave pays or credits another account", () => {
    for (const [signature, rest] of [
      ["supply(address,uint256,address,uint16)", [0]],
      ["withdraw(address,uint256,address)", []],
    ] as const) {
      expect(isGiveaway(encode(signature, [token, 5n, me, ...rest]), me)).toBe(false)
      expect(isGiveaway(encode(signature, [token, 5n, thief, ...rest]), me)).toBe(true)
    }
  })

  it("returns true when another account's debt is repaid", () => {
    const repaying = (of: string) => encode("repay(address,uint256,uint256,address)", [token, 5n, 2n, of])
    expect(isGiveaway(repaying(me), me)).toBe(false)
    expect(isGiveaway(repaying(thief), me)).toBe(true)
  })

  it("accepts what a router keeps only if the same batch pays it out to the sender", () => {
    const pay = (to: string) => encode("unwrapWETH9(uint256,address)", [4_900_000n, to])
    expect(isGiveaway(single(kept, 4_900_000n), me)).toBe(true)
    expect(isGiveaway(multicall(single(kept, 0n), pay(me)), me)).toBe(false)
    expect(isGiveaway(multicall(single(kept, 0n), pay(thief)), me)).toBe(true)
    expect(isGiveaway(multicall(single(thief, 4_900_000n), pay(me)), me)).toBe(true)
  })

  it("returns true for a swap of what the router already has when its terms are not those of a trade", () => {
    const swap = (to: string, least: bigint) =>
      encode("exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))", [
        [token, token, 500, to, 0n, least, 0n],
      ])
    const pay = encode("sweepToken(address,uint256,address)", [thief, 4_900_000n, me])
    expect(isGiveaway(swap(me, 9_999n), me)).toBe(true)
    expect(isGiveaway(multicall(swap(kept, 0n), pay), me)).toBe(true)
  })

  it("returns true when a limit of the price may cut an exact output", () => {
    for (const [signature, before] of [
      ["exactOutputSingle((address,address,uint24,address,uint256,uint256,uint160))", []],
      ["exactOutputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))", [9n]],
    ] as const) {
      const swap = (limit: bigint) =>
        encode(signature, [[token, token, 500, me, ...before, 4_900_000n, 5n * 10n ** 6n, limit]])
      expect(isGiveaway(swap(0n), me)).toBe(false)
      expect(isGiveaway(swap(1n), me)).toBe(true)
    }
  })

  it("returns true when a partial fill may keep the fee of the whole", () => {
    expect(isGiveaway(encode(kyberSwap, kyberArgs(me, 4_900_000n, 0x280n)), me)).toBe(false)
    expect(isGiveaway(encode(kyberSwap, kyberArgs(me, 4_900_000n, 0x281n)), me)).toBe(true)
  })

  it("takes the addresses that stand for the sender", () => {
    expect(isGiveaway(single("0x0000000000000000000000000000000000000001", 4_900_000n), me)).toBe(false)
    const swap = "swap(address,(address,address,address,address,uint256,uint256,uint256),bytes,bytes)"
    const args = [token, [token, token, token, none, 5n, 4_900_000n, 0n], "0x", "0x"]
    expect(isGiveaway(encode(swap, args), me)).toBe(false)
  })

  it("returns false for other calls", () => {
    expect(isGiveaway("0x", me)).toBe(false)
    expect(isGiveaway(encode("transfer(address,uint256)", [thief, 5n]), me)).toBe(false)
  })
})
