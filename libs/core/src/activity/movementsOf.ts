import type { HistoryTransaction } from "@wmodal/api"
import { sanitizeLine } from "@wmodal/chains"
import { formatTransfer, parseDecimal } from "@wmodal/protocol"
import { Result } from "effect"
import { safePicture } from "../flows/safePicture.ts"
import type { Movement } from "./Activity.ts"

type HistoryTransfer = HistoryTransaction["transfers"][number]

/** Longest symbol, name and whole text, in characters. Whoever makes a token chooses all three. */
const most = { symbol: 32, name: 64, text: 64 } as const

export const isSpam = ({ nft_info }: HistoryTransfer): boolean => nft_info?.flags.is_spam === true

/** Whether nothing changed hands: what is sent in somebody's name to bring an address into their history. */
export const movesNothing = ({ quantity }: HistoryTransfer): boolean => {
  const amount = parseDecimal(quantity.numeric)
  return Result.isSuccess(amount) && amount.success.units === 0n
}

/** What moved, spam left out. Only what moved alone has a sign. */
export const movementsOf = ({ metadata, transfers }: HistoryTransaction): readonly Movement[] => {
  const shown = transfers.filter((transfer) => !isSpam(transfer))
  const operationType = shown.length === 1 ? metadata.operationType : ""
  return shown.map((transfer) => movementOf(transfer, operationType))
}

const movementOf = (
  { fungible_info, nft_info, direction, quantity }: HistoryTransfer,
  operationType: string,
): Movement => {
  const way = direction === "in" || direction === "out" ? direction : "self"
  if (nft_info != null) {
    const { name, token_id, content } = nft_info
    return {
      text: sanitizeLine(name ?? "", most.name) || `#${sanitizeLine(token_id ?? "", most.symbol)}`,
      direction: way,
      icon: safePicture(content?.preview?.url) ?? safePicture(content?.detail?.url),
      collectible: true,
    }
  }
  const symbol = sanitizeLine(fungible_info?.symbol ?? "", most.symbol)
  const text = formatTransfer({ operationType, numeric: quantity.numeric, symbol })
  return {
    // A number that is none, or longer than any, is not shown in part.
    text: text === null || text.length > most.text ? symbol : text,
    direction: way,
    icon: safePicture(fungible_info?.icon?.url),
    collectible: false,
  }
}
