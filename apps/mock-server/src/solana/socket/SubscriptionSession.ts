import * as z from "zod/mini"
import type { SolanaChain } from "../chain/SolanaChain.ts"
import { type RpcOutcome, toRpcOutcome } from "../rpc/answerSolana.ts"
import { U64 } from "../rpc/params.ts"
import { makeMethod, type SolanaMethod } from "../rpc/SolanaMethod.ts"
import { invalidParams, methodNotFound, SolanaRpcError } from "../rpc/SolanaRpcError.ts"
import { toJson } from "../rpc/toJson.ts"
import { makeSubscriptions, type Subscription, type SubscriptionUpdate } from "./subscriptions.ts"

/** Limit of subscriptions per connection, above that of any client. */
const maxSubscriptions = 1_000

/** One client's subscriptions. */
export interface SubscriptionSession {
  /** Executes one call; immediate notifications are queued for `flush`. */
  readonly answer: (call: { readonly method: string; readonly params?: unknown }) => RpcOutcome
  /** Sends queued notifications, after the responses to their subscriptions. */
  readonly flush: () => void
  readonly end: () => void
}

/** @param tell sends a notification. */
export const makeSubscriptionSession = (
  chain: SolanaChain,
  tell: (notification: unknown) => void,
): SubscriptionSession => {
  const open = new Map<number, { readonly kind: string; readonly subscription: Subscription }>()
  const begun: number[] = []
  let ids = 0

  const hear = (id: number, news: (subscription: Subscription) => SubscriptionUpdate) => {
    const entry = open.get(id)
    if (entry === undefined) return
    const { results, last } = news(entry.subscription)
    if (last) open.delete(id)
    for (const result of results)
      tell({
        jsonrpc: "2.0",
        method: `${entry.kind}Notification`,
        params: { result: toJson(result), subscription: id },
      })
  }

  const begin = (kind: string, subscription: Subscription): number => {
    if (open.size >= maxSubscriptions)
      throw new SolanaRpcError({
        code: -32603,
        text: "Internal Error: Subscription refused. Node subscription limit reached",
      })
    ids += 1
    open.set(ids, { kind, subscription })
    begun.push(ids)
    return ids
  }

  const unsubscribe: SolanaMethod = makeMethod(z.tuple([U64]), (_, [id]) => {
    if (!open.delete(id)) throw invalidParams("Invalid subscription id.")
    return true
  })

  const methods = new Map(
    Object.entries(makeSubscriptions(begin)).flatMap(([kind, subscribe]) => [
      [`${kind}Subscribe`, subscribe],
      [`${kind}Unsubscribe`, unsubscribe],
    ]),
  )

  const stop = chain.onBlock((landed) => {
    for (const id of open.keys()) hear(id, (subscription) => subscription.onBlock(landed))
  })

  return {
    answer: (call) =>
      toRpcOutcome(() => {
        const found = methods.get(call.method)
        if (found === undefined) throw methodNotFound()
        return found(chain, call.params)
      }),
    flush: () => {
      for (const id of begun.splice(0)) hear(id, (subscription) => subscription.getInitialUpdate())
    },
    end: () => {
      stop()
      open.clear()
    },
  }
}
