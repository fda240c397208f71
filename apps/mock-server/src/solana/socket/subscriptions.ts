import type { Address } from "@solana/kit"
import * as z from "zod/mini"
import { missingAccount } from "../chain/missingAccount.ts"
import type { ConfirmedTransaction, SolanaChain } from "../chain/SolanaChain.ts"
import { AccountConfig, Context, Pubkey, SignatureParam } from "../rpc/params.ts"
import { makeMethod, type SolanaMethod, withSlot } from "../rpc/SolanaMethod.ts"
import { toJson } from "../rpc/toJson.ts"
import { type AccountView, toNotifiedAccount } from "../rpc/uiAccount.ts"

/** A subscription of a client to a chain. */
export interface Subscription {
  /** Returns the immediate notification. */
  readonly getInitialUpdate: () => SubscriptionUpdate
  /** Returns the notification for a new block. `landed` is its transaction; `null` for an empty block. */
  readonly onBlock: (landed: ConfirmedTransaction | null) => SubscriptionUpdate
}

/** The `result`s of notifications. The subscription ends after the `last`. */
export interface SubscriptionUpdate {
  readonly results: readonly unknown[]
  readonly last: boolean
}

const makeUpdate = (...results: readonly unknown[]): SubscriptionUpdate => ({ results, last: false })

const SignatureConfig = z.nullish(z.looseObject({ enableReceivedNotification: z.nullish(z.boolean()) }))
const LogsFilter = z.union([z.enum(["all", "allWithVotes"]), z.looseObject({ mentions: z.tuple([Pubkey]) })])

/**
 * Makes subscriptions, by the prefix of `...Subscribe`, `...Unsubscribe` and `...Notification`. Everything here is
 * final at once, so commitments need no waiting. Source: solana.com/docs/rpc/websocket.
 */
export const makeSubscriptions = (
  begin: (kind: string, subscription: Subscription) => number,
): Readonly<Record<string, SolanaMethod>> => ({
  signature: makeMethod(z.tuple([SignatureParam, SignatureConfig]), (chain, [signature, config]) => {
    const told = (landed: ConfirmedTransaction | null | undefined): SubscriptionUpdate => {
      if (landed?.transaction.signature !== signature) return makeUpdate()
      const received = config?.enableReceivedNotification ? [withSlot(chain, "receivedSignature")] : []
      return { results: [...received, withSlot(chain, { err: landed.outcome.error })], last: true }
    }
    return begin("signature", { getInitialUpdate: () => told(chain.find(signature)), onBlock: told })
  }),

  account: makeMethod(z.tuple([Pubkey, AccountConfig]), (chain, [address, config]) => {
    const look = () => getAccountNotification(chain, address, config ?? {})
    let seen = JSON.stringify(toJson(look()))
    return begin("account", {
      getInitialUpdate: () => makeUpdate(),
      onBlock: () => {
        const account = look()
        const text = JSON.stringify(toJson(account))
        if (text === seen) return makeUpdate()
        seen = text
        return makeUpdate(withSlot(chain, account))
      },
    })
  }),

  logs: makeMethod(z.tuple([LogsFilter, Context]), (chain, [filter]) =>
    begin("logs", {
      getInitialUpdate: () => makeUpdate(),
      onBlock: (landed) => {
        if (landed === null) return makeUpdate()
        const { keys, transaction, outcome } = landed
        const { signature } = transaction
        const mentioned =
          typeof filter === "string" || keys.some(({ address }) => address === filter.mentions[0])
        return mentioned
          ? makeUpdate(withSlot(chain, { signature, err: outcome.error, logs: outcome.logs }))
          : makeUpdate()
      },
    }),
  ),

  slot: makeMethod(z.union([z.tuple([]), z.tuple([Context])]), (chain) =>
    begin("slot", {
      getInitialUpdate: () => makeUpdate(),
      onBlock: () => {
        const { slot } = chain.head()
        return makeUpdate({ slot, parent: slot - 1, root: slot })
      },
    }),
  ),

  root: makeMethod(z.tuple([]), (chain) =>
    begin("root", { getInitialUpdate: () => makeUpdate(), onBlock: () => makeUpdate(chain.head().slot) }),
  ),
})

const getAccountNotification = (chain: SolanaChain, address: Address, view: AccountView) => {
  const account = chain.svm.getAccount(address)
  return toNotifiedAccount(account.exists ? account : missingAccount(address), view, chain.svm)
}
