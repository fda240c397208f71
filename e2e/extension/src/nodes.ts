import { RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"

/** The node URLs. The test harness writes them into the packed copy. */
export const Config = z.object({ blockchain: z.string(), projectId: z.string() })
export type Config = z.infer<typeof Config>

const rpcResponseSchema = z.union([
  z.object({ result: z.unknown() }),
  z.object({ error: z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) }) }),
])

type NodeRequest = (method: string, params: readonly unknown[]) => Effect.Effect<unknown, RpcError>

const makeFailure =
  ({ blockchain }: Config, method: string) =>
  (reason: RpcError["reason"]) =>
    new RpcError({ method, host: new URL(blockchain).host, reason })

/** @param chainId CAIP-2 */
export const makeJsonRpcNode =
  (config: Config, chainId: string): NodeRequest =>
  (method, params) => {
    const failed = makeFailure(config, method)
    return Effect.gen(function* () {
      const query = new URLSearchParams({ chainId, projectId: config.projectId })
      const body = yield* Effect.tryPromise({
        try: async (): Promise<unknown> => {
          const response = await fetch(`${config.blockchain}/v1?${query}`, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
          })
          return response.json()
        },
        catch: (cause) => failed({ _tag: "Unreachable", detail: String(cause) }),
      })
      const answered = rpcResponseSchema.safeParse(body)
      if (!answered.success) return yield* failed({ _tag: "Malformed", detail: answered.error.message })
      if ("result" in answered.data) return answered.data.result
      const { code, message, data } = answered.data.error
      return yield* failed({ _tag: "Answered", code, text: message, data })
    })
  }

/** The mempool-style REST of Bitcoin. @param reference of CAIP-2 */
export const makeRestNode =
  (config: Config, reference: number | string): NodeRequest =>
  (method, [path, body]) => {
    const failed = makeFailure(config, `${method} ${String(path)}`)
    return Effect.gen(function* () {
      const query = new URLSearchParams({ projectId: config.projectId })
      const { ok, status, text } = yield* Effect.tryPromise({
        try: async () => {
          const response = await fetch(
            `${config.blockchain}/bitcoin/${reference}/api${String(path)}?${query}`,
            method === "POST" ? { method, body: String(body) } : { method },
          )
          return { ok: response.ok, status: response.status, text: await response.text() }
        },
        catch: (cause) => failed({ _tag: "Unreachable", detail: String(cause) }),
      })
      if (!ok) return yield* failed({ _tag: "Answered", code: status, text })
      return yield* Effect.try({
        try: (): unknown => (/^[[{]/.test(text) ? JSON.parse(text) : text),
        catch: () => failed({ _tag: "Malformed", detail: "no JSON" }),
      })
    })
  }
