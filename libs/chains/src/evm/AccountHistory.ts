import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import { fetchNodeOrNull } from "../rpc/fetchNode.ts"
import { type AccountTransaction, decodeTransactionsFrom } from "./AccountTransaction.ts"
import { type Block, decodeBlock } from "./blocks.ts"
import { parseQuantity, toQuantityHex } from "./Hex.ts"

/** A transaction that is mined, and its block. */
export interface MinedTransaction {
  readonly transaction: AccountTransaction
  readonly block: Block
}

/** What an account has sent, as one node tells it. Each part of it is read once. */
export interface AccountHistory {
  /** How many are mined up to this block; `null` where the node no longer knows. */
  readonly getNonceAt: (block: bigint) => Effect.Effect<bigint | null, RpcError>
  /** The mined transaction of this nonce; `null` where it cannot be told. There is one, if `countAt(tip)` is above. */
  readonly findByNonce: (nonce: bigint) => Effect.Effect<MinedTransaction | null, RpcError>
  /** What waits for a block. Many nodes tell nothing of it. */
  readonly pendingTransactions: Effect.Effect<readonly AccountTransaction[], RpcError>
  /** Whether the node says that nothing waits, and that whatever the account does it does by its own nonces. */
  readonly isQuiet: Effect.Effect<boolean, RpcError>
}

/** Blocks that a chain may take back and make anew: a mark may name one of them. */
export const maxReorgDepth = 64n

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
      // The block wanted is above `low` and not above `high`.
      let low = since > maxReorgDepth ? since - maxReorgDepth : -1n
      let high = tip
      while (high - low > 1n) {
        const middle = (low + high) / 2n
        // A block so old that the node no longer knows its state is taken for one from before.
        const count = yield* countAt(middle)
        if (count !== null && count > nonce) high = middle
        else low = middle
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
          // For an account with code, somebody else may have sent it.
          fetchNodeOrNull(node, ["eth_getCode", from, "latest"], (answer) => answer),
          // Few nodes tell what waits behind a gap; one that does is listened to.
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
