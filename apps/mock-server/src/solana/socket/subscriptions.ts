import type { Address } from "@solana/kit"
import * as z from "zod/mini"
import { goneAccount } from "../chain/goneAccount.ts"
import type { Landed, SolanaChain } from "../chain/SolanaChain.ts"
import { atSlot, type Method, method } from "../rpc/Method.ts"
import { AccountConfig, Context, Pubkey, Signed } from "../rpc/params.ts"
import { toJson } from "../rpc/toJson.ts"
import { toldAccount, type View } from "../rpc/uiAccount.ts"

/** What a client wants to hear of a chain. */
export interface Subscription {
  /** What there is to tell at once. */
  readonly now: () => News
  /** What there is to tell of a new block. `landed` is its transaction; `null` where it has none. */
  readonly onBlock: (landed: Landed | null) => News
}

/** The `result`s of notifications. After the `last` the subscription is over. */
export interface News {
  readonly results: readonly unknown[]
  readonly last: boolean
}

const news = (...results: readonly unknown[]): News => ({ results, last: false })

const SignatureConfig = z.nullish(z.looseObject({ enableReceivedNotification: z.nullish(z.boolean()) }))
const LogsFilter = z.union([z.enum(["all", "allWithVotes"]), z.looseObject({ mentions: z.tuple([Pubkey]) })])

/**
 * By the first word of `...Subscribe`, `...Unsubscribe` and `...Notification`. Everything here is final at once, so
 * that no commitment has to be waited for. Source: solana.com/docs/rpc/websocket.
 */
export const makeSubscriptions = (
  begin: (kind: string, subscription: Subscription) => number,
): Readonly<Record<string, Method>> => ({
  signature: method(z.tuple([Signed, SignatureConfig]), (chain, [signature, config]) => {
    const told = (landed: Landed | null | undefined): News => {
      if (landed?.transaction.signature !== signature) return news()
      const received = config?.enableReceivedNotification ? [atSlot(chain, "receivedSignature")] : []
      return { results: [...received, atSlot(chain, { err: landed.outcome.error })], last: true }
    }
    return begin("signature", { now: () => told(chain.find(signature)), onBlock: told })
  }),

  account: method(z.tuple([Pubkey, AccountConfig]), (chain, [address, config]) => {
    const look = () => accountNow(chain, address, config ?? {})
    let seen = JSON.stringify(toJson(look()))
    return begin("account", {
      now: () => news(),
      onBlock: () => {
        const account = look()
        const text = JSON.stringify(toJson(account))
        if (text === seen) return news()
        seen = text
        return news(atSlot(chain, account))
      },
    })
  }),

  logs: method(z.tuple([LogsFilter, Context]), (chain, [filter]) =>
    begin("logs", {
      now: () => news(),
      onBlock: (landed) => {
        if (landed === null) return news()
        const { keys, transaction, outcome } = landed
        const { signature } = transaction
        const mentioned =
          typeof filter === "string" || keys.some(({ address }) => address === filter.mentions[0])
        return mentioned ? news(atSlot(chain, { signature, err: outcome.error, logs: outcome.logs })) : news()
      },
    }),
  ),

  slot: method(z.union([z.tuple([]), z.tuple([Context])]), (chain) =>
    begin("slot", {
      now: () => news(),
      onBlock: () => {
        const { slot } = chain.head()
        return news({ slot, parent: slot - 1, root: slot })
      },
    }),
  ),

  root: method(z.tuple([]), (chain) =>
    begin("root", { now: () => news(), onBlock: () => news(chain.head().slot) }),
  ),
})

const accountNow = (chain: SolanaChain, address: Address, view: View) => {
  const account = chain.svm.getAccount(address)
  return toldAccount(account.exists ? account : goneAccount(address), view, chain.svm)
}
