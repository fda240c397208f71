import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import { toQuantityHex } from "../Hex.ts"

/** What the logs are of. */
export interface LogFilter {
  /** Addresses of contracts, in lower case. */
  readonly address: readonly string[]
  readonly topics: readonly unknown[]
}

/**
 * The numbers of blocks that are asked for at once after a node has refused the whole range. Nodes have limits of
 * 10,000 blocks down to ten, and words of their own for them.
 */
const rangeSizes = [5_000n, 1_000n, 100n, 10n] as const

/** The maximum number of requests for one search. */
const maxRequests = 20

/** The range that each client's nodes have accepted, so that each search does not try all of them again. */
const acceptedSizes = new WeakMap<Rpc, bigint>()

/** The blocks to search, and the node. */
export interface LogSearch {
  readonly node: Rpc
  /** The client of the node, which outlives one search. */
  readonly rpc: Rpc
  readonly since: bigint
  readonly last: bigint
  readonly tip: bigint
}

/**
 * Fetches the logs after the block `since`, oldest first: all at once, then in smaller ranges if the node refuses. A node
 * that refuses all of them, or a search of many blocks, leaves the rest out. `searched`: the last block that was read.
 */
export const searchLogs = Effect.fnUntraced(function* (
  { last, node, rpc, since, tip }: LogSearch,
  { address, topics }: LogFilter,
): Effect.fn.Return<{ readonly logs: readonly unknown[]; readonly searched: bigint }, RpcError> {
  const all: unknown[] = []
  const whole = last - since
  const accepted = acceptedSizes.get(rpc) ?? rangeSizes[0]
  // One size more, because another node may serve this search.
  const sizes = [whole, ...rangeSizes.filter((size) => size < whole && size <= accepted * 10n)]
  let from = since + 1n
  for (let asked = 0; from <= last && asked < maxRequests; asked++) {
    const [size] = sizes
    if (size === undefined) break
    const to = from + size - 1n < last ? from + size - 1n : last
    const toBlock = to < tip ? toQuantityHex(to) : "latest"
    const filter = { address, topics, fromBlock: toQuantityHex(from), toBlock }
    const logs = yield* fetchLogs(node, filter, size > rangeSizes[0])
    if (logs === null) {
      sizes.shift()
      continue
    }
    if (size < whole || size > accepted) acceptedSizes.set(rpc, size)
    all.push(...logs)
    from = to + 1n
  }
  return { logs: all, searched: from - 1n }
})

/** Returns `null` if the node refuses the request, also by HTTP; if it is `large`, also if it fails on it. */
const fetchLogs = (
  node: Rpc,
  filter: object,
  large: boolean,
): Effect.Effect<readonly unknown[] | null, RpcError> =>
  node.request("eth_getLogs", [filter]).pipe(
    Effect.map((logs) => (Array.isArray(logs) ? logs : null)),
    Effect.catchIf(
      ({ reason }) => large || reason._tag === "Answered" || reason._tag === "Malformed" || isTooMuch(reason),
      () => Effect.succeed(null),
    ),
  )

const isTooMuch = (reason: RpcError["reason"]): boolean =>
  reason._tag === "TooLarge" || (reason._tag === "Status" && (reason.status === 400 || reason.status === 413))
