import { zeroAddress } from "viem"
import type { Holder, Payer, PlanToken, PoolAction, Step } from "./Plan.ts"

/** What another address receives: an amount; a part of what the router has, in 10,000ths; or all of it. */
export interface PlanPayment {
  readonly token: PlanToken
  readonly to: string
  readonly units: bigint | "all" | { readonly bips: bigint }
}

/** What a plan does at its worst terms, in base units per token. */
export interface PlanEffect {
  /** What leaves the account at most. */
  readonly gives: ReadonlyMap<PlanToken, bigint>
  /** What arrives at the account at least. */
  readonly gets: ReadonlyMap<PlanToken, bigint>
  readonly payments: readonly PlanPayment[]
  /** What the router keeps at least, for anyone to take. */
  readonly left: ReadonlyMap<PlanToken, bigint>
  /** Tokens of which the router may keep more than that: what was not spent, or bought above the least. */
  readonly loose: ReadonlySet<PlanToken>
  /** Which tokens are swapped for which. */
  readonly swapped: readonly (readonly [PlanToken, PlanToken])[]
}

/** What pools may make the router owe of a token. Source: v4-core, whose amounts have 128 bits. */
const mostDebt = 2n ** 127n

/**
 * Runs steps one after the other. Of an amount that is only known at the time the least is assumed where the account
 * gets it, and the most where the account pays it. A step that could not be done would revert the call.
 * @param steps without plans within the plan @param value base units that the call sends @param wrapped its token
 */
export const runPlan = (steps: readonly Step[], value: bigint, wrapped: PlanToken): PlanEffect => {
  const run = new PlanRun(value, wrapped)
  for (const step of steps) run.do(step)
  return run
}

class PlanRun implements PlanEffect {
  readonly gives = new Map<PlanToken, bigint>()
  readonly gets = new Map<PlanToken, bigint>()
  readonly left = new Map<PlanToken, bigint>()
  readonly loose = new Set<PlanToken>()
  readonly payments: PlanPayment[] = []
  readonly swapped: [PlanToken, PlanToken][] = []
  readonly #wrapped: PlanToken

  constructor(value: bigint, wrapped: PlanToken) {
    this.#wrapped = wrapped
    if (value > 0n) this.#move("account", zeroAddress, value, "router")
  }

