import { maxBatchSize } from "./Batch.ts"
import { addSample, type NodeHealth, type Sample } from "./ranking.ts"
import type { Target } from "./runAttempt.ts"

/** Where a node listens. */
export interface RpcNode {
  readonly url: string
  /**
   * Nodes want `application/json`, for which a browser asks leave first. A proxy
   * that reads JSON whatever it is called saves that round trip with `text/plain`.
   */
  readonly contentType: "application/json" | "text/plain"
}

/** A node that can be asked, and what is known of it. */
export interface RpcEndpoint extends Target, NodeHealth {
  readonly post: (body: string) => Request
  /** How many requests it takes in one body, as far as it has said. */
  maxRequests: number
  /** Whether it refused several requests also one by one, and has answered none since. */
  refusesAll: boolean
  samples: readonly Sample[]
  block: number | null
  /** When the attempt was sent that told of it last, in UTC milliseconds. */
  sampledAt: number
}

/** No node at all for what is no URL to post to. */
export const toRpcEndpoints = (node: string | RpcNode): readonly RpcEndpoint[] => {
  const { url, contentType } =
    typeof node === "string" ? ({ url: node, contentType: "application/json" } as const) : node
  const parsed = URL.canParse(url) ? new URL(url) : null
  // A `Request` refuses URLs that carry a password, by throwing.
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || parsed.username || parsed.password) return []
  const made: RpcEndpoint = {
    host: parsed.host,
    maxRequests: maxBatchSize,
    refusesAll: false,
    samples: [],
    block: null,
    sampledAt: Number.NEGATIVE_INFINITY,
    post: (body) =>
      new Request(url, {
        method: "POST",
        headers: { "content-type": contentType },
        body,
        credentials: "omit",
      }),
    onAttemptEnd: ({ ok, milliseconds, at }) => {
      made.samples = addSample(made.samples, { ok, milliseconds })
      made.sampledAt = at
    },
  }
  return [made]
}
