import type { HistoryTransaction } from "@wmodal/api"
import { sanitizeLine } from "@wmodal/chains"
import { formatTransfer, parseDecimal } from "@wmodal/protocol"
import { Result } from "effect"
import { toSafeImageUrl } from "../flows/toSafeImageUrl.ts"
import type { Movement } from "./Activity.ts"

type HistoryTransfer = HistoryTransaction["transfers"][number]

/** Longest symbol, name and whole text, in characters. Whoever makes a token chooses all three. */
const maxTextLengths = { symbol: 32, name: 64, text: 64 } as const

export const isSpam = ({ nft_info }: HistoryTransfer): boolean => nft_info?.flags.is_spam === true

/** Whether nothing changed hands: what is sent in somebody's name to bring an address into their history. */
export const isEmptyTransfer = ({ quantity }: HistoryTransfer): boolean => {
  const amount = parseDecimal(quantity.numeric)
  return Result.isSuccess(amount) && amount.success.units === 0n
}

/** What moved, spam left out. Only what moved alone has a sign. */
export const toMovements = ({ metadata, transfers }: HistoryTransaction): readonly Movement[] => {
  const shown = transfers.filter((transfer) => !isSpam(transfer))
  const operationType = shown.length === 1 ? metadata.operationType : ""
  return shown.map((transfer) => toMovement(transfer, operationType))
}

const toMovement = (
  { fungible_info, nft_info, direction, quantity }: HistoryTransfer,
  operationType: string,
): Movement => {
  const way = direction === "in" || direction === "out" ? direction : "self"
  if (nft_info != null) {
    const { name, token_id, content } = nft_info
    return {
      text:
        sanitizeLine(name ?? "", maxTextLengths.name) ||
        `#${sanitizeLine(token_id ?? "", maxTextLengths.symbol)}`,
      direction: way,
      icon: toSafeImageUrl(content?.preview?.url) ?? toSafeImageUrl(content?.detail?.url),
      collectible: true,
    }
  }
  const symbol = sanitizeLine(fungible_info?.symbol ?? "", maxTextLengths.symbol)
  const text = formatTransfer({ operationType, numeric: quantity.numeric, symbol })
  return {
    // A number that is none, or longer than any, is not shown in part.
    text: text === null || text.length > maxTextLengths.text ? symbol : text,
    direction: way,
    icon: toSafeImageUrl(fungible_info?.icon?.url),
    collectible: false,
  }
}
