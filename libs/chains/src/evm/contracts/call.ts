import type { ContractActions } from "../../contract/Actions.ts"
import { quantityFromHex, quantityToHex } from "../Hex.ts"

export const call: ContractActions["call"] = ({ data, to, value }) => ({
  to,
  value: quantityToHex(value),
  data,
})

/** A transaction that creates a contract has an empty `to`. */
export const callOf: ContractActions["callOf"] = ({ data, input, to, value }) => ({
  to: to ?? "",
  value: quantityFromHex(value) ?? 0n,
  // Nodes and wallets know it by either name.
  data: data ?? input ?? "0x",
})
