import { isDeepStrictEqual as equals } from "node:util"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  all,
  encodePlan,
  manyOut,
  native,
  oneIn,
  type PlanCommand,
  pairOut,
  pay,
  poolIn,
  poolOut,
  pools,
  portion,
  pull,
  router,
  self,
  sender,
  settle,
  settleAll,
  sweep,
  take,
  takeAll,
  takePortion,
  unwrap,
  wrap,
} from "../../testing/routerPlans.ts"
import type { Hex } from "../Hex.ts"
import { getChange, readPlan } from "./readPlan.ts"

const me = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const other = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
const weth = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"
const usdc = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
const dai = "0x6B175474E89094C44Da98b954EedeAC495271d0F"
const spam = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
const tokens = [weth, usdc, dai] as const

/** A chain with one router: balances by owner and token. Exchanges pay `luck` percent more than they must. */
class Chain {
  readonly balances = new Map<string, bigint>()
  readonly luck: bigint
  constructor(luck: bigint) {
    this.luck = luck
  }
  of = (owner: string, token: string) => this.balances.get(`${owner} ${token}`) ?? 0n
  add(owner: string, token: string, units: bigint) {
    this.balances.set(`${owner} ${token}`, this.of(owner, token) + units)
  }
  /** Only the account may owe: what it has is not limited. */
  move(from: string, to: string, token: string, units: bigint) {
    if (from === router && this.of(router, token) < units) throw new Error("reverts")
    this.add(from, token, -units)
    this.add(to, token, units)
  }
  more = (units: bigint) => units + (units * this.luck) / 100n
  less = (units: bigint) => units - (units * this.luck) / 200n
}

/** A command, and what a chain does for it. */
interface Act {
  readonly command: PlanCommand
  readonly run: (chain: Chain) => void
  /** Whether it pays a debt that nothing limits: no plan with it is read. */
  readonly isUnread?: boolean
}

const named = (to: Hex) => (to === sender ? me : to === self ? router : to)
const payerOf = (isSender: boolean) => (isSender ? me : router)
const demand = (isMet: boolean) => {
  if (!isMet) throw new Error("reverts")
}

const units = fc.bigInt({ min: 1n, max: 1_000n })
const to = fc.constantFrom<Hex>(sender, sender, self, self, me, other)
const token = fc.constantFrom<Hex>(...tokens)
const pair = fc.shuffledSubarray([...tokens], { minLength: 2, maxLength: 2 })
const amounts = fc.oneof(units, fc.constant(all))

