import type { SolanaChain } from "../chain/SolanaChain.ts"
import { accountMethods } from "./accountMethods.ts"
import { clusterMethods } from "./clusterMethods.ts"
import { controlMethods } from "./controlMethods.ts"
import { historyMethods } from "./historyMethods.ts"
import type { Method } from "./Method.ts"
import { methodNotFound, RpcFailure } from "./RpcFailure.ts"
import { toJson } from "./toJson.ts"
import { tokenMethods } from "./tokenMethods.ts"
import { transactionMethods } from "./transactionMethods.ts"

const methods: ReadonlyMap<string, Method> = new Map(
  Object.entries({
    ...clusterMethods,
    ...accountMethods,
    ...tokenMethods,
    ...transactionMethods,
    ...historyMethods,
    ...controlMethods,
  }),
)

/** The names of all methods, those of the control API among them. */
export const solanaMethods: readonly string[] = [...methods.keys()]

/** The part of a JSON-RPC reply that is not its envelope. */
export type Answer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }

/** What the node of a chain answers to one call. Never throws. */
export const answerSolana = (
  chain: SolanaChain,
  call: { readonly method: string; readonly params?: unknown },
): Answer =>
  attempt(() => {
    const method = methods.get(call.method)
    if (method === undefined) throw methodNotFound()
    return method(chain, call.params)
  })

/** The result, or what stands in its place where `answer` throws. */
export const attempt = (answer: () => unknown): Answer => {
  try {
    return { result: toJson(answer()) }
  } catch (error) {
    if (!(error instanceof RpcFailure)) return { error: { code: -32603, message: "Internal error" } }
    const { code, text: message, data } = error
    return { error: { code, message, ...(data !== undefined && { data: toJson(data) }) } }
  }
}
