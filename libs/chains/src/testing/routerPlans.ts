import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  parseAbi,
  parseAbiParameters,
} from "viem"
import type { Hex } from "../evm/Hex.ts"

/** Encodes calls of Uniswap's Universal Router, as Uniswap's own library does. */

/** One command of a plan: its number, and its input. */
export type PlanCommand = readonly [code: number, input: Hex]

/** The router of version 2.0 on Ethereum. */
export const router = "0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af"

/** What stands for the account, the router and all that the router has. */
export const sender = "0x0000000000000000000000000000000000000001"
export const self = "0x0000000000000000000000000000000000000002"
export const all = 2n ** 255n
export const native = "0x0000000000000000000000000000000000000000"

const abi = parseAbi([
  "function execute(bytes commands, bytes[] inputs, uint256 deadline)",
  "function execute(bytes commands, bytes[] inputs)",
])

const toBytes = (codes: readonly number[]): Hex =>
  `0x${codes.map((code) => code.toString(16).padStart(2, "0")).join("")}`

/** @param deadline seconds; `null` for the form without */
export const encodePlan = (
  commands: readonly PlanCommand[],
  deadline: bigint | null = 1_900_000_000n,
): Hex => {
  const [codes, inputs] = [toBytes(commands.map(([code]) => code)), commands.map(([, input]) => input)]
  return deadline === null
    ? encodeFunctionData({ abi, functionName: "execute", args: [codes, inputs] })
    : encodeFunctionData({ abi, functionName: "execute", args: [codes, inputs, deadline] })
}

const encode = (types: string, values: readonly unknown[]): Hex =>
  encodeAbiParameters(parseAbiParameters(types), values)

const toPoolPath = (tokens: readonly Hex[]) =>
  concatHex(tokens.flatMap((token, at) => (at === 0 ? [token] : [encodePacked(["uint24"], [500]), token])))

const poolPath = "address, uint256, uint256, bytes, bool"
const pairPath = "address, uint256, uint256, address[], bool"
const details = "(address token, uint160 amount, uint48 expiration, uint48 nonce)"

export const poolIn = (
  to: Hex,
  amount: bigint,
  least: bigint,
  path: readonly Hex[],
  isSender = true,
): PlanCommand => [0x00, encode(poolPath, [to, amount, least, toPoolPath(path), isSender])]
export const poolOut = (
  to: Hex,
  amount: bigint,
  most: bigint,
  path: readonly Hex[],
  isSender = true,
): PlanCommand => [0x01, encode(poolPath, [to, amount, most, toPoolPath(path.toReversed()), isSender])]
export const pairIn = (
  to: Hex,
  amount: bigint,
  least: bigint,
  path: readonly Hex[],
  isSender = true,
): PlanCommand => [0x08, encode(pairPath, [to, amount, least, path, isSender])]
export const pairOut = (
  to: Hex,
  amount: bigint,
  most: bigint,
  path: readonly Hex[],
  isSender = true,
): PlanCommand => [0x09, encode(pairPath, [to, amount, most, path, isSender])]
export const pull = (token: Hex, to: Hex, units: bigint): PlanCommand => [
  0x02,
  encode("address, address, uint160", [token, to, units]),
]
export const pulls = (from: Hex, token: Hex, to: Hex, units: bigint): PlanCommand => [
  0x0d,
  encode("(address from, address to, uint160 amount, address token)[]", [
    [{ from, to, amount: units, token }],
  ]),
]
export const sweep = (token: Hex, to: Hex, least: bigint): PlanCommand => [
  0x04,
  encode("address, address, uint256", [token, to, least]),
]
export const pay = (token: Hex, to: Hex, units: bigint): PlanCommand => [
  0x05,
  encode("address, address, uint256", [token, to, units]),
]
export const portion = (token: Hex, to: Hex, bips: bigint): PlanCommand => [
  0x06,
  encode("address, address, uint256", [token, to, bips]),
]
export const wrap = (to: Hex, units: bigint): PlanCommand => [0x0b, encode("address, uint256", [to, units])]
export const unwrap = (to: Hex, least: bigint): PlanCommand => [0x0c, encode("address, uint256", [to, least])]
export const check = (owner: Hex, token: Hex, least: bigint): PlanCommand => [
  0x0e,
  encode("address, address, uint256", [owner, token, least]),
]
export const permit = (token: Hex, spender: Hex, amount: bigint, expiration = 1_900_000_000): PlanCommand => [
  0x0a,
  encode(`(${details} details, address spender, uint256 deadline), bytes`, [
    { details: { token, amount, expiration, nonce: 0 }, spender, deadline: 1_900_000_000n },
    "0x5161",
  ]),
]
export const permits = (tokens: readonly Hex[], spender: Hex, amount: bigint): PlanCommand => [
  0x03,
  encode(`(${details}[] details, address spender, uint256 deadline), bytes`, [
    {
      details: tokens.map((token) => ({ token, amount, expiration: 1_900_000_000, nonce: 0 })),
      spender,
      deadline: 1_900_000_000n,
    },
    "0x5161",
  ]),
]
/** @param mayFail whether the router goes on without it */
export const subPlan = (commands: readonly PlanCommand[], mayFail = false): PlanCommand => [
  mayFail ? 0xa1 : 0x21,
  encode("bytes, bytes[]", [toBytes(commands.map(([code]) => code)), commands.map(([, input]) => input)]),
]

