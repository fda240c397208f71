import { getRpcErrorName, type Rpc, RpcError, type RpcErrorResponse, type RpcReason } from "@wmodal/protocol"
import { Effect } from "effect"

/** Makes the error response of a scripted node. */
export const toRpcErrorResponse = (code: number, text: string, data?: unknown): RpcErrorResponse => {
  const meaning = getRpcErrorName(code)
  return {
    _tag: "Answered",
    code,
    text,
    ...(meaning !== null && { meaning }),
    ...(data !== undefined && { data }),
  }
}

/** A rejection, as a response of `makeScriptedRpc`. */
export class ScriptedRejection {
  readonly reason: RpcReason
  constructor(reason: RpcReason) {
    this.reason = reason
  }
}

/** The responses of a node without fees, by which a simulated block is made. */
export const feelessBlock: Readonly<Record<string, unknown>> = {
  eth_getBlockByNumber: { number: "0x1", timestamp: "0xa" },
  eth_gasPrice: "0x0",
}

/** Makes a node that responds by a function. It rejects other requests as unknown methods. */
export const makeScriptedRpc = (
  answer: (method: string, params: readonly unknown[]) => unknown,
): { readonly rpc: Rpc; readonly asked: (readonly [method: string, params: readonly unknown[]])[] } => {
  const asked: (readonly [string, readonly unknown[]])[] = []
  const rpc: Rpc = {
    request: (method, params = []) =>
      Effect.suspend(() => {
        asked.push([method, params])
        const said = answer(method, params)
        if (said !== undefined && !(said instanceof ScriptedRejection)) return Effect.succeed(said)
        const reason = said?.reason ?? toRpcErrorResponse(-32601, "Method not found")
        return Effect.fail(new RpcError({ method, host: "scripted", reason }))
      }),
    pin: Effect.suspend(() => Effect.succeed(rpc)),
  }
  return { rpc, asked }
}
