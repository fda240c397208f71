import {
  makeScriptedNode,
  type ScriptedContent,
  type ScriptedNode,
  type ScriptedNodeOptions,
} from "@wmodal/dev-wallet/testing"
import { mainnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import type { TransactionQuery, TransactionStatus } from "../contract/TransactionStatus.ts"
import { takeCheckpoint } from "../evm/checkpoint.ts"
import { findTransaction } from "../evm/findTransaction.ts"

export const from = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
export const bob = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8"
export const eve = "0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc"

export const ours: ScriptedContent = { to: bob, value: 5n, input: "0x" }
export const otherContent: ScriptedContent = { to: eve, value: 9n, input: "0x" }
export const emptyContent: ScriptedContent = { to: from.toLowerCase(), value: 0n, input: "0x" }
export const transaction = { to: bob, value: "0x5", data: "0x" }

/** The checkpoint that is taken before a payment. */
export const markOn = (node: ScriptedNode) =>
  Effect.runPromise(takeCheckpoint({ network, rpc: node.rpc, from }))

/** Seeks the payment `transaction` of `from` at a scripted node. */
export const looking = async (options: Partial<ScriptedNodeOptions> = {}) => {
  const node = makeScriptedNode({ from, ...options })
  node.mine()
  const placed = await markOn(node)
  const look = (more: Partial<TransactionQuery> = {}): Promise<TransactionStatus> =>
    Effect.runPromise(
      findTransaction({
        network,
        rpc: node.rpc,
        sought: { from, transaction, mark: placed, hash: null, excludedHashes: [], ...more },
      }),
    )
  const minutes = (count: number) => {
    for (let block = 0; block < count * 5; block++) node.mine()
  }
  return { node, look, minutes, placed }
}
