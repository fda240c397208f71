import type { ChainTransaction } from "../../contract/Transfer.ts"
import type { WalletCall } from "../../contract/WalletCalls.ts"
import { decodeChainId } from "../chainId.ts"
import { toCall } from "../contracts/contractCall.ts"
import { isHexAddress, isHexBytes, parseQuantity } from "../Hex.ts"

/** The call of a transaction whose fields are all known. */
export interface SentAssets {
  /** An empty `to` creates a contract. */
  readonly call: WalletCall
  /** Gas limit, 0x-hex; `null` if the wallet decides. */
  readonly gas: string | null
  /** Decimal; `null` if the wallet decides. */
  readonly chainId: string | null
}

/** The other allowed fields: none of them moves assets. */
const feeKeys = ["gasPrice", "maxFeePerGas", "maxPriorityFeePerGas", "nonce", "type"]

/** Decodes a transaction. @returns `null` if a wallet could decode it differently */
export const decodeSentAssets = (transaction: ChainTransaction, sender: string): SentAssets | null => {
  const { chainId, data, from, gas, gasLimit, input, to, value, ...rest } = transaction
  const id = chainId == null ? null : decodeChainId(chainId)
  const isClear =
    (to == null || isHexAddress(to)) &&
    (value == null || parseQuantity(value) !== null) &&
    [data, input].every((bytes) => bytes == null || isHexBytes(bytes)) &&
    (data == null || input == null || data.toLowerCase() === input.toLowerCase()) &&
    [gas, gasLimit].every((limit) => limit == null || parseQuantity(limit) !== null) &&
    (from == null || from.toLowerCase() === sender.toLowerCase()) &&
    (chainId == null || id !== null) &&
    Object.entries(rest).every(([name, term]) => term == null || feeKeys.includes(name))
  return isClear
    ? { call: toCall(transaction), gas: gas ?? gasLimit ?? null, chainId: id === null ? null : `${id}` }
    : null
}
