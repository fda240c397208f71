import { Effect } from "effect"
import * as Clock from "../Clock.ts"
import { executeRead } from "./executeRead.ts"
import { Fetch } from "./Fetch.ts"
import { currentHosts } from "./Hosts.ts"
import { exchange, pageDetail, parseJson } from "./Http.ts"
import type { RpcReadFailure } from "./ReadRequest.ts"
import type { Rpc, RpcOptions } from "./Rpc.ts"
import { RpcError, type RpcReason } from "./RpcError.ts"
import { type RpcEndpoint, type RpcNode, toRpcEndpoints } from "./RpcNode.ts"
import { rankNodes } from "./ranking.ts"
import { requestOnce } from "./requestOnce.ts"

interface RestNode extends RpcEndpoint {
  /** Without a trailing slash. */
  readonly base: string
}

/** A path below a node's base URL, and the body to post. */
interface RestQuery {
  readonly path: string
  /** `null` for a GET request. */
  readonly body: string | null
}

/**
 * Makes a REST client for the nodes of one network, with the policy of `makeRpc`, for chains without JSON-RPC.
 * `request("GET", [path])` is a read like any other. `request("POST", [path, body])` is sent once, to one node: the
 * caller must look up an uncertain outcome. Returns parsed JSON, or text for other content types.
 * A node's own error message is `Answered`, with the HTTP status as its code. Source: the Esplora HTTP API.
 */
export const makeRest = Effect.fnUntraced(function* (
  options: RpcOptions,
): Effect.fn.Return<Rpc, never, Fetch> {
  const fetch = yield* Fetch
  const hosts = yield* currentHosts
  let tiers: readonly (readonly RestNode[])[] = options.tiers.map((tier) => tier.flatMap(toRestNodes))

  const rank = () => {
    tiers = tiers.map(rankNodes)
    return tiers
  }
  const best = (nodes: readonly (readonly RestNode[])[]) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const all = nodes.flat()
      return all.find(({ host }) => hosts.view(host).heldUntil <= now) ?? all[0]
    })

  const over = (nodes: () => readonly (readonly RestNode[])[]): Rpc => {
    const read = (method: string, asked: RestQuery) =>
      executeRead<RestNode, unknown, RpcReason>(
        { hosts, method, refusal: "ofHost", tiers: nodes() },
        (node) => fetchFromNode(fetch, node, asked),
      )
    const post = (method: string, asked: RestQuery) =>
      Effect.flatMap(best(nodes()), (target) =>
        target === undefined
          ? Effect.fail(noEndpoint)
          : requestOnce({ asked: { hosts, method, refusal: "ofCall" }, target }, (node) =>
              fetchFromNode(fetch, node, asked),
            ).pipe(Effect.mapError((reason): RpcReadFailure => ({ host: target.host, reason }))),
      )
    return {
      request: (method, params = []) =>
        Effect.suspend(() => {
          const [path, body] = params.map(String)
          const name = `${method} ${toPathPattern(path ?? "")}`
          const asked = { path: path ?? "", body: method === "POST" ? (body ?? "") : null }
          const answer: Effect.Effect<unknown, RpcReadFailure> = nodes().every((tier) => tier.length === 0)
            ? Effect.fail(noEndpoint)
            : (asked.body === null ? read : post)(name, asked)
          return Effect.mapError(answer, ({ host, reason }) => new RpcError({ method: name, host, reason }))
        }),
      pin: Effect.map(
        Effect.suspend(() => best(nodes())),
        (node) => over(() => (node === undefined ? [] : [[node]])),
      ),
    }
  }
  return over(rank)
})

const noEndpoint: RpcReadFailure = { host: "", reason: { _tag: "NoEndpoint" } }

const toRestNodes = (node: string | RpcNode): readonly RestNode[] =>
  toRpcEndpoints(node).map((made) =>
    Object.assign(made, { base: (typeof node === "string" ? node : node.url).replace(/\/+$/, "") }),
  )

/** Addresses, hashes and numbers are private, so records contain patterns only. */
const toPathPattern = (path: string): string =>
  path
    .replace(/\?.*$/, "")
    .split("/")
    .map((part) => (part.length > 24 || /^\d+$/.test(part) ? ":id" : part))
    .join("/")

/** Statuses of a node's own error messages for a request that it understood. */
const answeredStatuses: readonly number[] = [400, 404, 409, 422]

const fetchFromNode = Effect.fnUntraced(function* (
  fetch: Fetch["Service"],
  { base }: RestNode,
  { path, body }: RestQuery,
): Effect.fn.Return<unknown, RpcReason> {
  const request = new Request(`${base}${path}`, {
    method: body === null ? "GET" : "POST",
    body,
    credentials: "omit",
  })
  let status = 200
  // Reads the response with all the limits of a read.
  const send = (asked: Request) =>
    Effect.map(fetch.send(asked), (response) => {
      if (!answeredStatuses.includes(response.status)) return response
      status = response.status
      return new Response(response.body, { headers: response.headers })
    })
  const reply = yield* exchange({ ...fetch, send }, request)
  const text = new TextDecoder().decode(reply.bytes).trim()
  // HTML comes from a proxy or from a host that is not a node.
  const isPage = text.startsWith("<")
  if (status !== 200)
    return yield* Effect.fail<RpcReason>(
      isPage || text === ""
        ? { _tag: "Status", status }
        : { _tag: "Answered", code: status, text: text.slice(0, maxRefusalLength) },
    )
  if (isPage) return yield* Effect.fail<RpcReason>({ _tag: "Malformed", detail: pageDetail })
  return /^[[{]/.test(text) ? yield* Effect.fromResult(parseJson(reply)) : text
})

/** The maximum number of characters of an error message. */
const maxRefusalLength = 1_000
