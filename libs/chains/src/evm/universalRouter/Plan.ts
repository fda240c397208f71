import type { TokenApproval } from "../dangers/TokenApproval.ts"

/** Who has an asset: the account that calls, the router, or another address, in lower case. */
export type Holder = "account" | "router" | `0x${string}`

/** Who pays for a swap. */
export type Payer = "account" | "router"

/** An address in lower case; the zero address is the native currency. */
export type PlanToken = `0x${string}`

/** What one command of a plan does, at its worst terms. Amounts in base units; `all` is what the router has of it. */
export type Step =
  | {
      readonly _tag: "ExactIn"
      readonly tokenIn: PlanToken
      readonly tokenOut: PlanToken
      readonly amountIn: bigint | "all"
      readonly least: bigint
      readonly payer: Payer
      readonly to: Holder
    }
  /** `least`: what arrives for sure, of the amount that is named; the rest may be lost on the way. */
  | {
      readonly _tag: "ExactOut"
      readonly tokenIn: PlanToken
      readonly tokenOut: PlanToken
      readonly most: bigint
      readonly least: bigint
      readonly payer: Payer
      readonly to: Holder
    }
  /** The router takes from the account, by Permit2. */
  | { readonly _tag: "Pull"; readonly token: PlanToken; readonly units: bigint; readonly to: Holder }
  | { readonly _tag: "Pay"; readonly token: PlanToken; readonly units: bigint | "all"; readonly to: Holder }
  /** A part of what the router has, in 10,000ths. */
  | { readonly _tag: "Portion"; readonly token: PlanToken; readonly bips: bigint; readonly to: Holder }
  /** Everything that the router has, and at least an amount. */
  | { readonly _tag: "Sweep"; readonly token: PlanToken; readonly least: bigint; readonly to: Holder }
  | { readonly _tag: "Wrap"; readonly units: bigint | "all"; readonly to: Holder }
  | { readonly _tag: "Unwrap"; readonly least: bigint; readonly to: Holder }
  | { readonly _tag: "Permit"; readonly approvals: readonly PlanPermit[] }
  | { readonly _tag: "Pools"; readonly actions: readonly PoolAction[] }
  /** A plan within the plan. `mayFail`: then it did nothing, and what follows it is still done. */
  | { readonly _tag: "SubPlan"; readonly steps: readonly Step[]; readonly mayFail: boolean }

/** A signed allowance of Permit2, until a time in seconds. */
export interface PlanPermit extends TokenApproval {
  readonly expires: bigint
}

/**
 * What one action in Uniswap's fourth version does. Its swaps leave debts and credits of the router, which are settled
 * and taken; the pool manager reverts unless all are zero at the end. `open` is the whole debt or credit.
 */
export type PoolAction =
  | {
      readonly _tag: "ExactIn"
      readonly tokenIn: PlanToken
      readonly tokenOut: PlanToken
      readonly amountIn: bigint | "open"
      readonly least: bigint
    }
  /** `mayOwe`: tokens of which a pool, or the code of others in it, may leave a debt that the swap does not limit. */
  | {
      readonly _tag: "ExactOut"
      readonly tokenIn: PlanToken
      readonly tokenOut: PlanToken
      readonly amountOut: bigint | "open"
      readonly most: bigint
      readonly mayOwe: readonly PlanToken[]
    }
  | {
      readonly _tag: "Settle"
      readonly token: PlanToken
      readonly units: bigint | "open" | "all"
      /** Absent without a limit of its own. */
      readonly most?: bigint
      readonly payer: Payer
    }
  | {
      readonly _tag: "Take"
      readonly token: PlanToken
      readonly units: bigint | "open"
      readonly least: bigint
      readonly to: Holder
    }
  | { readonly _tag: "TakePortion"; readonly token: PlanToken; readonly bips: bigint; readonly to: Holder }

/** The steps of a call of the router. */
export interface Plan {
  readonly steps: readonly Step[]
  /** Seconds; `null` without. */
  readonly deadline: bigint | null
  /** Hex digits after the arguments, which the router ignores. */
  readonly rest: string
}
