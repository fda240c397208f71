import { formatAmount } from "@wmodal/protocol"

/** Converts base units to the wire's token amount: base units, and whole tokens as a float and as a text. */
export const toTokenAmount = (amount: bigint, decimals: number) => {
  const uiAmountString = formatAmount(amount, decimals)
  return { amount: String(amount), decimals, uiAmount: Number(uiAmountString), uiAmountString }
}
