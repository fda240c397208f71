import type { ChainTransaction } from "../../contract/Transfer.ts"
import type { WalletCall } from "../../contract/WalletCalls.ts"
import { chainIdFrom } from "../chainId.ts"
import { callOf } from "../contracts/call.ts"
import { isAddress, isHexBytes, quantityFromHex } from "../Hex.ts"

/** What a transaction sends, where all of it is understood. */
export interface Sent {
  /** An empty `to` creates a contract. */
  readonly call: WalletCall
  /** Its limit, 0x-hex; `null` where the wallet decides. */
  readonly gas: string | null
  /** Decimal; `null` where the wallet decides. */
  readonly chainId: string | null
}

/** What else it may carry: nothing of this moves anything. */
const terms = ["gasPrice", "maxFeePerGas", "maxPriorityFeePerGas", "nonce", "type"]

/** @returns `null` where a wallet could read something else in it than is read here */
export const sentOf = (transaction: ChainTransaction, sender: string): Sent | null => {
  const { chainId, data, from, gas, gasLimit, input, to, value, ...rest } = transaction
  const id = chainId == null ? null : chainIdFrom(chainId)
  const isClear =
    (to == null || isAddress(to)) &&
    (value == null || quantityFromHex(value) !== null) &&
    [data, input].every((bytes) => bytes == null || isHexBytes(bytes)) &&
    (data == null || input == null || data.toLowerCase() === input.toLowerCase()) &&
    [gas, gasLimit].every((limit) => limit == null || quantityFromHex(limit) !== null) &&
    (from == null || from.toLowerCase() === sender.toLowerCase()) &&
    (chainId == null || id !== null) &&
    Object.entries(rest).every(([name, term]) => term == null || terms.includes(name))
  return isClear
    ? { call: callOf(transaction), gas: gas ?? gasLimit ?? null, chainId: id === null ? null : `${id}` }
    : null
}
