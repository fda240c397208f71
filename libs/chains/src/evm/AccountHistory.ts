import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import { readNodeOrNull } from "../rpc/readNode.ts"
import { type AccountTransaction, sentBy } from "./AccountTransaction.ts"
import { type Block, blockFrom } from "./blocks.ts"
import { quantityFromHex, quantityToHex } from "./Hex.ts"

/** A transaction that is mined, and its block. */
export interface Use {
  readonly transaction: AccountTransaction
  readonly block: Block
}

/** What an account has sent, as one node tells it. Each part of it is read once. */
export interface AccountHistory {
  /** How many are mined up to this block; `null` where the node no longer knows. */
  readonly countAt: (block: bigint) => Effect.Effect<bigint | null, RpcError>
  /** The mined transaction of this nonce; `null` where it cannot be told. There is one, if `countAt(tip)` is above. */
  readonly useOf: (nonce: bigint) => Effect.Effect<Use | null, RpcError>
  /** What waits for a block. Many nodes tell nothing of it. */
  readonly waiting: Effect.Effect<readonly AccountTransaction[], RpcError>
  /** Whether the node says that nothing waits, and that whatever the account does it does by its own nonces. */
  readonly isQuiet: Effect.Effect<boolean, RpcError>
}

/** Blocks that a chain may take back and make anew: a mark may name one of them. */
export const reorganised = 64n

/** By nonce. */
const Pool = z.object({ queued: z.looseObject({}) })

export const accountHistory = (
  node: Rpc,
  { from, since, tip }: { readonly from: string; readonly since: bigint; readonly tip: bigint },
): AccountHistory => {
  const counts = new Map<bigint, bigint | null>()
  const blocks = new Map<bigint, readonly Use[]>()

  const countAt: AccountHistory["countAt"] = (block) => {
    const known = counts.get(block)
    if (known !== undefined) return Effect.succeed(known)
    return Effect.tap(
      readNodeOrNull(node, ["eth_getTransactionCount", from, quantityToHex(block)], quantityFromHex),
      (count) => Effect.sync(() => counts.set(block, count)),
    )
  }

  const usesIn = (number: bigint): Effect.Effect<readonly Use[], RpcError> => {
    const known = blocks.get(number)
    if (known !== undefined) return Effect.succeed(known)
    const read = readNodeOrNull(node, ["eth_getBlockByNumber", quantityToHex(number), true], (answer) => {
      const [block, sent] = [blockFrom(answer), sentBy(from, answer)]
      return block?.number === number && sent !== null
        ? sent.map((transaction): Use => ({ transaction, block }))
        : null
    })
    return Effect.map(read, (uses) => {
      blocks.set(number, uses ?? [])
      return uses ?? []
    })
  }

  return {
    countAt,
    useOf: Effect.fnUntraced(function* (nonce: bigint): Effect.fn.Return<Use | null, RpcError> {
      // The block wanted is above `low` and not above `high`.
      let low = since > reorganised ? since - reorganised : -1n
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
    waiting: Effect.map(
      readNodeOrNull(node, ["eth_getBlockByNumber", "pending", true], (answer) => sentBy(from, answer)),
      (sent) => sent ?? [],
    ),
    isQuiet: Effect.gen(function* () {
      const [mined, all, code, queued] = yield* Effect.all(
        [
          countAt(tip),
          readNodeOrNull(node, ["eth_getTransactionCount", from, "pending"], quantityFromHex),
          // For an account with code, somebody else may have sent it.
          readNodeOrNull(node, ["eth_getCode", from, "latest"], (answer) => answer),
          // Few nodes tell what waits behind a gap; one that does is listened to.
          readNodeOrNull(node, ["txpool_contentFrom", from], (answer) => {
            const decoded = Pool.safeParse(answer)
            return decoded.success ? Object.keys(decoded.data.queued).length : null
          }),
        ],
        { concurrency: "unbounded" },
      )
      return mined !== null && all === mined && code === "0x" && (queued ?? 0) === 0
    }),
  }
}
