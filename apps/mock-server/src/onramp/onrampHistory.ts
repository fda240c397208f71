import type { HistoryTransaction } from "@wmodal/api"
import { formatAmount } from "@wmodal/protocol"
import { isAddress, isAddressEqual } from "viem"
import { marketPriceOf } from "../blockchain/prices.ts"
import { tokenIcon } from "../blockchain/tokenIcon.ts"
import type { World } from "../world/World.ts"
import type { Paid, Progress, Purchase } from "./Purchase.ts"
import { purchasesOf } from "./Purchases.ts"

/** What a plain address bought in a world, newest first. What is not paid for yet is not there. */
export const onrampHistory = (world: World, address: string): readonly HistoryTransaction[] =>
  purchasesOf(world)
    .all()
    .flatMap((purchase) => {
      const { progress } = purchase
      return progress._tag === "Open" || !isFor(progress.paid, address)
        ? []
        : [transactionOf(purchase, progress)]
    })
    .toReversed()

const isFor = ({ choice }: Paid, address: string) =>
  isAddress(address, { strict: false }) && isAddressEqual(choice.address, address)

const transactionOf = (
  { id, origin }: Purchase,
  progress: Exclude<Progress, { readonly _tag: "Open" }>,
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
        fungible_info: { name, symbol, icon: { url: tokenIcon(origin, symbol) } },
        direction: "in",
        quantity: { numeric: formatAmount(quote.bought, decimals) },
        value: Number(quote.subtotal) / 100,
        price: marketPriceOf(symbol),
      },
    ],
  }
}

const statuses = { Paid: "IN_PROGRESS", Delivered: "SUCCESS", Failed: "FAILED" } as const
