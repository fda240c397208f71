import type { Rpc } from "@wmodal/protocol"
import { makeScriptedRpc, ScriptedRejection, toRpcErrorResponse } from "./scriptedRpc.ts"

/** What a node of Bitcoin says to a path; to one that is missing it says that it knows nothing of that. */
export const makeEsploraNode = (
  paths: Readonly<Record<string, unknown>>,
): {
  readonly rpc: Rpc
  readonly asked: readonly (readonly [method: string, params: readonly unknown[]])[]
} =>
  makeScriptedRpc(
    (_, [path]) =>
      paths[String(path)] ?? new ScriptedRejection(toRpcErrorResponse(404, "Transaction not found")),
  )
