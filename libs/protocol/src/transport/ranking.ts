/** The parameters for comparing the nodes of one tier. */
export const rankingPolicy = {
  /** The number of latest samples that count per node. */
  samples: 10,
  stability: 0.7,
  latency: 0.3,
  /** The score lead that a node needs to overtake the one before it, so that two equal nodes do not alternate. */
  hysteresis: 0.1,
  /** The number of blocks by which a node may be behind `getTipBlock`. */
  blocks: 3,
} as const

/** A finished call of user traffic or of a poll. */
export interface Sample {
  readonly ok: boolean
  readonly milliseconds: number
}

/** The health of one node. */
export interface NodeHealth {
  /** The newest last. */
  readonly samples: readonly Sample[]
  /** The block from the last round that polled all nodes at once; `null` when it returned none. */
  readonly block: number | null
}

/** Appends a sample and drops the oldest. */
export const addSample = (samples: readonly Sample[], sample: Sample): readonly Sample[] =>
  [...samples, sample].slice(-rankingPolicy.samples)

/**
 * Returns one score per node, in [0, 1]: the share of successful calls, and the ratio of the fastest node's mean time
 * to its own. A node without samples counts as stable and slow.
 */
export const scoreNodes = (nodes: readonly NodeHealth[]): readonly number[] => {
  const recent = nodes.map(({ samples }) => samples.slice(-rankingPolicy.samples))
  const times = recent.map(getMeanTime)
  const fastest = Math.min(...times)
  return recent.map((samples, at) => {
    const answered = samples.filter(({ ok }) => ok).length
    const stability = samples.length === 0 ? 1 : answered / samples.length
    const time = times[at] ?? Number.POSITIVE_INFINITY
    const latency = time === fastest ? Number(Number.isFinite(time)) : fastest / time
    return Math.min(1, rankingPolicy.stability * stability + rankingPolicy.latency * latency)
  })
}

/**
 * Sorts the nodes of a tier from best to worst, starting from their current order: one overtakes another only when it
 * is better by the hysteresis. Nodes too many blocks behind come last regardless of score.
 */
export const rankNodes = <Node extends NodeHealth>(nodes: readonly Node[]): readonly Node[] => {
  const scores = scoreNodes(nodes)
  const tip = getTipBlock(nodes)
  const scored = nodes.map((node, at) => ({
    node,
    score: scores[at] ?? 0,
    behind: node.block !== null && tip - node.block > rankingPolicy.blocks,
  }))
  return [
    ...applyHysteresis(scored.filter(({ behind }) => !behind)),
    ...applyHysteresis(scored.filter(({ behind }) => behind)),
  ].map(({ node }) => node)
}

/**
 * Returns the block that a node should have reached: the second highest of three or more reports. A single node with
 * an absurd block cannot make the others look late; that takes two. With two reports the wrong one is unknown, so the
 * higher block counts.
 */
export const getTipBlock = (nodes: readonly Pick<NodeHealth, "block">[]): number => {
  const [first, second, third] = nodes
    .flatMap(({ block }) => (block === null ? [] : [block]))
    .toSorted((a, b) => b - a)
  return (third === undefined ? first : second) ?? Number.NEGATIVE_INFINITY
}

/** Each place goes to the next node in the current order, or to the best one if that is clearly better. */
const applyHysteresis = <Scored extends { readonly score: number }>(
  nodes: readonly Scored[],
): readonly Scored[] => {
  const ranked: Scored[] = []
  let left = nodes
  for (;;) {
    const [first] = left
    if (first === undefined) return ranked
    const best = left.reduce((a, b) => (b.score > a.score ? b : a))
    const next = best.score > first.score * (1 + rankingPolicy.hysteresis) ? best : first
    ranked.push(next)
    left = left.filter((node) => node !== next)
  }
}

/**
 * Returns the mean time of successful calls, or infinity without any. Ignores times from before the clock was set
 * back.
 */
const getMeanTime = (samples: readonly Sample[]): number => {
  const times = samples
    .filter(({ ok, milliseconds }) => ok && Number.isFinite(milliseconds))
    .map(({ milliseconds }) => Math.max(0, milliseconds))
  return times.length === 0
    ? Number.POSITIVE_INFINITY
    : times.reduce((mean, time) => mean + time / times.length, 0)
}
