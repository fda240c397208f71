import * as z from "zod/mini"
import type { SolanaChain } from "../chain/SolanaChain.ts"
import { accountMethods } from "./accountMethods.ts"
import { clusterMethods } from "./clusterMethods.ts"
import { historyMethods } from "./historyMethods.ts"
import { Pubkey, SignatureParam, U64 } from "./params.ts"
import { makeMethod, type SolanaMethod } from "./SolanaMethod.ts"
import { methodNotFound, SolanaRpcError } from "./SolanaRpcError.ts"
import { toJson } from "./toJson.ts"
import { tokenMethods } from "./tokenMethods.ts"
import { sendAirdrop, transactionMethods } from "./transactionMethods.ts"

/** Methods that no real node has: only the control API may call them. */
const controlMethods: Readonly<Record<string, SolanaMethod>> = {
  /** `[address, lamports]`: an airdrop on any network, including mainnet. */
  litesvm_airdrop: makeMethod(z.tuple([Pubkey, U64]), (chain, [address, lamports]) =>
    sendAirdrop(chain, address, lamports),
  ),

  /** `[signature]`: drops a pending transaction, unless it is sent again. */
  litesvm_drop: makeMethod(z.tuple([SignatureParam]), (chain, [signature]) => {
    chain.drop(signature)
    return chain.waiting().length
  }),
}

const methods: ReadonlyMap<string, SolanaMethod> = new Map(
  Object.entries({
    ...clusterMethods,
    ...accountMethods,
    ...tokenMethods,
    ...transactionMethods,
    ...historyMethods,
    ...controlMethods,
  }),
)

/** The names of all methods, including those of the control API. */
export const solanaMethods: readonly string[] = [...methods.keys()]

/** A JSON-RPC response without its envelope. */
export type RpcOutcome =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }

/** Returns the node's response to one call. Never throws. */
export const answerSolana = (
  chain: SolanaChain,
  call: { readonly method: string; readonly params?: unknown },
): RpcOutcome =>
  toRpcOutcome(() => {
    const method = methods.get(call.method)
    if (method === undefined) throw methodNotFound()
    return method(chain, call.params)
  })

/** Returns the result, or the error when `answer` throws. */
export const toRpcOutcome = (answer: () => unknown): RpcOutcome => {
  try {
    return { result: toJson(answer()) }
  } catch (error) {
    if (!(error instanceof SolanaRpcError)) return { error: { code: -32603, message: "Internal error" } }
    const { code, text: message, data } = error
    return { error: { code, message, ...(data !== undefined && { data: toJson(data) }) } }
  }
}
