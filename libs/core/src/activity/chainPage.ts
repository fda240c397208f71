import type { HistoryPage } from "@wmodal/api"
import type { ChainHistory, PastTransaction } from "@wmodal/chains"
import { formatAmount } from "@wmodal/protocol"
import type { Holder } from "../flows/Holder.ts"

type HistoryTransaction = HistoryPage["data"][number]

/** What a chain's own nodes tell of an address, in the form in which the API tells it. */
export const chainPage = (
  { transactions, next }: ChainHistory,
  { address, network }: Pick<Holder, "address" | "network">,
): HistoryPage => {
  const { decimals, name, symbol } = network.nativeCurrency
  const transaction = (past: PastTransaction): HistoryTransaction => {
    const { amount, at, counterparty, direction, hash, status } = past
    const [own, other] = [address, counterparty ?? ""]
    const [sentFrom, sentTo] =
      direction === "in" ? [other, own] : direction === "out" ? [own, other] : [own, own]
    const transfer = {
      fungible_info: { name, symbol },
      direction,
      quantity: { numeric: formatAmount(amount, decimals) },
    }
    return {
      id: hash,
      metadata: {
        operationType: direction === "in" ? "receive" : "send",
        hash,
        // What is in no block yet stands where the one before it stands.
        minedAt: at === null ? "" : new Date(at).toISOString(),
        sentFrom,
        sentTo,
        status,
        chain: network.caipNetworkId,
      },
      // What only went from oneself to oneself has moved nothing.
      transfers: amount === 0n ? [] : [transfer],
    }
  }
  return { data: transactions.map(transaction), next }
}
