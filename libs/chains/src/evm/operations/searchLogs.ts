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
 * The numbers of blocks that are asked for at once. Nodes have limits of 10,000 blocks down to ten, and words of their
 * own for them.
 */
const rangeSizes = [5_000n, 1_000n, 100n, 10n] as const

/** The maximum number of requests for one search. */
const maxRequests = 20

/**
 * Fetches the logs after the block `since`, oldest first, in smaller ranges if the node refuses larger ones. A node that
 * refuses all of them, or a search of many blocks, leaves the rest out.
 */
export const searchLogs = Effect.fnUntraced(function* (
  node: Rpc,
  { address, topics }: LogFilter,
  { last, since, tip }: { readonly since: bigint; readonly last: bigint; readonly tip: bigint },
): Effect.fn.Return<readonly unknown[], RpcError> {
  const all: unknown[] = []
  const sizes = [...rangeSizes]
  for (let from = since + 1n, asked = 0; from <= last && asked < maxRequests; asked++) {
    const [size] = sizes
    if (size === undefined) break
    const to = from + size - 1n < last ? from + size - 1n : last
    const toBlock = to < tip ? toQuantityHex(to) : "latest"
    const logs = yield* fetchLogs(node, { address, topics, fromBlock: toQuantityHex(from), toBlock })
    if (logs === null) {
      sizes.shift()
      continue
    }
    all.push(...logs)
    from = to + 1n
  }
  return all
})

/** Returns `null` if the node refuses the request, also by HTTP. */
const fetchLogs = (node: Rpc, filter: object): Effect.Effect<readonly unknown[] | null, RpcError> =>
  node.request("eth_getLogs", [filter]).pipe(
    Effect.map((logs) => (Array.isArray(logs) ? logs : null)),
    Effect.catchIf(
      ({ reason }) => reason._tag === "Answered" || reason._tag === "Malformed" || isTooMuch(reason),
      () => Effect.succeed(null),
    ),
  )

const isTooMuch = (reason: RpcError["reason"]): boolean =>
  reason._tag === "TooLarge" || (reason._tag === "Status" && (reason.status === 400 || reason.status === 413))
