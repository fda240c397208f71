import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { getVirtualSize, type ScriptKind, scriptKinds } from "./Script.ts"
import { type CoinPayment, type CoinSelection, selectAllCoins, selectCoins } from "./selectCoins.ts"
import { sumValues } from "./Utxo.ts"

const scripts: Readonly<Record<ScriptKind, Uint8Array>> = {
  p2pkh: Uint8Array.from([0x76, 0xa9, 20, ...new Uint8Array(20), 0x88, 0xac]),
  p2sh: Uint8Array.from([0xa9, 20, ...new Uint8Array(20), 0x87]),
  p2wpkh: Uint8Array.from([0, 20, ...new Uint8Array(20)]),
  p2wsh: Uint8Array.from([0, 32, ...new Uint8Array(32)]),
  p2tr: Uint8Array.from([0x51, 32, ...new Uint8Array(32)]),
}

const kinds: readonly ScriptKind[] = ["p2pkh", "p2sh", "p2wpkh", "p2wsh", "p2tr"]
const owned = (["p2wpkh", "p2tr", "p2sh"] as const).map((kind) => ({
  kind,
  script: scripts[kind],
  inputWeight: scriptKinds[kind].inputWeight ?? 0,
}))

/** UTXOs with tiny, small, large and equal values. */
const value = fc.oneof(
  fc.bigInt(1n, 2_000n),
  fc.bigInt(1n, 100_000n),
  fc.bigInt(1n, 2_100_000_000_000n),
  fc.constantFrom(546n, 10_000n, 100_000_000n),
)

const payment: fc.Arbitrary<CoinPayment> = fc.record({
  coins: fc
    .array(value, { maxLength: 40 })
    .map((values) => values.map((one, at) => ({ outpoint: `${"0".repeat(64)}:${at}`, value: one }))),
  amount: fc.oneof(fc.bigInt(1n, 200_000n), fc.bigInt(1n, 3_000_000_000_000n)),
  rate: fc.oneof(fc.bigInt(1_000n, 20_000n), fc.bigInt(1_000n, 5_000_000n)),
  to: fc.constantFrom(...kinds.map((kind) => scripts[kind])),
  own: fc.constantFrom(...owned),
})

/** Payments for which some or all UTXOs need no change. */
const exactPayment = fc.tuple(payment, fc.infiniteStream(fc.boolean())).map(([one, picks]): CoinPayment => {
  const chosen = one.coins.filter(() => picks.next().value === true)
  const rest = sumValues(chosen) - feeAt(one, chosen.length, [one.to])
  return rest > 0n ? { ...one, amount: rest } : one
})

const feeAt = ({ own, rate }: CoinPayment, inputs: number, outputs: readonly Uint8Array[]): bigint => {
  const size = getVirtualSize({ inputs, inputWeight: own.inputWeight, outputs })
  return (rate * size + 999n) / 1_000n
}

const getOutputs = ({ own, to }: CoinPayment, { change }: CoinSelection) =>
  change > 0n ? [to, own.script] : [to]

describe.each([
  ["any payment", payment],
  ["a payment that may need no change", exactPayment],
] as const)("selectCoins for %s", (_, payments) => {
  const holds = (check: (one: CoinPayment, choice: CoinSelection) => void) =>
    fc.assert(
      fc.property(payments, (one) => {
        const choice = selectCoins(one)
        if (choice !== null) check(one, choice)
      }),
    )

  it("conserves the value: inputs equal amount, fee and change", () => {
    holds(({ amount, coins }, choice) => {
      expect(sumValues(choice.coins)).toBe(amount + choice.fee + choice.change)
      expect(new Set(choice.coins).size).toBe(choice.coins.length)
      for (const coin of choice.coins) expect(coins).toContain(coin)
    })
  })

  it("creates no change below the dust limit", () => {
    holds(({ own }, { change }) => {
      expect(change === 0n || change >= scriptKinds[own.kind].dust).toBe(true)
    })
  })

  it("pays at least the rate, and at most the cost of a change output more", () => {
    holds((one, choice) => {
      const inputs = choice.coins.length
      const least = feeAt(one, inputs, getOutputs(one, choice))
      expect(choice.fee).toBeGreaterThanOrEqual(least)
      const withChange = feeAt(one, inputs, [one.to, one.own.script])
      const most = choice.change > 0n ? least : withChange + scriptKinds[one.own.kind].dust
      expect(choice.fee).toBeLessThanOrEqual(most)
    })
  })

  it("selects no UTXO that costs more than its value", () => {
    holds(({ own, rate }, choice) => {
      for (const coin of choice.coins)
        expect(coin.value * 4_000n).toBeGreaterThan(rate * BigInt(own.inputWeight))
    })
  })

  it("returns null only when all UTXOs together are insufficient", () => {
    fc.assert(
      fc.property(payments, (one) => {
        const worth = one.coins.filter((coin) => coin.value * 4_000n > one.rate * BigInt(one.own.inputWeight))
        const isEnough = sumValues(worth) >= one.amount + feeAt(one, worth.length, [one.to])
        // If all UTXOs worth spending are insufficient, every subset is insufficient too.
        expect(selectCoins(one) !== null).toBe(isEnough && worth.length > 0)
      }),
    )
  })

  it("returns the same selection for any order of UTXOs", () => {
    fc.assert(
      fc.property(payments, (one) => {
        const turned = { ...one, coins: one.coins.toReversed() }
        expect(selectCoins(turned)).toEqual(selectCoins(one))
      }),
    )
  })
})

