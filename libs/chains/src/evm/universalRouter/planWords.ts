import type { Hex } from "../Hex.ts"
import type { Holder, PlanToken } from "./Plan.ts"

/** What decides what a command means. Addresses in lower case. */
export interface PlanSetting {
  readonly chainId: bigint
  readonly account: string
  readonly router: string
  /** Whether the router swaps in pools of Uniswap's fourth version. */
  readonly hasPools: boolean
  /** How many more steps are decoded. */
  readonly left: { steps: number }
}

/** Stands for everything that the router has. */
export const wholeBalance = 2n ** 255n

/** Returns a list of bytes as numbers. */
export const toCodes = (bytes: Hex): readonly number[] =>
  (bytes.slice(2).match(/../g) ?? []).map((digits) => Number.parseInt(digits, 16))

/** `recipient` of most commands: 1 stands for the account, 2 for the router. */
export const toHolder = (recipient: string, setting: PlanSetting): Holder => {
  const to = recipient.toLowerCase()
  if (to === `0x${"1".padStart(40, "0")}`) return "account"
  return to === `0x${"2".padStart(40, "0")}` ? "router" : toNamedHolder(to, setting)
}

/** Returns who has an address, in any case, where no number stands for anyone. */
export const toNamedHolder = (address: string, { account, router }: PlanSetting): Holder => {
  const to = address.toLowerCase()
  return to === account ? "account" : to === router ? "router" : `0x${to.slice(2)}`
}

export const toToken = (address: string): PlanToken => `0x${address.toLowerCase().slice(2)}`
