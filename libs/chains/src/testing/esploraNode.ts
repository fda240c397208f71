import type { Rpc } from "@wmodal/protocol"
import { answered, answeringRpc, Refusal } from "./answeringRpc.ts"

/** What a node of Bitcoin says to a path; to one that is missing it says that it knows nothing of that. */
export const esploraNode = (
  paths: Readonly<Record<string, unknown>>,
): {
  readonly rpc: Rpc
  readonly asked: readonly (readonly [method: string, params: readonly unknown[]])[]
} => answeringRpc((_, [path]) => paths[String(path)] ?? new Refusal(answered(404, "Transaction not found")))
