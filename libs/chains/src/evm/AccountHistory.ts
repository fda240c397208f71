import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import { fetchNodeOrNull } from "../rpc/fetchNode.ts"
import { type AccountTransaction, decodeTransactionsFrom } from "./AccountTransaction.ts"
import { type Block, decodeBlock } from "./blocks.ts"
import { parseQuantity, toQuantityHex } from "./Hex.ts"

/** A mined transaction and its block. */
export interface MinedTransaction {
  readonly transaction: AccountTransaction
  readonly block: Block
}

/** The sent transactions of an account, as one node reports them. Each part is fetched once. */
export interface AccountHistory {
  /** Returns the number of transactions mined up to this block; `null` if the node has pruned that state. */
  readonly getNonceAt: (block: bigint) => Effect.Effect<bigint | null, RpcError>
  /**
   * Returns the mined transaction of this nonce; `null` if the node cannot provide it. It exists if `getNonceAt(tip)`
   * is above.
   */
  readonly findByNonce: (nonce: bigint) => Effect.Effect<MinedTransaction | null, RpcError>
  /** The pending transactions. Many nodes report none. */
  readonly pendingTransactions: Effect.Effect<readonly AccountTransaction[], RpcError>
  /** True if the node reports no pending transactions, and the account acts only by its own nonces. */
  readonly isQuiet: Effect.Effect<boolean, RpcError>
}

/** The maximum number of blocks that a chain may reorganize: a checkpoint may name one of them. */
export const maxReorgDepth = 64n

/** The maximum number of blocks in a row that a chain may leave out: Filecoin's null rounds. */
const maxMissingBlocks = 2n

/** By nonce. */
const PoolSchema = z.object({ queued: z.looseObject({}) })

export const makeAccountHistory = (
  node: Rpc,
  { from, since, tip }: { readonly from: string; readonly since: bigint; readonly tip: bigint },
): AccountHistory => {
  const counts = new Map<bigint, bigint | null>()
  const blocks = new Map<bigint, readonly MinedTransaction[]>()

  const countAt: AccountHistory["getNonceAt"] = (block) => {
    const known = counts.get(block)
    if (known !== undefined) return Effect.succeed(known)
    return Effect.tap(
      fetchNodeOrNull(node, ["eth_getTransactionCount", from, toQuantityHex(block)], parseQuantity),
      (count) => Effect.sync(() => counts.set(block, count)),
    )
  }

  /** Returns the count of the first block from `first` on that has one, below `end`. Some chains leave out numbers. */
  const countFrom = Effect.fnUntraced(function* (
    first: bigint,
    end: bigint,
  ): Effect.fn.Return<{ readonly block: bigint; readonly count: bigint } | null, RpcError> {
    for (let block = first; block < end && block <= first + maxMissingBlocks; block++) {
      const count = yield* countAt(block)
      if (count !== null) return { block, count }
    }
    return null
  })

  const usesIn = (number: bigint): Effect.Effect<readonly MinedTransaction[], RpcError> => {
    const known = blocks.get(number)
    if (known !== undefined) return Effect.succeed(known)
    const read = fetchNodeOrNull(node, ["eth_getBlockByNumber", toQuantityHex(number), true], (answer) => {
      const [block, sent] = [decodeBlock(answer), decodeTransactionsFrom(from, answer)]
      return block?.number === number && sent !== null
        ? sent.map((transaction): MinedTransaction => ({ transaction, block }))
        : null
    })
    return Effect.map(read, (uses) => {
      blocks.set(number, uses ?? [])
      return uses ?? []
    })
  }

  return {
    getNonceAt: countAt,
    findByNonce: Effect.fnUntraced(function* (
      nonce: bigint,
    ): Effect.fn.Return<MinedTransaction | null, RpcError> {
      // The searched block is above `low` and not above `high`.
      let low = since > maxReorgDepth ? since - maxReorgDepth : -1n
      let high = tip
      while (high - low > 1n) {
        const middle = (low + high) / 2n
        const known = yield* countFrom(middle, high)
        // If the node has pruned the state of a block, the block counts as earlier than the transaction.
        if (known === null) low = middle
        else if (known.count > nonce) high = known.block
        else low = known.block
      }
      const uses = yield* usesIn(high)
      return uses.find(({ transaction }) => transaction.nonce === nonce) ?? null
    }),
    pendingTransactions: Effect.map(
      fetchNodeOrNull(node, ["eth_getBlockByNumber", "pending", true], (answer) =>
        decodeTransactionsFrom(from, answer),
      ),
      (sent) => sent ?? [],
    ),
    isQuiet: Effect.gen(function* () {
      const [mined, all, code, queued] = yield* Effect.all(
        [
          countAt(tip),
          fetchNodeOrNull(node, ["eth_getTransactionCount", from, "pending"], parseQuantity),
          // An account with code may have transactions from other senders.
          fetchNodeOrNull(node, ["eth_getCode", from, "latest"], (answer) => answer),
          // Few nodes report transactions queued behind a nonce gap. The result is used if one does.
          fetchNodeOrNull(node, ["txpool_contentFrom", from], (answer) => {
            const decoded = PoolSchema.safeParse(answer)
            return decoded.success ? Object.keys(decoded.data.queued).length : null
          }),
        ],
        { concurrency: "unbounded" },
      )
      return mined !== null && all === mined && code === "0x" && (queued ?? 0) === 0
    }),
  }
}
