import type { CallsStatus, ChainTransaction, WalletCalls } from "@wmodal/chains"
import { Effect } from "effect"
import type { ScriptedChain } from "./scriptedChain.ts"
import { approvingCalls, failing, scriptedWallet } from "./scriptedWallet.ts"

/** Makes a wallet with batch support, over a scripted chain. Its batches survive a reload. */
export const batchWallet = (chain: ScriptedChain) => {
  const sent = new Map<string, { readonly nonce: number; readonly does: string }>()
  const told = new Map<string, CallsStatus>()
  const asked: string[] = []

  const statusOf = (id: string): CallsStatus | null => {
    const said = told.get(id)
    if (said !== undefined) return said
    const one = sent.get(id)
    if (one === undefined) return null
    const carrier = chain.mined().find(({ does, nonce }) => nonce === one.nonce && does === one.does)
    return carrier === undefined
      ? { status: "pending", hashes: [] }
      : { status: "confirmed", hashes: [carrier.hash] }
  }

  const callsStatus: WalletCalls["callsStatus"] = (id) =>
    Effect.suspend(() => {
      asked.push(id)
      const status = statusOf(id)
      return status === null
        ? failing({ _tag: "Failed", code: 5730, text: "Unknown bundle id" })
        : Effect.succeed(status)
    })

  return {
    connector: scriptedWallet({ calls: Effect.succeed({ ...approvingCalls, callsStatus }) }).connector,
    /** The requested batch ids, in order. */
    asked,
    /** Sends the batch under these ids. */
    send: (id: string, transaction: ChainTransaction, ...others: readonly string[]) => {
      const hash = chain.send(transaction)
      const one = chain.all().find((other) => other.hash === hash)
      if (one !== undefined) for (const name of [id, ...others]) sent.set(name, one)
      return hash
    },
    /** Sets the status of a batch. */
    say: (id: string, status: CallsStatus) => {
      told.set(id, status)
    },
  }
}