/** One action in pools of Uniswap's fourth version. */
export const pools = (...actions: readonly PlanCommand[]): PlanCommand => [
  0x10,
  encode("bytes, bytes[]", [toBytes(actions.map(([code]) => code)), actions.map(([, input]) => input)]),
]
const toKey = (tokenIn: Hex, tokenOut: Hex, hooks: Hex) => {
  const zeroForOne = tokenIn.toLowerCase() < tokenOut.toLowerCase()
  const [currency0, currency1] = zeroForOne ? [tokenIn, tokenOut] : [tokenOut, tokenIn]
  return { pool: { currency0, currency1, fee: 500, tickSpacing: 10, hooks }, zeroForOne }
}
const onePool =
  "((address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks) pool, bool zeroForOne, uint128 amount, uint128 limit, bytes hookData)"
export const oneIn = (tokenIn: Hex, tokenOut: Hex, amount: bigint, limit: bigint): PlanCommand => [
  0x06,
  encode(onePool, [{ ...toKey(tokenIn, tokenOut, native), amount, limit, hookData: "0x" }]),
]
export const oneOut = (
  tokenIn: Hex,
  tokenOut: Hex,
  amount: bigint,
  limit: bigint,
  hooks: Hex = native,
): PlanCommand => [
  0x08,
  encode(onePool, [{ ...toKey(tokenIn, tokenOut, hooks), amount, limit, hookData: "0x" }]),
]
const manyPools =
  "(address currency, (address currency, uint24 fee, int24 tickSpacing, address hooks, bytes hookData)[] path, uint128 amount, uint128 limit)"
const toHops = (tokens: readonly Hex[]) =>
  tokens.map((currency) => ({ currency, fee: 500, tickSpacing: 10, hooks: native, hookData: "0x" }))
export const manyIn = (path: readonly Hex[], amount: bigint, limit: bigint): PlanCommand => [
  0x07,
  encode(manyPools, [{ currency: path[0], path: toHops(path.slice(1)), amount, limit }]),
]
export const manyOut = (path: readonly Hex[], amount: bigint, limit: bigint): PlanCommand => [
  0x09,
  encode(manyPools, [{ currency: path.at(-1), path: toHops(path.slice(0, -1)), amount, limit }]),
]
export const settle = (token: Hex, units: bigint, isSender: boolean): PlanCommand => [
  0x0b,
  encode("address, uint256, bool", [token, units, isSender]),
]
export const settleAll = (token: Hex, most: bigint): PlanCommand => [
  0x0c,
  encode("address, uint256", [token, most]),
]
export const take = (token: Hex, to: Hex, units: bigint): PlanCommand => [
  0x0e,
  encode("address, address, uint256", [token, to, units]),
]
export const takeAll = (token: Hex, least: bigint): PlanCommand => [
  0x0f,
  encode("address, uint256", [token, least]),
]
export const takePortion = (token: Hex, to: Hex, bips: bigint): PlanCommand => [
  0x10,
  encode("address, address, uint256", [token, to, bips]),
]
