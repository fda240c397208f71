import type { ChainActions, ChainTransaction, SendCheckpoint, TransactionStatus } from "@wmodal/chains"
import { RpcError } from "@wmodal/protocol"
import { Effect } from "effect"

/** A transaction of the scripted chain's only account. */
export interface ChainPayment {
  readonly hash: string
  readonly nonce: number
  /** The effect of the transaction, `""` when it moves nothing. */
  readonly does: string
  /** The block number; `null` while pending. */
  readonly block: number | null
}

const toActionText = (transaction: ChainTransaction | null) =>
  transaction === null ? null : JSON.stringify(transaction)

/** Makes a chain with one account, on which the test decides when a transaction is mined. */
export const scriptedChain = () => {
  let all: readonly ChainPayment[] = []
  let height = 0
  let made = 0
  let asleep = false
  const looks: string[] = []

  const mined = () => all.filter(({ block }) => block !== null)
  const waiting = () => all.filter(({ block }) => block === null)
  const nextMined = () => mined().length
  const nextOf = () => Math.max(nextMined(), ...waiting().map(({ nonce }) => nonce + 1))

  const add = (nonce: number, does: string) => {
    const payment: ChainPayment = {
      hash: `0x${(++made).toString(16).padStart(64, "0")}`,
      nonce,
      does,
      block: null,
    }
    all = [...all.filter((one) => one.nonce !== nonce || one.block !== null), payment]
    return payment.hash
  }

  const standing = (one: ChainPayment): TransactionStatus =>
    one.block === null
      ? { _tag: "Pending", hash: one.hash, mark: { next: String(one.nonce), own: String(one.nonce) } }
      : {
          _tag: "Mined",
          hash: one.hash,
          succeeded: true,
          block: BigInt(one.block),
          at: one.block * 1_000,
          fee: 1n,
          confirmations: height - one.block + 1,
        }

  const find: ChainActions["find"] = ({ sought }) =>
    Effect.suspend(() => {
      looks.push(sought.hash ?? "")
      if (asleep) return new RpcError({ method: "", host: "", reason: { _tag: "Unreachable", detail: "" } })
      const named = all.find(({ hash }) => hash === sought.hash)
      if (named !== undefined) return Effect.succeed(standing(named))
      const does = toActionText(sought.transaction)
      const [next, own] = [sought.mark?.["next"], sought.mark?.["own"]].map((one) =>
        one === undefined ? null : Number(one),
      )
      const may = (one: ChainPayment) => one.does === does && !sought.excludedHashes.includes(one.hash)
      if (own != null) {
        const there = all.find(({ nonce }) => nonce === own)
        if (there === undefined) return missing
        if (may(there)) return Effect.succeed(standing(there))
        return there.block === null ? missing : displaced(there)
      }
      if (next == null) return missing
      const it = all.find((one) => one.nonce >= next && may(one))
      if (it !== undefined) return Effect.succeed(standing(it))
      // Any pending transaction of the account might be it.
      const first = mined().find(({ nonce }) => nonce === next)
      return first === undefined || waiting().length > 0 ? missing : displaced(first)
    })

  const missing = Effect.succeed<TransactionStatus>({ _tag: "Missing" })
  const displaced = ({ does, hash }: ChainPayment) =>
    Effect.succeed<TransactionStatus>({ _tag: does === "" ? "Cancelled" : "Replaced", by: hash })

  return {
    actions: {
      find,
      takeCheckpoint: () => Effect.sync((): SendCheckpoint => ({ next: String(nextOf()) })),
    } satisfies Partial<ChainActions>,
    all: () => all,
    waiting,
    mined,
    /** Requested hashes, in order. */
    looks,
    /**
     * Sends a transaction.
     * @returns the hash
     */
    send: (transaction: ChainTransaction) => add(nextOf(), toActionText(transaction) ?? ""),
    /** Mines all pending transactions into a block. */
    mine: () => {
      height += 1
      all = all.map((one) => (one.block === null ? { ...one, block: height } : one))
    },
    /**
     * Repeats the transaction with a higher fee.
     * @returns the new hash
     */
    reprice: (one: ChainPayment) => add(one.nonce, one.does),
    /** Adds another transaction with its nonce. */
    displace: (one: ChainPayment, does: string) => add(one.nonce, does),
    /** Makes every node drop the pending transactions from this one on: those after a nonce gap cannot be mined. */
    drop: (one: ChainPayment) => {
      all = all.filter(({ nonce, block }) => block !== null || nonce < one.nonce)
    },
    /** Makes a node return a dropped transaction again. */
    revive: (one: ChainPayment) => {
      all = [...all, one]
    },
    /** Removes the newest block: its transactions become pending again, or are dropped. */
    reorganise: (keeps: boolean) => {
      all = keeps
        ? all.map((one) => (one.block === height ? { ...one, block: null } : one))
        : all.filter(({ block }) => block !== height)
      height = Math.max(0, height - 1)
    },
    sleep: (now: boolean) => {
      asleep = now
    },
  }
}

export type ScriptedChain = ReturnType<typeof scriptedChain>
