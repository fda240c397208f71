import { getRpcErrorName, type Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import type { SolanaChain } from "../chain/SolanaChain.ts"
import { answerSolana } from "../rpc/answerSolana.ts"

/** Makes an RPC client of the chain without transports, which have their own tests. */
export const makeChainRpc = (chain: SolanaChain): Rpc => {
  const rpc: Rpc = {
    request: (method, params = []) =>
      Effect.suspend(() => {
        const reply = answerSolana(chain, { method, params })
        if ("result" in reply) return Effect.succeed(reply.result)
        const { code, data, message: text } = reply.error
        const meaning = getRpcErrorName(code)
        return Effect.fail(
          new RpcError({
            method,
            host: "litesvm",
            reason: { _tag: "Answered", code, text, data, ...(meaning !== null && { meaning }) },
          }),
        )
      }),
    pin: Effect.suspend(() => Effect.succeed(rpc)),
  }
  return rpc
}
