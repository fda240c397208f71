import type { HistoryTransaction } from "@wmodal/api"
import { sanitizeLine } from "@wmodal/chains"
import {
  type Decimal,
  formatTransfer,
  type Network,
  parseDecimal,
  parseNamedImage,
  toDecimalUnits,
} from "@wmodal/protocol"
import { Result } from "effect"
import type { Movement } from "./Activity.ts"

type HistoryTransfer = HistoryTransaction["transfers"][number]

/** Maximum lengths of symbol, name and whole text, in characters. A token's creator chooses all three. */
const maxTextLengths = { symbol: 32, name: 64, text: 64 } as const

export const isSpam = ({ nft_info }: HistoryTransfer): boolean => nft_info?.flags.is_spam === true

/** Returns whether nothing moved: such transfers are forged to place an address in the account's history. */
export const isEmptyTransfer = ({ quantity }: HistoryTransfer): boolean => {
  const amount = parseDecimal(quantity.numeric)
  return Result.isSuccess(amount) && amount.success.units === 0n
}

/** Returns the movements without spam. Only a single movement has a sign. */
export const toMovements = (
  { metadata, transfers }: HistoryTransaction,
  context: MovementContext,
): readonly Movement[] => {
  const shown = transfers.filter((transfer) => !isSpam(transfer))
  const operationType = shown.length === 1 ? metadata.operationType : ""
  return shown.map((transfer) => toMovement(transfer, operationType, context))
}

/** The context for creating movements. */
interface MovementContext {
  readonly network: Network
  /** The option `imageHosts`. */
  readonly imageHosts: readonly string[]
}

const toMovement = (
  { fungible_info, nft_info, direction, quantity }: HistoryTransfer,
  operationType: string,
  { imageHosts, network }: MovementContext,
): Movement => {
  const way = direction === "in" || direction === "out" ? direction : "self"
  if (nft_info != null) {
    const { name, token_id, content } = nft_info
    return {
      text:
        sanitizeLine(name ?? "", maxTextLengths.name) ||
        `#${sanitizeLine(token_id ?? "", maxTextLengths.symbol)}`,
      direction: way,
      icon:
        parseNamedImage(content?.preview?.url, imageHosts) ??
        parseNamedImage(content?.detail?.url, imageHosts),
      collectible: true,
      amount: null,
      symbol: "",
    }
  }
  const symbol = sanitizeLine(fungible_info?.symbol ?? "", maxTextLengths.symbol)
  const text = formatTransfer({ operationType, numeric: quantity.numeric, symbol })
  // An invalid or overlong number is not truncated, because a truncated number would mislead.
  const isShown = text !== null && text.length <= maxTextLengths.text
  return {
    text: isShown ? text : symbol,
    amount: isShown ? parseQuantity(quantity.numeric, symbol, network) : null,
    symbol,
    direction: way,
    icon: parseNamedImage(fungible_info?.icon?.url, imageHosts),
    collectible: false,
  }
}

/** Converts the native currency to its own decimals. The history does not say those of other tokens. */
const parseQuantity = (
  numeric: string,
  symbol: string,
  { nativeCurrency: { decimals, symbol: native } }: Network,
): Decimal | null => {
  const parsed = parseDecimal(numeric)
  if (Result.isFailure(parsed)) return null
  const quantity = parsed.success
  return symbol === native && quantity.decimals <= decimals
    ? { units: toDecimalUnits(quantity, decimals), decimals }
    : quantity
}
