import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { addSample, type NodeHealth, rankNodes, type Sample, scoreNodes } from "./ranking.ts"

interface NamedNode extends NodeHealth {
  readonly name: string
}

const answered = (milliseconds: number): Sample => ({ ok: true, milliseconds })
const failed: Sample = { ok: false, milliseconds: 10_000 }
const node = (name: string, samples: readonly Sample[], block: number | null = null): NamedNode => ({
  name,
  samples,
  block,
})
const order = (nodes: readonly NamedNode[]) => rankNodes(nodes).map(({ name }) => name)
const scores = (nodes: readonly NamedNode[]) => scoreNodes(nodes).map((score) => Number(score.toFixed(6)))

const sample = fc.record({ ok: fc.boolean(), milliseconds: fc.double() })
const block = fc.option(fc.nat({ max: 20 }))
const health = fc.record({ samples: fc.array(sample, { maxLength: 15 }), block })
const tier = fc
  .array(health, { maxLength: 8 })
  .map((all) => all.map(({ samples, block: at }, name) => node(String(name), samples, at)))

describe("scoreNodes", () => {
  it("weighs stability with 0.7 and latency with 0.3", () => {
    expect(scores([node("a", [answered(100)]), node("b", [answered(200), failed])])).toEqual([1, 0.5])
    expect(scores([node("a", [answered(0)]), node("b", [answered(50)])])).toEqual([1, 0.7])
    expect(scores([node("a", [failed]), node("new", [])])).toEqual([0, 0.7])
    expect(scores([])).toEqual([])
  })

  it("uses the latest ten calls only", () => {
    const bad = Array.from({ length: 10 }, () => failed)
    const recovered = Array.from({ length: 10 }, () => answered(20)).reduce(addSample, bad)
    expect(recovered).toHaveLength(10)
    expect(scores([node("a", recovered)])).toEqual([1])
    expect(scores([node("a", [...bad, ...recovered])])).toEqual([1])
  })

  it("returns a number from 0 to 1 for any times", () => {
    fc.assert(
      fc.property(tier, (nodes) => {
        const all = scoreNodes(nodes)
        expect(all).toHaveLength(nodes.length)
        expect(all.every((score) => score >= 0 && score <= 1)).toBe(true)
      }),
    )
  })

  it("increases when a failure becomes a success at the same speed", () => {
    const counts = fc.record({ good: fc.integer({ min: 1, max: 9 }), time: fc.nat({ max: 10_000 }) })
    fc.assert(
      fc.property(counts, ({ good, time }) => {
        const run = (right: number) =>
          node("a", [
            ...Array.from({ length: right }, () => answered(time)),
            ...Array.from({ length: 10 - right }, () => failed),
          ])
        const [before = 0] = scoreNodes([run(good)])
        const [after = 0] = scoreNodes([run(good + 1)])
        expect(after).toBeGreaterThan(before)
      }),
    )
  })
})

describe("rankNodes", () => {
  it("keeps the order while the next node is better by a tenth or less", () => {
    expect(order([node("a", [answered(100)]), node("b", [answered(75)])])).toEqual(["a", "b"])
    expect(order([node("a", [answered(100)]), node("b", [answered(50)])])).toEqual(["b", "a"])
  })

  it("ranks a failing node behind a responding one", () => {
    expect(order([node("a", [answered(10), failed, failed]), node("b", [answered(300)])])).toEqual(["b", "a"])
  })

  it("keeps the configured order of nodes without samples", () => {
    expect(order([node("a", []), node("b", []), node("c", [])])).toEqual(["a", "b", "c"])
  })

  it("ranks a node more than three blocks behind last, regardless of speed", () => {
    const slow = node("slow", [answered(900), failed], 100)
    expect(order([node("late", [answered(1)], 96), slow])).toEqual(["slow", "late"])
    expect(order([node("late", [answered(1)], 97), slow])).toEqual(["late", "slow"])
    expect(order([node("late", [answered(1)], 96), node("silent", [failed])])).toEqual(["late", "silent"])
  })

  it("returns each node once, and is idempotent", () => {
    fc.assert(
      fc.property(tier, (nodes) => {
        const ranked = rankNodes(nodes)
        expect(ranked.map(({ name }) => name).toSorted()).toEqual(nodes.map(({ name }) => name).toSorted())
        expect(rankNodes(ranked)).toEqual(ranked)
      }),
    )
  })

  it("never starts with a node more than three blocks behind", () => {
    fc.assert(
      fc.property(tier, (nodes) => {
        const [first] = rankNodes(nodes)
        const told = nodes.flatMap(({ block: at }) => at ?? []).toSorted((a, b) => b - a)
        const tip = told[told.length > 2 ? 1 : 0] ?? 0
        expect(tip - (first?.block ?? tip)).toBeLessThanOrEqual(3)
      }),
    )
  })

  it("ignores an absurd block of one node in three", () => {
    const slow = [answered(900)]
    const liar = node("liar", [answered(1)], Number.MAX_SAFE_INTEGER)
    const honest = [node("late", [answered(1)], 96), node("a", slow, 100), node("b", slow, 99)]
    expect(order([...honest, liar])).toEqual(["liar", "a", "b", "late"])
    expect(order([node("a", [answered(1)], 100), node("b", slow, 99), node("liar", slow, 1e12)])).toEqual([
      "a",
      "b",
      "liar",
    ])
    fc.assert(
      fc.property(fc.array(health, { minLength: 2, maxLength: 8 }), fc.nat(), (all, above) => {
        const told = all.map((one, name) => node(String(name), one.samples, one.block ?? 0))
        const tip = Math.max(...told.map((one) => one.block ?? 0))
        const names = order([...told, node("liar", [], tip + above)]).filter((name) => name !== "liar")
        const late = names.map((name) => tip - (told[Number(name)]?.block ?? 0) > 3)
        expect(late).toEqual(late.toSorted((a, b) => Number(a) - Number(b)))
      }),
    )
  })

  it("moves a node to the front only past one that it beats by more than a tenth, and then always", () => {
    const even = fc.array(fc.array(sample, { maxLength: 15 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(even, (all) => {
        const nodes = all.map((samples, name) => node(String(name), samples))
        const byName = new Map(scoreNodes(nodes).map((score, name) => [String(name), score]))
        const score = (name: string) => byName.get(name) ?? 0
        const [first = ""] = order(nodes)
        const best = Math.max(...byName.values())
        expect(best > score("0") * 1.1 ? score(first) === best : first === "0").toBe(true)
      }),
    )
  })
})