const acts: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ to, amount: amounts, least: units, pair, isSender: fc.boolean() }).map((one): Act => {
    const isSender = one.isSender && one.amount !== all
    return {
      command: poolIn(one.to, one.amount, one.least, one.pair, isSender),
      run: (chain) => {
        const [tokenIn, tokenOut] = one.pair
        const amount = one.amount === all ? chain.of(router, tokenIn ?? "") : one.amount
        chain.move(payerOf(isSender), "pool", tokenIn ?? "", amount)
        chain.move("pool", named(one.to), tokenOut ?? "", chain.more(one.least))
      },
    }
  }),
  fc.record({ to, amount: units, most: units, pair, isSender: fc.boolean() }).map(
    (one): Act => ({
      command: poolOut(one.to, one.amount, one.most, one.pair, one.isSender),
      run: (chain) => {
        const [tokenIn, tokenOut] = one.pair
        chain.move(payerOf(one.isSender), "pool", tokenIn ?? "", chain.less(one.most))
        chain.move("pool", named(one.to), tokenOut ?? "", one.amount)
      },
    }),
  ),
  fc
    .record({
      to,
      amount: units,
      most: units,
      pair,
      between: fc.constantFrom(...tokens, spam),
      isSender: fc.boolean(),
    })
    .map(
      ({ amount, between, isSender, most, pair: [tokenIn = weth, tokenOut = weth], to }): Act => ({
        command: pairOut(to, amount, most, [tokenIn, between, tokenOut], isSender),
        run: (chain) => {
          chain.move(payerOf(isSender), "pool", tokenIn, chain.less(most))
          // At worst the token in between keeps it all.
          chain.move("pool", named(to), tokenOut, between === spam ? (amount * chain.luck) / 100n : amount)
        },
      }),
    ),
  fc.record({ token, to, units }).map(
    (one): Act => ({
      command: pull(one.token, one.to, one.units),
      run: (chain) => chain.move(me, named(one.to), one.token, one.units),
    }),
  ),
  fc.record({ token, to, units: amounts }).map(
    (one): Act => ({
      command: pay(one.token, one.to, one.units),
      run: (chain) => {
        const paid = one.units === all ? chain.of(router, one.token) : one.units
        chain.move(router, named(one.to), one.token, paid)
      },
    }),
  ),
  fc.record({ token: fc.constantFrom<Hex>(native, ...tokens), to, least: fc.bigInt(0n, 1_000n) }).map(
    (one): Act => ({
      command: sweep(one.token, one.to, one.least),
      run: (chain) => {
        demand(chain.of(router, one.token) >= one.least)
        chain.move(router, named(one.to), one.token, chain.of(router, one.token))
      },
    }),
  ),
  fc.record({ token, to, bips: fc.bigInt(0n, 10_000n) }).map(
    (one): Act => ({
      command: portion(one.token, one.to, one.bips),
      run: (chain) =>
        chain.move(router, named(one.to), one.token, (chain.of(router, one.token) * one.bips) / 10_000n),
    }),
  ),
  fc.record({ to, units: amounts }).map(
    (one): Act => ({
      command: wrap(one.to, one.units),
      run: (chain) => {
        const wrapped = one.units === all ? chain.of(router, native) : one.units
        chain.move(router, "weth", native, wrapped)
        chain.move("weth", named(one.to), weth, wrapped)
      },
    }),
  ),
  fc.record({ to, least: fc.bigInt(0n, 1_000n) }).map(
    (one): Act => ({
      command: unwrap(one.to, one.least),
      run: (chain) => {
        const held = chain.of(router, weth)
        demand(held >= one.least)
        chain.move(router, "weth", weth, held)
        chain.move("weth", named(one.to), native, held)
      },
    }),
  ),
  fc
    .record({
      path: fc.shuffledSubarray<Hex>([native, ...tokens], { minLength: 3, maxLength: 3 }),
      amount: units,
      most: units,
      to,
      isSender: fc.boolean(),
      isPaying: fc.nat(9).map((number) => number === 0),
    })
    .map(({ amount, isPaying, isSender, most, path, to }): Act => {
      const [tokenIn = native, between = native, tokenOut = native] = path
      const paying = isPaying ? [settle(between, 0n, isSender)] : []
      return {
        command: pools(
          manyOut(path, amount, most),
          settle(tokenIn, 0n, isSender),
          ...paying,
          take(tokenOut, to, amount),
        ),
        isUnread: isPaying,
        run: (chain) => {
          chain.move(tokenIn === native ? router : payerOf(isSender), "pool", tokenIn, chain.less(most))
          chain.move("pool", named(to), tokenOut, amount)
        },
      }
    }),
  fc
    .record({ pair, amount: units, least: units, bips: fc.bigInt(0n, 10_000n), to, isOpen: fc.boolean() })
    .map(({ amount, bips, isOpen, least, pair, to }): Act => {
      const [tokenIn = weth, tokenOut = weth] = pair
      return {
        command: pools(
          oneIn(tokenIn, tokenOut, amount, least),
          settleAll(tokenIn, amount),
          takePortion(tokenOut, to, bips),
          isOpen ? take(tokenOut, to, 0n) : takeAll(tokenOut, 0n),
        ),
        run: (chain) => {
          chain.move(me, "pool", tokenIn, amount)
          const [credit] = [chain.more(least)]
          const part = (credit * bips) / 10_000n
          chain.move("pool", named(to), tokenOut, part)
          chain.move("pool", isOpen ? named(to) : me, tokenOut, credit - part)
        },
      }
    }),
)

