import { Effect, Result } from "effect"
import { Fetch } from "./Fetch.ts"
import { exchange, parseJson } from "./Http.ts"
import { decodeReply, jsonRpcRequest } from "./JsonRpc.ts"
import type { Ask } from "./Question.ts"
import { readFrom } from "./Retry.ts"
import { RpcError } from "./RpcError.ts"

/** JSON-RPC towards the nodes of one network. Only reads and raw broadcasts go here, never what a person signs. */
export interface Rpc {
  /**
   * One logical call: retried and deadlined as a whole.
   * The result is `unknown`: whoever asks decodes it.
   */
  readonly request: (method: string, params?: readonly unknown[]) => Effect.Effect<unknown, RpcError>
}

/** Where a node listens. */
export interface RpcNode {
  readonly url: string
  /**
   * Nodes want `application/json`, for which a browser asks leave first. A proxy
   * that reads JSON whatever it is called saves that round trip with `text/plain`.
   */
  readonly contentType: "application/json" | "text/plain"
}

/**
 * `Rpc` over the nodes of one network, in the order in which to ask them: every node of a tier before
 * those of the next. A plain string is a node that takes `application/json`. URLs that are none are left out.
 */
export const makeRpc = Effect.fnUntraced(function* (options: {
  readonly tiers: readonly (readonly (string | RpcNode)[])[]
}): Effect.fn.Return<Rpc, never, Fetch> {
  const fetch = yield* Fetch
  const [first, ...others] = options.tiers.flat().flatMap(prepare)
  let ids = 0

  const ask: Ask = ({ body, read }) =>
    first === undefined
      ? Effect.fail({ host: "", reason: { _tag: "NoEndpoint" } })
      : readFrom([first, ...others], (node) =>
          body(null).pipe(
            Effect.flatMap((text) => exchange(fetch, node.post(text))),
            Effect.flatMap((reply) => read(reply, node.host)),
          ),
        ).pipe(Effect.mapError(({ host, reason }) => ({ host: host.host, reason })))

  const request = (method: string, params?: readonly unknown[]) =>
    Effect.suspend(() => {
      const id = ++ids
      const body = JSON.stringify(jsonRpcRequest(id, method, params))
      return ask({
        method,
        body: () => Effect.succeed(body),
        read: (reply) => Effect.fromResult(Result.flatMap(parseJson(reply), (body) => decodeReply(id, body))),
      }).pipe(Effect.mapError(({ host, reason }) => new RpcError({ method, host, reason })))
    })

  return { request }
})

const prepare = (node: string | RpcNode) => {
  const { url, contentType } =
    typeof node === "string" ? ({ url: node, contentType: "application/json" } as const) : node
  const parsed = URL.canParse(url) ? new URL(url) : null
  // A `Request` refuses URLs that carry a password, by throwing.
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || parsed.username || parsed.password) return []
  const post = (body: string) =>
    new Request(url, {
      method: "POST",
      headers: { "content-type": contentType },
      body,
      credentials: "omit",
    })
  return [{ host: parsed.host, post }]
}
