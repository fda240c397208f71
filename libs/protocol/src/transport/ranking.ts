/** How nodes of one tier are compared. */
export const rankingPolicy = {
  /** The latest of each node that count. */
  samples: 10,
  stability: 0.7,
  latency: 0.3,
  /** How much better a node must be to pass one that stands before it, so that two equals do not take turns. */
  hysteresis: 0.1,
  /** Blocks by which a node may be behind `getTipBlock` the tier. */
  blocks: 3,
} as const

/** One finished call, of a person's own traffic or of a poll. */
export interface Sample {
  readonly ok: boolean
  readonly milliseconds: number
}

/** What is known of one node. */
export interface NodeHealth {
  /** The newest last. */
  readonly samples: readonly Sample[]
  /** The block that it told of when all were asked at once; `null` where it told of none. */
  readonly block: number | null
}

/** The samples with one more, the oldest dropped. */
export const addSample = (samples: readonly Sample[], sample: Sample): readonly Sample[] =>
  [...samples, sample].slice(-rankingPolicy.samples)

/**
 * One score for each node, in [0, 1]: the share of calls that it answered, and how near its mean time is to
 * the fastest node's. A node that nobody has asked yet is taken to be stable and slow.
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
 * The nodes of a tier from the best to the worst, starting from the order in which they stand now:
 * one passes another only when it is better by the hysteresis. Those that are too many blocks behind come last,
 * whatever their score.
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
 * The block that a node should have reached: the second highest that was told, where three nodes or more told one.
 * So no single node, however absurd its block, makes the others look late; it takes two that agree. Of two nodes
 * nobody can say which one lies, and the higher block counts.
 */
export const getTipBlock = (nodes: readonly Pick<NodeHealth, "block">[]): number => {
  const [first, second, third] = nodes
    .flatMap(({ block }) => (block === null ? [] : [block]))
    .toSorted((a, b) => b - a)
  return (third === undefined ? first : second) ?? Number.NEGATIVE_INFINITY
}

/** Each place goes to whoever stands first, or to the best where that one is clearly better. */
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

/** The mean of the calls that were answered, infinite where none was. A clock that was set back says nothing. */
const getMeanTime = (samples: readonly Sample[]): number => {
  const times = samples
    .filter(({ ok, milliseconds }) => ok && Number.isFinite(milliseconds))
    .map(({ milliseconds }) => Math.max(0, milliseconds))
  return times.length === 0
    ? Number.POSITIVE_INFINITY
    : times.reduce((mean, time) => mean + time / times.length, 0)
}