/** Takes all that the router has. */
const sweeps = ([native, ...tokens] as const).map(
  (token): Act => ({
    command: sweep(token, sender, 0n),
    run: (chain) => chain.move(router, me, token, chain.of(router, token)),
  }),
)

/** Returns the chain after the plan; `null` if it reverts. */
const execute = (list: readonly Act[], value: bigint, luck: bigint): Chain | null => {
  const chain = new Chain(luck)
  chain.move(me, router, native, value)
  try {
    for (const { run } of list) run(chain)
    return chain
  } catch {
    return null
  }
}

type Reading = NonNullable<ReturnType<typeof readPlan>>
type Effect = Reading["effects"][0]

const key = (token: string): Hex => `0x${token.slice(2).toLowerCase()}`
const watched = [native, ...tokens]

const tell = (chain: Chain) =>
  watched.map((token) => ({ token, me: chain.of(me, token), router: chain.of(router, token) }))
const tellEffect = (effect: Effect) =>
  watched.map((token) => ({
    token,
    me: getChange(effect, key(token)),
    router: effect.left.get(key(token)) ?? 0n,
  }))
const isPaid = (effect: Effect) => effect.payments.some(({ to }) => to === other.toLowerCase())

/** Whether a plan that is no giveaway is none here: the router keeps nothing, and others get no more than a fee. */
const isFair = ({ effects: [effect], isGiveaway }: Reading, chain: Chain): boolean => {
  if (isGiveaway) return true
  const hasParts = effect.payments.some(({ units }) => typeof units !== "bigint")
  const ofCurrency = (owner: string) => chain.of(owner, native) + chain.of(owner, weth)
  return (
    watched.every((token) => chain.of(router, token) === 0n) &&
    (hasParts ||
      ([usdc, dai].every((token) => isFee(chain.of(other, token), chain.of(me, token))) &&
        isFee(ofCurrency(other), ofCurrency(me))))
  )
}
const isFee = (paid: bigint, gotten: bigint) => paid === 0n || paid * 10n <= gotten

describe("readPlan of any plan", () => {
  it("says what a chain does at the worst terms, and never more than it does at better ones", () => {
    let [done, fair] = [0, 0]
    fc.assert(
      fc.property(
        fc.array(acts, { minLength: 1, maxLength: 8 }),
        fc.bigInt(0n, 1_000n),
        fc.bigInt(0n, 100n),
        fc.boolean(),
        (made, value, luck, isSwept) => {
          const list = isSwept ? [...made, ...sweeps] : made
          const data = encodePlan(list.map(({ command }) => command))
          const reading = readPlan({ to: router, value, data }, { chainId: 1n, from: me })
          if (reading === null || list.some(({ isUnread }) => isUnread))
            return reading === null && list.some(({ isUnread }) => isUnread)
          const [effect] = reading.effects
          const [worst, better] = [execute(list, value, 0n), execute(list, value, luck)]
          const hasPaid = worst !== null && watched.some((token) => worst.of(other, token) > 0n)
          if (worst !== null) done += 1
          if (better !== null && !reading.isGiveaway) fair += 1
          return (
            (worst === null || equals(tell(worst), tellEffect(effect))) &&
            (!hasPaid || isPaid(effect)) &&
            (worst === null || isFair(reading, worst)) &&
            (better === null || isFair(reading, better)) &&
            (better === null ||
              watched.every((token) => better.of(me, token) >= getChange(effect, key(token))))
          )
        },
      ),
      { seed: 34, numRuns: 1_200 },
    )
    expect(done).toBeGreaterThan(200)
    expect(fair).toBeGreaterThan(50)
    // It takes seconds, and more on a busy machine: its timeout would pass for a mutant that it finds.
  }, 180_000)
})
