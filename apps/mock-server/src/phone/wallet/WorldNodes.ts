import { type CaipNetworkId, type Network, type Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"

/** The endpoints of this server as a function. */
export type FetchHandler = (request: Request) => Response | Promise<Response>

/** One call to a node. For a Bitcoin node with its REST API: `GET` or `POST` with a path and a body. */
type NodeCaller = Rpc["request"]

const RpcReply = z.union([
  z.object({ result: z.unknown() }),
  z.object({ error: z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) }) }),
])

/**
 * Calls the nodes of a world by its public endpoints like any other wallet, so that calls are in the world's log and
 * subject to its fault plan.
 */
export const makeWorldNodes =
  (projectId: string, ask: FetchHandler) =>
  ({ caipNetworkId, chainNamespace, id }: Pick<Network, "caipNetworkId" | "chainNamespace" | "id">): Rpc => {
    const base = `http://localhost/w/${encodeURIComponent(projectId)}`
    const node: Rpc = {
      request:
        chainNamespace === "bip122"
          ? makeRestCaller(`${base}/bitcoin/${id}/api`, ask)
          : makeJsonRpcCaller(base, caipNetworkId, ask),
      pin: Effect.suspend(() => Effect.succeed(node)),
    }
    return node
  }

const makeJsonRpcCaller =
  (base: string, chainId: CaipNetworkId, ask: FetchHandler): NodeCaller =>
  (method, params = []) =>
    Effect.gen(function* () {
      const text = yield* fetchNode(method, ask, `${base}/v1?${new URLSearchParams({ chainId })}`, {
        method: "POST",
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      })
      const answered = RpcReply.safeParse(yield* parseReply(method, text.body))
      if (!answered.success)
        return yield* failNodeCall(method, { _tag: "Malformed", detail: "no JSON-RPC reply" })
      if ("result" in answered.data) return answered.data.result
      const { code, message, data } = answered.data.error
      return yield* failNodeCall(method, { _tag: "Answered", code, text: message, data })
    })

const makeRestCaller =
  (base: string, ask: FetchHandler): NodeCaller =>
  (method, [path, body] = []) =>
    Effect.gen(function* () {
      const sent = { method, ...(method === "POST" && { body: String(body) }) }
      const answer = yield* fetchNode(method, ask, `${base}${String(path)}`, sent)
      if (!answer.isOk)
        return yield* failNodeCall(method, { _tag: "Answered", code: answer.status, text: answer.body })
      return /^[[{]/.test(answer.body) ? yield* parseReply(method, answer.body) : answer.body
    })

const fetchNode = (method: string, ask: FetchHandler, url: string, init: RequestInit) =>
  Effect.tryPromise({
    try: async () => {
      const response = await ask(new Request(url, init))
      return { isOk: response.ok, status: response.status, body: await response.text() }
    },
    catch: () => makeNodeError(method, { _tag: "Unreachable", detail: "no response" }),
  })

const parseReply = (method: string, text: string) =>
  Effect.try({
    try: (): unknown => JSON.parse(text),
    catch: () => makeNodeError(method, { _tag: "Malformed", detail: "not JSON" }),
  })

const makeNodeError = (method: string, reason: RpcError["reason"]) =>
  new RpcError({ method, host: "localhost", reason })
const failNodeCall = (method: string, reason: RpcError["reason"]) =>
  Effect.fail(makeNodeError(method, reason))