  do(step: Step): void {
    switch (step._tag) {
      case "ExactIn": {
        const { amountIn, least, payer, to, tokenIn, tokenOut } = step
        this.#spend(payer, tokenIn, amountIn === "all" ? this.#has(tokenIn) : amountIn)
        if (amountIn === "all") this.loose.delete(tokenIn)
        this.#receive(to, tokenOut, least, "all")
        if (to === "router") this.loose.add(tokenOut)
        this.swapped.push([tokenIn, tokenOut])
        return
      }
      case "ExactOut": {
        const { least, most, payer, to, tokenIn, tokenOut } = step
        this.#spend(payer, tokenIn, most)
        if (payer === "router") this.loose.add(tokenIn)
        this.#receive(to, tokenOut, least, least === 0n ? "all" : least)
        if (to === "router") this.loose.add(tokenOut)
        this.swapped.push([tokenIn, tokenOut])
        return
      }
      case "Pull":
        return this.#move("account", step.token, step.units, step.to)
      case "Pay":
        return step.units === "all"
          ? this.#moveAll(step.token, step.token, 0n, step.to)
          : this.#move("router", step.token, step.units, step.to)
      case "Portion": {
        const units = (this.#has(step.token) * step.bips) / 10_000n
        this.#spend("router", step.token, units)
        return this.#receive(step.to, step.token, units, { bips: step.bips })
      }
      case "Sweep":
        return this.#moveAll(step.token, step.token, step.least, step.to)
      case "Wrap":
        this.swapped.push([zeroAddress, this.#wrapped])
        if (step.units === "all") return this.#moveAll(zeroAddress, this.#wrapped, 0n, step.to)
        this.#spend("router", zeroAddress, step.units)
        return this.#receive(step.to, this.#wrapped, step.units)
      case "Unwrap":
        this.swapped.push([this.#wrapped, zeroAddress])
        return this.#moveAll(this.#wrapped, zeroAddress, step.least, step.to)
      case "Pools":
        return this.#swapInPools(step.actions)
      case "Permit":
      case "SubPlan":
        return
    }
  }

  /** The pool manager reverts unless every debt is paid, so only a lower bound of each counts. */
  #swapInPools(actions: readonly PoolAction[]): void {
    const credit = new Map<PlanToken, bigint>()
    /** Tokens of which the debt may be less. */
    const unsure = new Set<PlanToken>()
    const at = (token: PlanToken) => credit.get(token) ?? 0n
    const atLeast = (bound: bigint) => (bound > 0n ? bound : 0n)
    for (const action of actions)
      switch (action._tag) {
        case "ExactIn":
          credit.set(action.tokenIn, action.amountIn === "open" ? 0n : at(action.tokenIn) - action.amountIn)
          credit.set(action.tokenOut, at(action.tokenOut) + action.least)
          this.swapped.push([action.tokenIn, action.tokenOut])
          break
        case "ExactOut":
          // The router does not check that the pool had so much: only what is taken counts.
          credit.set(action.tokenIn, at(action.tokenIn) - action.most)
          for (const token of action.mayOwe) credit.set(token, at(token) - mostDebt)
          unsure.add(action.tokenIn)
          this.swapped.push([action.tokenIn, action.tokenOut])
          break
        case "Settle": {
          const debt = atLeast(-at(action.token))
          const open = action.most !== undefined && action.most < debt ? action.most : debt
          const units =
            action.units === "open" ? open : action.units === "all" ? this.#has(action.token) : action.units
          // Only the router can pay the native currency.
          const payer = action.token === zeroAddress ? "router" : action.payer
          this.#spend(payer, action.token, units)
          if (payer === "router" && action.units === "open" && unsure.has(action.token))
            this.loose.add(action.token)
          if (action.units === "all") this.loose.delete(action.token)
          credit.set(action.token, action.units === "open" ? 0n : at(action.token) + units)
          break
        }
        case "Take": {
          const open = at(action.token) > action.least ? at(action.token) : action.least
          const units = action.units === "open" ? open : action.units
          credit.set(action.token, action.units === "open" ? 0n : at(action.token) - units)
          this.#receive(action.to, action.token, units, action.units === "open" ? "all" : units)
          if (action.to === "router" && action.units === "open") this.loose.add(action.token)
          break
        }
        case "TakePortion": {
          const units = (atLeast(at(action.token)) * action.bips) / 10_000n
          credit.set(action.token, atLeast(at(action.token)) - units)
          this.#receive(action.to, action.token, units, { bips: action.bips })
          if (action.to === "router") this.loose.add(action.token)
          break
        }
      }
  }

  #has(token: PlanToken): bigint {
    return this.left.get(token) ?? 0n
  }

  #move(from: Payer, token: PlanToken, units: bigint, to: Holder): void {
    this.#spend(from, token, units)
    this.#receive(to, token, units)
  }

  /** Moves all that the router has of one token, which arrives as another. */
  #moveAll(from: PlanToken, token: PlanToken, least: bigint, to: Holder): void {
    const units = this.#has(from) > least ? this.#has(from) : least
    const isLoose = this.loose.delete(from) || units > this.#has(from)
    this.left.set(from, 0n)
    this.#receive(to, token, units, "all")
    if (to === "router" && isLoose) this.loose.add(token)
  }

  #spend(payer: Payer, token: PlanToken, units: bigint): void {
    if (payer === "account") add(this.gives, token, units)
    // With less than that the call reverts.
    else this.left.set(token, this.#has(token) > units ? this.#has(token) - units : 0n)
  }

  /** @param said what another address gets of it, if not exactly the amount */
  #receive(to: Holder, token: PlanToken, units: bigint, said: PlanPayment["units"] = units): void {
    if (to === "account") add(this.gets, token, units)
    else if (to === "router") add(this.left, token, units)
    else this.payments.push({ token, to, units: said })
  }
}

const add = (sums: Map<PlanToken, bigint>, token: PlanToken, units: bigint): void => {
  sums.set(token, (sums.get(token) ?? 0n) + units)
}
