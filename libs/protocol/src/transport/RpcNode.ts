import { isWebUrl, parseUrl } from "../parseUrl.ts"
import { maxBatchSize } from "./Batch.ts"
import { addSample, type NodeHealth, type Sample } from "./ranking.ts"
import type { Target } from "./runAttempt.ts"

/** The URL and content type of a node. */
export interface RpcNode {
  readonly url: string
  /**
   * Nodes expect `application/json`, which costs a browser a CORS preflight. A proxy that parses JSON of any content
   * type saves it with `text/plain`.
   */
  readonly contentType: "application/json" | "text/plain"
}

/** A node with its health and batch limits. */
export interface RpcEndpoint extends Target, NodeHealth {
  readonly post: (body: string) => Request
  /** The number of requests that it accepts in one body, as far as known. */
  maxRequests: number
  /** Set when it rejected several single requests and has accepted none since. */
  refusesAll: boolean
  samples: readonly Sample[]
  block: number | null
  /** The sending time of the attempt that gave the latest sample, in UTC milliseconds. */
  sampledAt: number
}

/** Returns an empty list for an invalid URL. */
export const toRpcEndpoints = (node: string | RpcNode): readonly RpcEndpoint[] => {
  const { url, contentType } =
    typeof node === "string" ? ({ url: node, contentType: "application/json" } as const) : node
  const parsed = parseUrl(url)
  // `Request` throws for URLs with a password.
  if (parsed === null || !isWebUrl(url)) return []
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
