import type { HistoryTransaction } from "@wmodal/api"
import { formatAmount } from "@wmodal/protocol"
import { isAddress, isAddressEqual } from "viem"
import { getMarketPrice } from "../blockchain/prices.ts"
import { getTokenIconUrl } from "../blockchain/tokenIcon.ts"
import type { World } from "../world/World.ts"
import type { PaidPurchase, Purchase, PurchaseProgress } from "./Purchase.ts"
import { getPurchases } from "./Purchases.ts"

/** Returns the purchases of a plain address in a world, newest first. Unpaid ones are left out. */
export const getOnrampHistory = (world: World, address: string): readonly HistoryTransaction[] =>
  getPurchases(world)
    .entries()
    .flatMap((purchase) => {
      const { progress } = purchase
      return progress._tag === "Open" || !isPaidFor(progress.paid, address)
        ? []
        : [toHistoryTransaction(purchase, progress)]
    })
    .toReversed()

const isPaidFor = ({ choice }: PaidPurchase, address: string) =>
  isAddress(choice.address, { strict: false })
    ? isAddress(address, { strict: false }) && isAddressEqual(choice.address, address)
    : choice.address === address

const toHistoryTransaction = (
  { id, origin }: Purchase,
  progress: Exclude<PurchaseProgress, { readonly _tag: "Open" }>,
): HistoryTransaction => {
  const { choice, quote, at } = progress.paid
  const { network, name, symbol, decimals } = choice.asset
  return {
    id,
    metadata: {
      operationType: "buy",
      hash: progress._tag === "Delivered" ? progress.hash : "",
      minedAt: new Date(at).toISOString(),
      sentFrom: "Mock Onramp",
      sentTo: choice.address,
      status: `ONRAMP_TRANSACTION_STATUS_${statuses[progress._tag]}`,
      nonce: 0,
      chain: network.caipNetworkId,
    },
    transfers: [
      {
        fungible_info: { name, symbol, icon: { url: getTokenIconUrl(origin, symbol) } },
        direction: "in",
        quantity: { numeric: formatAmount(quote.bought, decimals) },
        value: Number(quote.subtotal) / 100,
        price: getMarketPrice(symbol),
      },
    ],
  }
}

const statuses = { Paid: "IN_PROGRESS", Delivered: "SUCCESS", Failed: "FAILED" } as const
