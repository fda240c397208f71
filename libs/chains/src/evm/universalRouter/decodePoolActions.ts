import { zeroAddress } from "viem"
import { parseAbiParameters } from "viem/utils"
import type { Hex } from "../Hex.ts"
import { decodeInput } from "./decodeInput.ts"
import type { PlanToken, PoolAction } from "./Plan.ts"
import { type PlanSetting, toCodes, toHolder, toToken, wholeBalance } from "./planWords.ts"

const list = parseAbiParameters("bytes, bytes[]")
const key = "(address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks)"
const hops = "(address currency, uint24 fee, int24 tickSpacing, address hooks, bytes hookData)[]"
const onePool = parseAbiParameters(
  `(${key} pool, bool zeroForOne, uint128 amount, uint128 limit, bytes hookData)`,
)
const manyPools = parseAbiParameters(`(address currency, ${hops} path, uint128 amount, uint128 limit)`)
const limited = parseAbiParameters("address, uint256")
const settled = parseAbiParameters("address, uint256, bool")
const taken = parseAbiParameters("address, address, uint256")

/** Decodes the swaps, settlements and takings of pools. @returns `null` if one of them cannot be decoded */
export const decodePoolActions = (input: Hex, setting: PlanSetting): readonly PoolAction[] | null => {
  const [actions, params] = decodeInput(list, input) ?? []
  if (actions === undefined || params === undefined) return null
  const codes = toCodes(actions)
  if (codes.length !== params.length) return null
  const found: PoolAction[] = []
  for (const [at, code] of codes.entries()) {
    setting.left.steps -= 1
    const action = setting.left.steps < 0 ? null : decodeAction(code, params[at] ?? "0x", setting)
    if (action === null) return null
    found.push(action)
  }
  return hasEndlessDebt(found) ? null : found
}

/** Such a debt is paid with whatever there is. An honest plan leaves none, or pays it with what it has bought. */
const hasEndlessDebt = (actions: readonly PoolAction[]): boolean => {
  const owed = new Set(actions.flatMap((action) => (action._tag === "ExactOut" ? action.mayOwe : [])))
  return actions.some((action) => action._tag === "Settle" && owed.has(action.token))
}

/** Decodes one action. Source: V4Router.sol, Actions.sol and DeltaResolver.sol of Uniswap/v4-periphery. */
const decodeAction = (code: number, input: Hex, setting: PlanSetting): PoolAction | null => {
  switch (code) {
    case 0x06:
    case 0x08:
      return toOnePoolSwap(decodeInput(onePool, input)?.[0], code === 0x06)
    case 0x07:
    case 0x09:
      return toPathSwap(decodeInput(manyPools, input)?.[0], code === 0x07)
    case 0x0b: {
      const [token, amount, isAccountPaying] = decodeInput(settled, input) ?? []
      if (token === undefined || amount === undefined) return null
      const payer = isAccountPaying === true ? "account" : "router"
      const units = amount === wholeBalance ? "all" : toOpen(amount)
      // The balance is the router's also if the account pays.
      return units === "all" && payer === "account"
        ? null
        : { _tag: "Settle", token: toToken(token), units, payer }
    }
    case 0x0c: {
      const [token, most] = decodeInput(limited, input) ?? []
      if (token === undefined || most === undefined) return null
      return { _tag: "Settle", token: toToken(token), units: "open", most, payer: "account" }
    }
    case 0x0e: {
      const [token, to, amount] = decodeInput(taken, input) ?? []
      if (token === undefined || to === undefined || amount === undefined) return null
      const holder = toHolder(to, setting)
      return { _tag: "Take", token: toToken(token), units: toOpen(amount), least: 0n, to: holder }
    }
    case 0x0f: {
      const [token, least] = decodeInput(limited, input) ?? []
      if (token === undefined || least === undefined) return null
      return { _tag: "Take", token: toToken(token), units: "open", least, to: "account" }
    }
    case 0x10: {
      const [token, to, bips] = decodeInput(taken, input) ?? []
      if (token === undefined || to === undefined || bips === undefined || bips > 10_000n) return null
      return { _tag: "TakePortion", token: toToken(token), bips, to: toHolder(to, setting) }
    }
    default:
      return null
  }
}

/** 0 stands for the whole debt or credit. */
const toOpen = (amount: bigint): bigint | "open" => (amount === 0n ? "open" : amount)

interface OnePool {
  readonly pool: { readonly currency0: Hex; readonly currency1: Hex; readonly hooks: Hex }
  readonly zeroForOne: boolean
  readonly amount: bigint
  readonly limit: bigint
}

const toOnePoolSwap = (swap: OnePool | undefined, isExactIn: boolean): PoolAction | null => {
  if (swap === undefined) return null
  const { currency0, currency1, hooks } = swap.pool
  const [tokenIn, tokenOut] = swap.zeroForOne ? [currency0, currency1] : [currency1, currency0]
  const mayOwe = hooks === zeroAddress ? [] : [toToken(tokenOut)]
  return toSwap(toToken(tokenIn), toToken(tokenOut), swap, isExactIn, mayOwe)
}

interface PathOfPools {
  readonly currency: Hex
  readonly path: readonly { readonly currency: Hex; readonly hooks: Hex }[]
  readonly amount: bigint
  readonly limit: bigint
}

/**
 * An exact output is named first, and its path starts with what is paid. A pool on the path may pay less than the next
 * one takes, at any price: only the first amount is limited.
 */
const toPathSwap = (swap: PathOfPools | undefined, isExactIn: boolean): PoolAction | null => {
  const other = isExactIn ? swap?.path.at(-1) : swap?.path[0]
  if (swap === undefined || other === undefined) return null
  const [named, found] = [toToken(swap.currency), toToken(other.currency)]
  const [tokenIn, tokenOut] = isExactIn ? [named, found] : [found, named]
  const isHooked = swap.path.some(({ hooks }) => hooks !== zeroAddress)
  const between = swap.path.slice(1).map(({ currency }) => toToken(currency))
  return toSwap(tokenIn, tokenOut, swap, isExactIn, isHooked ? [...between, tokenOut] : between)
}

const toSwap = (
  tokenIn: `0x${string}`,
  tokenOut: `0x${string}`,
  { amount, limit }: { readonly amount: bigint; readonly limit: bigint },
  isExactIn: boolean,
  mayOwe: readonly PlanToken[],
): PoolAction =>
  isExactIn
    ? { _tag: "ExactIn", tokenIn, tokenOut, amountIn: toOpen(amount), least: limit }
    : { _tag: "ExactOut", tokenIn, tokenOut, amountOut: toOpen(amount), most: limit, mayOwe }
