import type { ContractActions } from "../../contract/ChainActions.ts"
import { parseQuantity, toQuantityHex } from "../Hex.ts"

export const toTransaction: ContractActions["call"] = ({ data, to, value }) => ({
  to,
  value: toQuantityHex(value),
  data,
})

/** A transaction that creates a contract has an empty `to`. */
export const toCall: ContractActions["toCall"] = ({ data, input, to, value }) => ({
  to: to ?? "",
  value: parseQuantity(value) ?? 0n,
  // Nodes and wallets use either name.
  data: data ?? input ?? "0x",
})
