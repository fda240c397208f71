import { ProviderError } from "@wmodal/dev-wallet"
import type { Network } from "@wmodal/protocol"
import { Effect } from "effect"
import { type Hex, numberToHex } from "viem"
import type { NodeRequest } from "./fillUserOperation.ts"
import { fetchUserOperationReceipt } from "./UserOperationReceipt.ts"

/** Sent batches by the dApp's ID. */
export type Batches = Map<string, SentBatch>

export interface SentBatch {
  /** The hash of the operation. */
  readonly hash: Hex
  /** The hash of the bundle transaction. */
  readonly bundle: Hex
  readonly network: Network
}

/** `wallet_getCallsStatus`. Source: EIP-5792. */
export const getBatchStatus = Effect.fnUntraced(function* (
  batches: Batches,
  id: string,
  askOn: (network: Network) => NodeRequest,
) {
  const batch = batches.get(id)
  if (batch === undefined)
    return yield* new ProviderError({ code: 5730, message: "No batch with this ID found." })
  const { bundle, hash, network } = batch
  const ask = askOn(network)
  const told = { version: "2.0.0", id, chainId: numberToHex(Number(network.id)), atomic: true }
  const included = yield* fetchUserOperationReceipt(hash, ask)
  if (included !== null) {
    const { blockHash, blockNumber, gasUsed, transactionHash } = included.receipt
    const logs = included.logs.map(({ address, data, topics }) => ({ address, data, topics }))
    const status = included.succeeded ? "0x1" : "0x0"
    return {
      ...told,
      status: included.succeeded ? 200 : 500,
      receipts: [{ logs, status, blockHash, blockNumber, gasUsed, transactionHash }],
    }
  }
  // The entry point rejected the operation when the bundle is mined without it.
  const receipt = yield* ask("eth_getTransactionReceipt", [bundle])
  return { ...told, status: receipt === null ? 100 : 400 }
})
