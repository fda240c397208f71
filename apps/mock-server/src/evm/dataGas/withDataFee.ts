import {
  type Hex,
  hexToBigInt,
  isHex,
  numberToHex,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerialized,
} from "viem"
import type { Anvil } from "../Anvil.ts"
import { fetchRpcResults } from "../rpcResults.ts"
import { countDataGas, getDataFee, type OlderRollup } from "./dataFee.ts"
import { type Call, Hexes, type MinedTransaction, type Send, withSettlement } from "./withSettlement.ts"

/**
 * Makes a plain chain charge and tell the fee for data of a rollup before Isthmus, which anvil does not know. A
 * transaction that cannot pay it is refused.
 */
export const withDataFee = (anvil: Anvil, rollup: OlderRollup): Promise<Anvil> =>
  withSettlement(anvil, {
    prepare: () => Promise.resolve(),
    refuse: (send, call) => refuse(send, rollup, call),
    surcharge: ({ signed }) => getDataFee(rollup, signed),
    toReceipt: (mined) => toReceipt(rollup, mined),
    tell: (_, __, result) => Promise.resolve(result),
  })

/** Source: op-geth, core/types/receipt.go. */
const toReceipt = (rollup: OlderRollup, { receipt, signed }: MinedTransaction) => {
  const { baseFeeScalar, blobBaseFee, blobBaseFeeScalar, form, l1BaseFee } = rollup.traits
  return {
    ...receipt,
    l1Fee: numberToHex(getDataFee(rollup, signed)),
    l1GasUsed: numberToHex(countDataGas(form, signed)),
    l1GasPrice: numberToHex(l1BaseFee),
    l1BaseFeeScalar: numberToHex(baseFeeScalar),
    l1BlobBaseFee: numberToHex(blobBaseFee),
    l1BlobBaseFeeScalar: numberToHex(blobBaseFeeScalar),
  }
}

const refuse = async (send: Send, rollup: OlderRollup, { method, params }: Call) => {
  if (method !== "eth_sendRawTransaction") return null
  const signed = params?.[0]
  const most = isHex(signed) ? getMost(rollup, signed) : null
  if (most === null) return null
  const from = await recoverTransactionAddress({ serializedTransaction: signed as TransactionSerialized })
  const [balance] = await fetchRpcResults({ send }, [["eth_getBalance", from, "pending"]])
  return hexToBigInt(Hexes.parse(balance)) < most
    ? { code: -32_000, message: "insufficient funds for gas * price + value" }
    : null
}

/** Returns what a transaction takes at most; `null` for bytes that are none, which the chain itself refuses. */
const getMost = (rollup: OlderRollup, signed: Hex): bigint | null => {
  try {
    const { gas = 0n, gasPrice, maxFeePerGas, value = 0n } = parseTransaction(signed)
    return value + gas * (maxFeePerGas ?? gasPrice ?? 0n) + getDataFee(rollup, signed)
  } catch {
    return null
  }
}
