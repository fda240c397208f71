import type { Rpc } from "@wmodal/protocol"
import { makeScriptedRpc, ScriptedRejection, toRpcErrorResponse } from "./scriptedRpc.ts"

/** Makes an Esplora node with one response per path. Missing paths return "not found". */
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