describe("selectAllCoins", () => {
  it("pays out all UTXOs worth spending, less the fee", () => {
    fc.assert(
      fc.property(payment, (one) => {
        const choice = selectAllCoins(one)
        if (choice === null) return
        expect(choice.change).toBe(0n)
        expect(choice.fee).toBe(feeAt(one, choice.coins.length, [one.to]))
        expect(sumValues(choice.coins)).toBeGreaterThan(choice.fee)
        const left = one.coins.filter((coin) => !choice.coins.includes(coin))
        const cost = one.rate * BigInt(one.own.inputWeight)
        for (const coin of left) expect(coin.value * 4_000n).toBeLessThanOrEqual(cost + 4_000n)
        // Exactly this amount can be paid with them.
        const amount = sumValues(choice.coins) - choice.fee
        expect(selectCoins({ ...one, amount })).not.toBe(null)
      }),
    )
  })
})

describe("selectCoins", () => {
  const one: CoinPayment = {
    coins: [100_000_000n, 25_000_000n, 5_000_000n, 100_000n, 10_000n, 600n].map((worth, at) => ({
      outpoint: `${"0".repeat(64)}:${at}`,
      value: worth,
    })),
    amount: 30_000n,
    rate: 7_000n,
    to: scripts.p2wpkh,
    own: { kind: "p2wpkh", script: scripts.p2wpkh, inputWeight: 272 },
  }
  const values = (choice: CoinSelection | null) => choice?.coins.map((coin) => coin.value)

  it("returns the largest UTXO with change when no selection fits", () => {
    const choice = selectCoins(one)
    expect(values(choice)).toEqual([100_000_000n])
    // 141 virtual bytes at 7.
    expect(choice).toMatchObject({ fee: 987n, change: 99_969_013n })
  })

  it("returns no change when UTXOs fit exactly or with less than dust left over", () => {
    // 110 virtual bytes with one input, 178 with two.
    for (const over of [0n, 1n, 293n]) {
      const choice = selectCoins({ ...one, amount: 5_000_000n - 770n - over })
      expect(values(choice)).toEqual([5_000_000n])
      expect(choice).toMatchObject({ fee: 770n + over, change: 0n })
    }
    const two = selectCoins({ ...one, amount: 110_000n - 1_246n })
    expect(values(two)).toEqual([100_000n, 10_000n])
    expect(values(selectCoins({ ...one, amount: 5_000_000n - 770n - 294n }))).toEqual([100_000_000n])
  })

  it("returns a selection with change when many small UTXOs would cost more", () => {
    const small = Array.from({ length: 20 }, (_, at) => ({
      outpoint: `${"1".repeat(64)}:${at}`,
      value: 3_000n,
    }))
    // 1,402 virtual bytes at 7.
    const amount = 60_000n - 9_814n
    expect(selectCoins({ ...one, coins: small, amount })?.fee).toBe(9_814n)
    const choice = selectCoins({ ...one, coins: [...small, ...one.coins.slice(0, 1)], amount })
    expect(values(choice)).toEqual([100_000_000n])
    expect(choice?.fee).toBe(987n)
  })

  it("excludes a UTXO that costs more than its value", () => {
    const rate = 12_000n
    const all = selectAllCoins({ ...one, rate })
    expect(values(all)).toEqual([100_000_000n, 25_000_000n, 5_000_000n, 100_000n, 10_000n])
  })

  it("selects among thousands of UTXOs and limits the inputs to a thousand", () => {
    const coins = Array.from({ length: 3_000 }, (_, at) => ({
      outpoint: `${"0".repeat(64)}:${at}`,
      value: 10_000n + BigInt(at * 7),
    }))
    const choice = selectCoins({ ...one, coins, amount: 15_000_000n })
    expect(sumValues(choice?.coins ?? [])).toBeGreaterThan(15_000_000n)
    expect(selectAllCoins({ ...one, coins })?.coins).toHaveLength(1_000)
  })
})
