import { type CaipNetworkId, type Network, type Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"

/** The endpoints of this server, as a function. */
export type Ask = (request: Request) => Response | Promise<Response>

/** One call to a node. For a node of Bitcoin, which speaks REST, `GET` or `POST` with a path and a body. */
type Call = Rpc["request"]

const Answered = z.union([
  z.object({ result: z.unknown() }),
  z.object({ error: z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) }) }),
])

/**
 * How a wallet reaches the nodes of a world: as any other does, by the public endpoints, so that its reads are in the
 * world's log and the fault plan happens to them.
 */
export const worldNodes =
  (projectId: string, ask: Ask) =>
  ({ caipNetworkId, chainNamespace, id }: Pick<Network, "caipNetworkId" | "chainNamespace" | "id">): Rpc => {
    const base = `http://localhost/w/${encodeURIComponent(projectId)}`
    const node: Rpc = {
      request:
        chainNamespace === "bip122"
          ? rest(`${base}/bitcoin/${id}/api`, ask)
          : jsonRpc(base, caipNetworkId, ask),
      pin: Effect.suspend(() => Effect.succeed(node)),
    }
    return node
  }

const jsonRpc =
  (base: string, chainId: CaipNetworkId, ask: Ask): Call =>
  (method, params = []) =>
    Effect.gen(function* () {
      const text = yield* send(method, ask, `${base}/v1?${new URLSearchParams({ chainId })}`, {
        method: "POST",
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      })
      const answered = Answered.safeParse(yield* parsed(method, text.body))
      if (!answered.success) return yield* failed(method, { _tag: "Malformed", detail: "no JSON-RPC reply" })
      if ("result" in answered.data) return answered.data.result
      const { code, message, data } = answered.data.error
      return yield* failed(method, { _tag: "Answered", code, text: message, data })
    })

const rest =
  (base: string, ask: Ask): Call =>
  (method, [path, body] = []) =>
    Effect.gen(function* () {
      const sent = { method, ...(method === "POST" && { body: String(body) }) }
      const answer = yield* send(method, ask, `${base}${String(path)}`, sent)
      if (!answer.isOk)
        return yield* failed(method, { _tag: "Answered", code: answer.status, text: answer.body })
      return /^[[{]/.test(answer.body) ? yield* parsed(method, answer.body) : answer.body
    })

const send = (method: string, ask: Ask, url: string, init: RequestInit) =>
  Effect.tryPromise({
    try: async () => {
      const response = await ask(new Request(url, init))
      return { isOk: response.ok, status: response.status, body: await response.text() }
    },
    catch: () => failure(method, { _tag: "Unreachable", detail: "no answer" }),
  })

const parsed = (method: string, text: string) =>
  Effect.try({
    try: (): unknown => JSON.parse(text),
    catch: () => failure(method, { _tag: "Malformed", detail: "no JSON" }),
  })

const failure = (method: string, reason: RpcError["reason"]) =>
  new RpcError({ method, host: "localhost", reason })
const failed = (method: string, reason: RpcError["reason"]) => Effect.fail(failure(method, reason))
